package chance_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

func Example() {
	g, err := game.Parse("mm3x4")
	if err != nil {
		log.Fatal(err)
	}
	anyCandidate := strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}
	e, err := chance.Expect(context.Background(), g, anyCandidate, nil, chance.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("mean", e.Mean, "at worst", e.Worst())
	sample, err := chance.Sample(context.Background(), g, anyCandidate, nil, chance.SampleOptions{Runs: 1000, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("between %.2f and %.2f\n", sample.Low, sample.High)
	// Output:
	// mean 49234331/14622720 at worst 6
	// between 3.32 and 3.46
}
