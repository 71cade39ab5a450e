package tree_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func Example() {
	ctx := context.Background()
	g, err := game.Parse("mm2x3")
	if err != nil {
		log.Fatal(err)
	}
	t, err := tree.Grow(ctx, g, strategy.Strategy{Criterion: strategy.Minimax}, nil, tree.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := tree.Check(ctx, t); err != nil { // every secret, by the reference rule
		log.Fatal(err)
	}
	figures := tree.Measure(t).Solved
	fmt.Println("total", figures.Total, "worst case", figures.Worst)
	if err := t.WriteOutline(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// total 24 worst case 4
	// 11
	//   0A0B 22
	//     0A0B 33
	//       2A0B solved
	//     1A0B 23
	//       0A2B 32
	//         2A0B solved
	//       2A0B solved
	//     2A0B solved
	//   1A0B 12
	//     0A1B 31
	//       2A0B solved
	//     1A0B 13
	//       2A0B solved
	//     0A2B 21
	//       2A0B solved
	//     2A0B solved
	//   2A0B solved
}
