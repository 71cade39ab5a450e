package engine_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func init() {
	err := strategy.Register(strategy.Registration{
		Criterion: "most-singles",
		Minimises: "the negative number of parts of one candidate",
		Version:   "1",
		Measure: func(game.Game, int) partition.Measure {
			return partition.Computed(func(sizes []int32) int64 {
				singles := int64(0)
				for _, n := range sizes {
					if n == 1 {
						singles++
					}
				}
				return -singles
			})
		},
	})
	if err != nil {
		log.Fatal(err)
	}
}

// Your own criterion works with all pools, ties and orders, and may break the
// ties of other criteria.
func Example_criterion() {
	for _, s := range []strategy.Strategy{
		{Criterion: "most-singles"},
		{Criterion: "most-singles", Ties: "entropy,consistent,first"},
		{Criterion: strategy.MostParts, Ties: "most-singles,consistent,first"},
	} {
		_, r, err := engine.Play(context.Background(), engine.Configuration{Game: "mm3x5", Strategy: s}, tree.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d guesses\n", r.Strategy, r.Total)
	}
	// Output:
	// most-singles: 526 guesses
	// most-singles, ties entropy,consistent,first: 454 guesses
	// most-parts, ties most-singles,consistent,first: 453 guesses
}
