package worstcase

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func solve(t testing.TB, name string, workers int) Answer {
	t.Helper()
	g, err := game.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Solve(context.Background(), g, Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	histogram, err := tree.Check(context.Background(), w.Tree)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(histogram)-1 != w.Guesses || w.Lower != w.Guesses {
		t.Fatalf("%s: worst case %d, but the tree's is %d", name, w.Guesses, len(histogram)-1)
	}
	return w
}

func TestSolve(t *testing.T) {
	for name, want := range map[string]int{
		"twod5": 4, "mm4x6-distinct": 5, "mm4x6": 5, "mm3x6": 5, "bc3x10": 6, "mm1x5": 5, "mm2x2": 3, "bc4x6": 5,
	} {
		if got := solve(t, name, 2).Guesses; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// bruteForce finds the least worst case by trying every guess, without bounds
// or symmetry.
func bruteForce(g game.Game, candidates, guesses []game.Code) int {
	if len(candidates) == 1 {
		return 1
	}
	best := len(candidates)
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		for _, c := range candidates {
			f := g.Reference(c, guess)
			parts[f] = append(parts[f], c)
		}
		if len(parts) == 1 {
			continue
		}
		worst := 1
		for f, part := range parts {
			if f != g.Final() && worst < best {
				worst = max(worst, 1+bruteForce(g, part, guesses))
			}
		}
		best = min(best, worst)
	}
	return best
}

func TestAgreesWithBruteForce(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm2x3", "mm3x2", "bc2x3", "bc2x4", "bc3x4", "bp2x3", "mm2x3-distinct", "mm2x4-distinct", "bc2x4-nozero", "mm1x6"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := solve(t, name, 1).Guesses, bruteForce(g, secrets, guesses); got != want {
			t.Errorf("%s: %d, by brute force %d", name, got, want)
		}
	}
}

func TestTreeDoesNotDependOnWorkers(t *testing.T) {
	a, b := solve(t, "mm4x5", 1), solve(t, "mm4x5", 4)
	if !reflect.DeepEqual(a.Tree, b.Tree) {
		t.Error("four workers find another tree")
	}
}

// TestEffort checks that a search that is cut short says so: the bounds then
// differ, and the known tree is given back.
func TestEffort(t *testing.T) {
	g, err := game.Parse("mm4x6")
	if err != nil {
		t.Fatal(err)
	}
	known, err := tree.Grow(context.Background(), g, strategy.Strategy{Criterion: strategy.Entropy}, nil, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Solve(context.Background(), g, Options{Known: known, Effort: 2})
	if err != nil || w.Lower != 5 || w.Guesses != 6 || w.Tree != known {
		t.Errorf("with effort 2: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
	w, err = Solve(context.Background(), g, Options{Known: known})
	if err != nil || w.Lower != 5 || w.Guesses != 5 || w.Tree == known {
		t.Errorf("without: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
	// A known tree that cannot be bettered is the answer.
	best := w.Tree
	if w, err = Solve(context.Background(), g, Options{Known: best}); err != nil || w.Lower != 5 || w.Tree != best {
		t.Errorf("with the best tree known: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
}

func TestStops(t *testing.T) {
	g, err := game.Parse("mm5x8")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, g, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}
