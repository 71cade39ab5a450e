package optimal_test

import (
	"context"
	"fmt"

	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
)

// The least total of Mastermind with four positions and four colours.
func ExampleSolve() {
	g, err := game.Parse("mm4x4")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := optimal.Solve(context.Background(), optimal.Problem{Game: g}, optimal.Options{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := tree.Measure(a.Tree).Solved
	fmt.Println(a.Proved, f.Total, f.Worst)
	// Output: true 905 5
}
