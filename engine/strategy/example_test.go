package strategy_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

func Example() {
	g, err := game.Parse("bc4x10")
	if err != nil {
		log.Fatal(err)
	}
	player, err := strategy.Strategy{Criterion: strategy.Entropy}.Compile(g)
	if err != nil {
		log.Fatal(err)
	}
	first, err := g.ParseCode("0123")
	if err != nil {
		log.Fatal(err)
	}
	// The guess after 0123 was answered with 1A1B.
	round := game.Round{Guess: first, Feedback: game.NewFeedback(1, 1)}
	var candidates []game.Code
	for _, secret := range player.Secrets() {
		if g.Feedback(secret, round.Guess) == round.Feedback {
			candidates = append(candidates, secret)
		}
	}
	guess, err := player.NewChooser().Choose(context.Background(), candidates, []game.Round{round})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(candidates), "candidates; guess", g.FormatCode(guess))
	// Output: 720 candidates; guess 0145
}
