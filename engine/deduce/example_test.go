package deduce_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/deduce"
	"codebreak/engine/game"
)

func Example() {
	g, err := game.Parse("bc4x10")
	if err != nil {
		log.Fatal(err)
	}
	secrets, _ := game.Codes(g)
	d := deduce.New(g, secrets)
	for _, round := range [][2]string{{"0123", "1A1B"}, {"0145", "0A0B"}, {"2367", "0A1B"}} {
		guess, err := g.ParseCode(round[0])
		if err != nil {
			log.Fatal(err)
		}
		feedback, err := g.ParseFeedback(round[1])
		if err != nil {
			log.Fatal(err)
		}
		d.Add(game.Round{Guess: guess, Feedback: feedback})
		fmt.Println(len(d.Candidates()), "candidates")
	}
	rounds, _, err := d.Conflict(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("cannot all be true, counted from 0:", rounds)
	// Output:
	// 720 candidates
	// 48 candidates
	// 0 candidates
	// cannot all be true, counted from 0: [1 2]
}
