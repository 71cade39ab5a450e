package static_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/static"
)

func Example() {
	g, err := game.Parse("mm3x5")
	if err != nil {
		log.Fatal(err)
	}
	r, err := static.Solve(context.Background(), g, static.Options{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d questions identify every secret; proved: %t\n", r.Questions, r.Proved())
	fmt.Println(static.Check(context.Background(), g, r.Set))
	// Output:
	// 4 questions identify every secret; proved: true
	// <nil>
}
