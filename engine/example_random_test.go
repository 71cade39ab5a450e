package engine_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func init() {
	err := strategy.Register(strategy.Registration{
		Criterion: "any-candidate",
		Minimises: "nothing: it guesses any candidate, each with the same chance",
		Version:   "1",
		Random:    true,
		New: func(_ game.Game, seed uint64) (strategy.Player, error) {
			return strategy.PlayerFunc(func(_ context.Context, p strategy.Position) (game.Code, error) {
				return p.Candidates[p.Rand(seed).IntN(len(p.Candidates))], nil
			}), nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
}

// A strategy that guesses any candidate. What it draws depends on the seed and the
// position alone, so that each seed has one tree, however many workers grow it. Over
// all that may happen 3.81891 guesses are to be expected (see package chance).
func Example_anyCandidate() {
	const seeds = 20
	sum := 0.0
	for seed := range seeds {
		s := strategy.Strategy{Criterion: "any-candidate", Ties: fmt.Sprintf("random=%d", seed)}
		_, r, err := engine.Play(context.Background(), engine.Configuration{Game: "mm3x5", Strategy: s}, tree.Options{Workers: 2})
		if err != nil {
			log.Fatal(err)
		}
		sum += r.Mean
	}
	fmt.Printf("mean of %d trees: %.3f\n", seeds, sum/seeds)
	// Output: mean of 20 trees: 3.822
}
