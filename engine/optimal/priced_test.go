package optimal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/tree"
)

// leastPriced is the least of what a set costs, of all trees that some guess makes smaller:
// a price for each secret by its guess, and one for each guess. No rule makes it faster but
// that what is known of a set is kept.
func leastPriced(g game.Game, guesses []game.Code, set []game.Code, before int, prices []cost, known map[string]cost) cost {
	key := fmt.Sprint(min(before, len(prices)-1), set)
	if c, ok := known[key]; ok {
		return c
	}
	least := search.Impossible
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		for _, secret := range set {
			f := g.Feedback(secret, guess)
			parts[f] = append(parts[f], secret)
		}
		sum := cost(len(set))
		for f, part := range parts {
			switch {
			case f == g.Final():
				sum += prices[min(before, len(prices)-1)]
			case len(part) == len(set):
				sum = search.Impossible
			default:
				sum += leastPriced(g, guesses, part, before+1, prices, known)
			}
		}
		least = min(least, sum)
	}
	known[key] = least
	return least
}

// TestPriced compares the search with all trees, for objectives of all kinds.
func TestPriced(t *testing.T) {
	if testing.Short() {
		t.Skip("many small searches")
	}
	random := rand.New(rand.NewPCG(7, 1))
	objectives := []Objective{"within=1", "within=2", "within=3", "within=4", "pays=100,50,20,5,3,1", "pays=3,3,1", "pays=5"}
	for range 4 {
		pays, last := "pays=", 1+random.IntN(9)
		for i := range 1 + random.IntN(5) {
			if i > 0 {
				pays += ","
				last = random.IntN(last + 1)
			}
			pays += fmt.Sprint(last)
		}
		objectives = append(objectives, Objective(pays))
	}
	for _, name := range []string{"mm2x3", "mm2x4", "mm3x3", "bc2x5", "bp2x4", "bp3x3", "bp3x2", "bc3x4", "mm4x2"} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		for _, o := range objectives {
			want := leastPriced(g, guesses, secrets, 0, o.prices(), map[string]cost{})
			for _, workers := range []int{1, 2} {
				a, err := Solve(t.Context(), Problem{Game: g, Objective: o}, Options{Workers: workers, Memory: 1 << 20})
				if err != nil || !a.Proved {
					t.Fatalf("%s, %s: proved %v, %v", name, o, a.Proved, err)
				}
				f := tree.Measure(a.Tree).Solved
				if _, err := tree.Check(t.Context(), a.Tree); err != nil {
					t.Errorf("%s, %s: %v", name, o, err)
				}
				pays, _ := o.pays()
				got := cost(len(secrets)*pays[0]-o.paid(f.Histogram))*big + cost(f.Total)
				if got != want || a.Ranges[0].Upper != o.paid(f.Histogram) || a.Ranges[1].Lower != f.Total {
					t.Errorf("%s, %s: the tree costs %d, %d less; all trees together say %d, %d; ranges %v", name, o, got/big, got%big, want/big, want%big, a.Ranges)
				}
			}
		}
	}
}

func TestPricedErrors(t *testing.T) {
	for _, o := range []Objective{"within=0", "within=x", "within=65", "pays=", "pays=0", "pays=1,2", "pays=5,-1", "pays=1001", "pays=a"} {
		if _, err := Solve(t.Context(), Problem{Game: enginetest.Game(t, "mm2x3"), Objective: o}, Options{Memory: 1 << 20}); err == nil {
			t.Errorf("%s is taken", o)
		}
	}
	if _, err := Solve(t.Context(), Problem{Game: enginetest.Game(t, "mm2x3"), Objective: "within=2", MaxDepth: 3}, Options{Memory: 1 << 20}); err == nil {
		t.Error("a depth is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := Solve(ctx, Problem{Game: enginetest.Game(t, "mm4x6"), Objective: "within=4"}, Options{Memory: 1 << 20})
	if err == nil || a.Proved || a.Ranges[0].Upper > 1296 {
		t.Errorf("stopped at once: %v, %v", a, err)
	}
}
