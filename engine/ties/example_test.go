package ties_test

import (
	"context"
	"fmt"
	"log"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/ties"
)

func ExamplePlay() {
	g, err := game.Parse("mm3x4")
	if err != nil {
		log.Fatal(err)
	}
	first, err := g.ParseCode("112")
	if err != nil {
		log.Fatal(err)
	}
	entropy := strategy.Strategy{Criterion: strategy.Entropy, Ties: "random=0"}
	runs, err := ties.Play(context.Background(), g, entropy, first, []uint64{1, 2, 3}, 1)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range runs {
		fmt.Println(r.Total, r.Histogram)
	}
	// Output:
	// 226 [0 1 2 23 38]
	// 225 [0 1 3 22 38]
	// 224 [0 1 3 23 37]
}
