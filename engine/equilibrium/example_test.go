package equilibrium_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/equilibrium"
	"codebreak/engine/game"
)

func Example() {
	g, err := game.Parse("mm2x3")
	if err != nil {
		log.Fatal(err)
	}
	e, err := equilibrium.Solve(context.Background(), g, equilibrium.DefaultMemory)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("value", e.Value.RatString(), "least mean", e.LeastMean.RatString())
	for i, c := range e.Classes {
		fmt.Println("secrets like", g.FormatCode(c.First), "with probability", e.Probabilities[i].RatString())
	}
	// Output:
	// value 29/12 least mean 7/3
	// secrets like 11 with probability 1/2
	// secrets like 12 with probability 1/2
}
