package optimal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
)

// leastWeighted is the least weighted total of a set, of all trees that some guess makes
// smaller.
func leastWeighted(g game.Game, guesses []game.Code, set []game.Code, weight map[game.Code]int, known map[string]int) int {
	key := fmt.Sprint(set)
	if c, ok := known[key]; ok {
		return c
	}
	least := 1 << 60
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		sum := 0
		for _, secret := range set {
			f := g.Feedback(secret, guess)
			parts[f] = append(parts[f], secret)
			sum += weight[secret]
		}
		for f, part := range parts {
			if f != g.Final() && len(part) == len(set) {
				sum = 1 << 60
			} else if f != g.Final() {
				sum += leastWeighted(g, guesses, part, weight, known)
			}
		}
		least = min(least, sum)
	}
	known[key] = least
	return least
}

// TestWeighted compares the search with all trees, for random weights, and with the search
// for the least total where all are 1.
func TestWeighted(t *testing.T) {
	if testing.Short() {
		t.Skip("many small searches")
	}
	list, err := words.NewList("weighted", strings.Fields("crane slate trace crate react caret cater carte toast roast coast beast feast least yeast"))
	if err != nil {
		t.Fatal(err)
	}
	own, err := words.New(words.Wordle, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := []game.Game{own}
	for _, name := range []string{"mm2x3", "mm2x4", "mm3x2", "mm3x3", "mm4x2", "mm2x3-distinct", "bc2x4", "bc2x5", "bc3x4", "bp2x3", "bp2x4", "bp3x2", "bp3x3"} {
		games = append(games, enginetest.Game(t, name))
	}
	random := rand.New(rand.NewPCG(7, 3))
	for _, g := range games {
		secrets, guesses := game.Codes(g)
		none := game.Symmetries{}
		for _, symmetries := range []game.Symmetries{none, game.SymmetriesOf(g)} {
			search := enginetest.Must(NewWeighted(t.Context(), g, symmetries, 1<<20))(t)
			for _, most := range []int{1, 2, 6, 1000, 1 << 40} {
				weights, weight, ofClass := make([]int, len(secrets)), map[game.Code]int{}, map[game.Code]int{}
				for i, secret := range secrets {
					class := secret // those that symmetries take to each other weigh the same
					if !symmetries.None() {
						class = symmetries.Least(secret)
					}
					if _, seen := ofClass[class]; !seen {
						ofClass[class] = random.IntN(most)
					}
					if i == 0 || most == 1 {
						ofClass[class] = 1
					}
					weights[i] = ofClass[class]
					weight[secret] = weights[i]
				}
				var first *game.Code
				known, want := map[string]int{}, 0
				if most == 6 {
					first = &secrets[0]
					parts := map[game.Feedback][]game.Code{}
					for _, secret := range secrets {
						f := g.Feedback(secret, *first)
						parts[f] = append(parts[f], secret)
						want += weight[secret]
					}
					delete(parts, g.Final())
					for _, part := range parts {
						want += leastWeighted(g, guesses, part, weight, known)
					}
				} else {
					want = leastWeighted(g, guesses, secrets, weight, known)
				}
				a, err := search.Solve(t.Context(), weights, first, nil)
				if err != nil || !a.Proved {
					t.Fatalf("%s, %v: proved %v, %v", g, weights, a.Proved, err)
				}
				if _, err := tree.Check(t.Context(), a.Tree); err != nil {
					t.Errorf("%s, %v: %v", g, weights, err)
				}
				if got := a.Tree.Weighted(weights).Total; got != want || a.Ranges[0] != (Range{"weighted total", want, want}) {
					t.Errorf("%s, %v: the tree has %d, ranges %v; all trees together say %d", g, weights, got, a.Ranges, want)
				}
				if most > 1 {
					continue
				}
				if b, err := Solve(t.Context(), Problem{Game: g}, Options{Memory: 1 << 20}); err != nil || b.Ranges[0].Upper != want {
					t.Errorf("%s: the least total is %d, %v; weights of 1 say %d", g, b.Ranges[0].Upper, err, want)
				}
			}
		}
	}
}

func TestWeightsErrors(t *testing.T) {
	search := enginetest.Must(NewWeighted(t.Context(), enginetest.Game(t, "mm2x3"), game.Symmetries{}, 1<<20))(t)
	for _, weights := range [][]int{nil, {1, 2}, {0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, -1, 1, 1, 1, 1}, {MostWeight, 1, 1, 1, 1, 1, 1, 1, 1}} {
		if _, err := search.Solve(t.Context(), weights, nil, nil); err == nil {
			t.Errorf("weights %v are taken", weights)
		}
	}
}

// TestWeightedStops ends the context: what is proved is a bound.
func TestWeightedStops(t *testing.T) {
	g := enginetest.Game(t, "mm3x4")
	weights := make([]int, game.CountSecrets(g))
	for i := range weights {
		weights[i] = 1 + i%7
	}
	search := enginetest.Must(NewWeighted(t.Context(), g, game.Symmetries{}, 1<<20))(t)
	whole, err := search.Solve(t.Context(), weights, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	a, err := search.Solve(ctx, weights, nil, nil)
	if least := whole.Ranges[0].Lower; err == nil || a.Proved || a.Ranges[0].Lower > least || a.Ranges[0].Lower == 0 {
		t.Errorf("stopped at once: %v, %v; the least weighted total is %d", a.Ranges, err, least)
	}
}
