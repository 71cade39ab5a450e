package optimal

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"codebreak/engine/game"
	"codebreak/engine/tree"
)

func TestZZ(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("GAMES")) {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		w := 2
		if os.Getenv("W") != "" {
			w = 1
		}
		obj := Objective(os.Getenv("OBJ"))
		if obj == "" {
			obj = Total
		}
		d := 0
		fmt.Sscan(os.Getenv("DEPTH"), &d)
		a, err := Solve(context.Background(), Problem{Game: g, Objective: obj, Pool: Pool(cmp.Or(os.Getenv("POOL"), "all")), MaxDepth: d}, SolveOptions{Workers: w})
		fmt.Println(name, a.Ranges, a.Proved, a.Impossible, err, a.Nodes, time.Since(start))
		if a.Tree != nil {
			h, err := tree.Check(a.Tree)
			fmt.Println(h, err)
		}
		if os.Getenv("LOG") != "" {
			for _, d := range a.First {
				fmt.Println(d.Stage, g.FormatCode(d.Guess), d.Least, d.By)
			}
		}
	}
}
