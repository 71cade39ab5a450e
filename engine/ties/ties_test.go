package ties

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// start returns a game and a code of it.
func start(t *testing.T, name, first string) (game.Game, game.Code) {
	t.Helper()
	g := enginetest.Game(t, name)
	code := enginetest.Code(t, g, first)
	return g, code
}

func grown(t *testing.T, g game.Game, s strategy.Strategy, first game.Code) tree.Figures {
	t.Helper()
	grown, err := tree.Grow(t.Context(), g, s, &first, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree.Measure(grown).Solved
}

// TestRunsAreTrees compares every run with the tree that is grown for its
// seed, for one worker and for three, with much memory and with none.
func TestRunsAreTrees(t *testing.T) {
	seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 1 << 63}
	for name, first := range map[string]string{"mm3x3": "112", "bc3x4": "012", "mm3x5": "123", "bc4x6": "0123", "mm4x4": "1123"} {
		if testing.Short() && len(first) > 3 {
			continue
		}
		g, code := start(t, name, first)
		for _, criterion := range append(strategy.Classic(), strategy.Simple) {
			for _, rule := range []string{"consistent,random=", "random=", "expected-size@cuda,consistent,random="} {
				s := strategy.Strategy{Criterion: criterion}
				var want [][]int
				for _, seed := range seeds {
					s.Ties = rule + fmt.Sprint(seed)
					want = append(want, grown(t, g, s, code).Histogram)
				}
				s.Ties = rule + "0"
				for _, test := range []struct{ workers, budget int }{{0, mostRemembered}, {3, mostRemembered}, {1, 0}} {
					p := enginetest.Must(newPlay(g, s.WithDefaults(), code))(t)
					p.memory.budget = test.budget
					runs, err := p.all(t.Context(), seeds, test.workers)
					if err != nil {
						t.Fatal(err)
					}
					for i, got := range runs {
						if !slices.Equal(got.Histogram, want[i]) {
							t.Fatalf("%s, %s, seed %d: histogram %v, of the tree %v", name, s, seeds[i], got.Histogram, want[i])
						}
					}
				}
			}
		}
	}
}

// TestRunsCoverConventions checks that the totals of the conventions are among
// those of random ties.
func TestRunsCoverConventions(t *testing.T) {
	g, first := start(t, "mm3x4", "112")
	seeds := make([]uint64, 2000)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	for _, criterion := range []strategy.Criterion{strategy.Minimax, strategy.ExpectedSize, strategy.Entropy, strategy.MostParts} {
		runs, err := Play(t.Context(), g, strategy.Strategy{Criterion: criterion, Ties: "consistent,random=0"}, first, seeds, 2)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int]bool{}
		for _, r := range runs {
			seen[r.Total] = true
		}
		for _, ties := range []string{"consistent,first", "consistent,last"} {
			if total := grown(t, g, strategy.Strategy{Criterion: criterion, Ties: ties}, first).Total; !seen[total] {
				t.Errorf("%s: total %d of ties %s is not among those of random ties, %v", criterion, total, ties, seen)
			}
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	g, first := start(t, "mm3x3", "112")
	for want, s := range map[string]strategy.Strategy{
		"ties must end in random=SEED": {Criterion: strategy.Minimax},
		"the pool must be all":         {Criterion: strategy.Minimax, Ties: "random=1", Pool: "consistent"},
		"a strategy of its own":        {Criterion: strategy.TwoPhase, Ties: "random=1"},
	} {
		_, err := Play(t.Context(), g, s, first, nil, 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", s, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	minimax := strategy.Strategy{Criterion: strategy.Minimax, Ties: "random=1"}
	if _, err := Play(ctx, g, minimax, first, []uint64{1}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
