package strategy_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// The guess of the default strategy, entropy, after 0123 got the feedback 1A1B.
func Example() {
	g, err := game.Parse("bc4x10")
	if err != nil {
		log.Fatal(err)
	}
	compiled, err := strategy.Strategy{}.Compile(g) // by entropy, among all codes
	if err != nil {
		log.Fatal(err)
	}

	first, err := g.ParseCode("0123")
	if err != nil {
		log.Fatal(err)
	}
	rounds := []game.Round{{Guess: first, Feedback: game.NewFeedback(1, 1)}}
	guess, err := compiled.Next(context.Background(), rounds)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("guess", g.FormatCode(guess))
	// Output: guess 0145
}
