package absurdle_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/absurdle"
	"codebreak/engine/game"
)

func Example() {
	g, err := game.Parse("mm3x4")
	if err != nil {
		log.Fatal(err)
	}
	r, err := absurdle.Solve(context.Background(), g, absurdle.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d guesses force the codemaker; no line has fewer:\n", r.Lower)
	fmt.Println(game.History(g, absurdle.Play(g, r.Line, absurdle.Feedback)))
	// Output:
	// 4 guesses force the codemaker; no line has fewer:
	// 111 0A0B, 223 1A0B, 244 0A0B, 333 3A0B
}
