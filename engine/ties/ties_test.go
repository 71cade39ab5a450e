package ties

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func grown(t *testing.T, g game.Game, s strategy.Strategy, first game.Code) tree.Figures {
	t.Helper()
	grown, err := tree.Grow(context.Background(), g, s, &first, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree.Measure(grown).Hit
}

// TestRunsAreTrees compares every run with the tree that is grown for its
// seed, for one worker and for three, with much memory and with none.
func TestRunsAreTrees(t *testing.T) {
	seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 1 << 63}
	for name, first := range map[string]string{"mm3x3": "112", "bc3x4": "012", "mm3x5": "123", "bc4x6": "0123", "mm4x4": "1123"} {
		if testing.Short() && len(first) > 3 {
			continue
		}
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		code, err := g.ParseCode(first)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range strategy.AllCriteria()[:5] {
			for _, rule := range []string{"consistent,random=", "random=", "expected-size-float32,consistent,random="} {
				s := strategy.Strategy{Criterion: info.Criterion, Ties: rule + "0"}
				one, err := Play(context.Background(), g, s, code, seeds, Options{})
				if err != nil {
					t.Fatal(err)
				}
				three, err := Play(context.Background(), g, s, code, seeds, Options{Workers: 3})
				if err != nil {
					t.Fatal(err)
				}
				forgetful, err := Play(context.Background(), g, s, code, seeds, Options{Memory: 1})
				if err != nil {
					t.Fatal(err)
				}
				for i, seed := range seeds {
					s.Ties = rule + fmt.Sprint(seed)
					want := grown(t, g, s, code)
					for _, got := range []tree.Figures{one[i], three[i], forgetful[i]} {
						if !slices.Equal(got.Histogram, want.Histogram) {
							t.Fatalf("%s, %s: histogram %v, of the tree %v", name, s, got.Histogram, want.Histogram)
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
	g, err := game.Parse("mm3x4")
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.ParseCode("112")
	if err != nil {
		t.Fatal(err)
	}
	seeds := make([]uint64, 2000)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	for _, criterion := range []strategy.Criterion{strategy.Minimax, strategy.ExpectedSize, strategy.Entropy, strategy.MostParts} {
		runs, err := Play(context.Background(), g, strategy.Strategy{Criterion: criterion, Ties: "consistent,random=0"}, first, seeds, Options{Workers: 2})
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
	g, err := game.Parse("mm3x3")
	if err != nil {
		t.Fatal(err)
	}
	for want, s := range map[string]strategy.Strategy{
		"ties must end in random=SEED": {Criterion: strategy.Minimax},
		"the pool must be all":         {Criterion: strategy.Minimax, Ties: "random=1", Pool: "consistent"},
		"a strategy of its own":        {Criterion: strategy.TwoPhase, Ties: "random=1"},
	} {
		if _, err := Play(context.Background(), g, s, 0, nil, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", s, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Play(ctx, g, strategy.Strategy{Criterion: strategy.Minimax, Ties: "random=1"}, 0, []uint64{1}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
