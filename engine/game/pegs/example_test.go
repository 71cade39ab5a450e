package pegs_test

import (
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

func Example() {
	g, err := pegs.Parse("mm4x6") // Mastermind
	if err != nil {
		log.Fatal(err)
	}
	f, err := g.ParseFeedback("XO")
	if err != nil {
		log.Fatal(err)
	}
	black, white := f.Pegs()
	fmt.Println(g.Positions, "positions,", g.Colours, "colours; repeats allowed:", g.SecretRepeats)
	fmt.Println(g.FormatFeedback(f), "is", black, "black and", white, "white")
	for _, guess := range game.CanonicalGuesses(g) {
		fmt.Print(g.FormatCode(guess), " ")
	}
	// Output:
	// 4 positions, 6 colours; repeats allowed: true
	// 1A1B is 1 black and 1 white
	// 1111 1112 1122 1123 1234
}
