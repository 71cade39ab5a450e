package optimal

import (
	"context"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestSolveWithin checks that widths lead from the trees of one-step strategies to
// the best, that every result is a tree that costs what is said, and that one in
// which every guess is tried is optimal.
func TestSolveWithin(t *testing.T) {
	for name, total := range map[string]int{"mm3x4": 206, "mm3x5": 451, "bc3x6": 436, "bc4x6": 1446, "bp3x4": 0, "twod5": 0} {
		g := enginetest.Game(t, name)
		for _, pool := range []strategy.Pool{strategy.All, strategy.Consistent} {
			p := Problem{Game: g, Objective: Total, Pool: pool}
			best := enginetest.Must(Solve(t.Context(), p, Options{Workers: 2, Memory: memory}))(t)
			least := tree.Measure(best.Tree).Solved.Total
			if pool == strategy.All && total != 0 && least != total {
				t.Fatalf("%s: least total %d, want %d", name, least, total)
			}
			var known *tree.Tree
			before := 1 << 30
			for _, width := range []int{1, 3, 1 << 20} {
				told := 1 << 30 // the total of the last tree told of
				a, err := SolveWithin(t.Context(), p, width, known, Options{Workers: 2, Memory: memory, Better: func(better *tree.Tree) {
					if n := tree.Measure(better).Solved.Total; n < told {
						told = n
					} else {
						t.Errorf("%s: told of %d after %d", name, n, told)
					}
				}})
				if err != nil {
					t.Fatal(err)
				}
				if n := tree.Measure(a.Tree).Solved.Total; n != told {
					t.Errorf("%s: the result is %d, the last told of %d", name, n, told)
				}
				if _, err := tree.Check(t.Context(), a.Tree); err != nil {
					t.Fatal(err)
				}
				if err := p.checkPool(a.Tree.Root, nil); err != nil {
					t.Error(err)
				}
				got, r := tree.Measure(a.Tree).Solved.Total, a.Ranges[0]
				if got != r.Upper || r.Lower > least || got < least || got > before || a.Proved != (r.Lower == r.Upper) {
					t.Errorf("%s, pool %s, width %d: total %d, %+v, proved %v; the least is %d, before %d", name, pool, width, got, r, a.Proved, least, before)
				}
				if width > 3 && got != least {
					t.Errorf("%s, pool %s, every guess tried: %d, the least is %d", name, pool, got, least)
				}
				known, before = a.Tree, got
			}
		}
	}
}

// TestSolveWithinStopped stops searches of a width as they find a better tree: the result is
// the best tree until then.
func TestSolveWithinStopped(t *testing.T) {
	g := enginetest.Game(t, "mm4x6")
	for stopAt := range 6 {
		ctx, stop := context.WithCancel(t.Context())
		if stopAt == 0 {
			stop()
		}

		found := 0
		better := func(*tree.Tree) {
			found++
			if found == stopAt {
				stop()
			}
		}
		a, err := SolveWithin(ctx, Problem{Game: g, Objective: Total, Pool: strategy.All}, 64, nil,
			Options{Workers: 2, Memory: memory, Better: better})
		stop()
		if !Interrupted(err) {
			t.Fatalf("stopped with tree %d: %v", stopAt, err)
		}
		if a.Tree == nil {
			if found > 0 {
				t.Errorf("stopped with tree %d: no tree is returned", stopAt)
			}
			continue
		}

		histogram, err := tree.Check(t.Context(), a.Tree)
		if err != nil || tree.Summarise(histogram).Total != a.Ranges[0].Upper || a.Proved {
			t.Errorf("stopped with tree %d: %v, %+v, proved %v", stopAt, err, a.Ranges, a.Proved)
		}
	}
}

// TestCheckWidth refuses what cannot be searched.
func TestCheckWidth(t *testing.T) {
	g := enginetest.Game(t, "mm3x4")
	other := enginetest.Game(t, "mm3x5")
	p := Problem{Game: g, Objective: Total, Pool: strategy.All}
	worst := p
	worst.Objective = WorstTotal
	for want, try := range map[string]func() error{
		"the width is 0; it must be at least 1":              func() error { return CheckWidth(p, 0) },
		"a width needs the objective total, not worst,total": func() error { return CheckWidth(worst, 3) },
		"the tree to begin with: it is of mm3x5, not of mm3x4": func() error {
			known := enginetest.Must(Solve(t.Context(), Problem{Game: other, Objective: Total, Pool: strategy.All}, Options{Memory: memory}))(t)
			_, err := SolveWithin(t.Context(), p, 3, known.Tree, Options{Memory: memory})
			return err
		},
		"the tree to begin with: it begins with 123, not with 112": func() error {
			code := enginetest.Code(t, g, "112")
			from := p
			from.First = &code
			return fromEntropy(t, from)
		},
		"the tree to begin with: guess 244 is not in pool consistent": func() error {
			candidates := p
			candidates.Pool = strategy.Consistent
			return fromEntropy(t, candidates)
		},
	} {
		if err := try(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// fromEntropy searches a problem from the tree of entropy.
func fromEntropy(t *testing.T, p Problem) error {
	t.Helper()
	known := enginetest.Must(tree.Grow(t.Context(), p.Game, strategy.Strategy{Criterion: strategy.Entropy}, nil, tree.Options{}))(t)
	_, err := SolveWithin(t.Context(), p, 3, known, Options{Memory: memory})
	return err
}

// TestWidthWithinDepth compares a search that tries all guesses, within as many
// guesses as a secret may take, with the proof.
func TestWidthWithinDepth(t *testing.T) {
	g := enginetest.Game(t, "mm3x5")
	for depth := 3; depth <= 6; depth++ {
		p := Problem{Game: g, Objective: Total, MaxDepth: depth, Pool: strategy.Consistent}
		want := enginetest.Must(Solve(t.Context(), p, Options{Memory: memory}))(t)
		got := enginetest.Must(SolveWithin(t.Context(), p, game.CountGuesses(g), nil, Options{Memory: memory}))(t)
		if want.Impossible != (got.Tree == nil) {
			t.Fatalf("within %d guesses: a tree: %v, proved impossible: %v", depth, got.Tree != nil, want.Impossible)
		}
		if got.Tree == nil {
			continue
		}
		a, b := tree.Measure(want.Tree).Solved, tree.Measure(got.Tree).Solved
		if a.Total != b.Total || b.Worst > depth {
			t.Errorf("within %d guesses: total %d, worst %d, want total %d", depth, b.Total, b.Worst, a.Total)
		}
	}
}
