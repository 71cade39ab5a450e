package optimal

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

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
	least := 1 << 40
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
				sum = 1 << 40
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
	list, err := words.NewList("weighted", strings.Fields("crane slate trace crate react caret cater carte toast roast coast beast feast least yeast"))
	if err != nil {
		t.Fatal(err)
	}
	own, err := words.New(words.Wordle, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := []game.Game{own}
	for _, name := range []string{"mm2x3", "mm2x4", "mm3x3", "bc2x5", "bp2x4", "bp3x3", "bc3x4", "mm4x2"} {
		games = append(games, must(game.Parse(name))(t))
	}
	random := rand.New(rand.NewPCG(7, 3))
	for _, g := range games {
		secrets, guesses := game.Codes(g)
		for _, most := range []int{0, 1, 5, 1000} {
			weights, weight := make([]int, len(secrets)), map[game.Code]int{}
			for i, secret := range secrets {
				weights[i] = 1
				if most > 0 {
					weights[i] = random.IntN(most + 1)
				}
				weight[secret] = weights[i]
			}
			weights[0], weight[secrets[0]] = max(1, weights[0]), max(1, weights[0])
			var first *game.Code
			among := guesses
			if most == 5 { // a first guess that tells something
				first, among = &secrets[0], secrets[:1]
			}
			want := 0
			parts := map[game.Feedback][]game.Code{}
			known := map[string]int{}
			if first != nil {
				for _, secret := range secrets {
					f := g.Feedback(secret, among[0])
					want += weight[secret]
					if f != g.Final() {
						parts[f] = append(parts[f], secret)
					}
				}
				for _, part := range parts {
					want += leastWeighted(g, guesses, part, weight, known)
				}
			} else {
				want = leastWeighted(g, guesses, secrets, weight, known)
			}
			a, err := SolveWeighted(t.Context(), g, weights, first, Options{Memory: 1 << 20})
			if err != nil || !a.Proved {
				t.Fatalf("%s, %v: proved %v, %v", g, weights, a.Proved, err)
			}
			if _, err := tree.Check(t.Context(), a.Tree); err != nil {
				t.Errorf("%s, %v: %v", g, weights, err)
			}
			if got := a.Tree.Weighted(weights).Total; got != want || a.Ranges[0].Lower != want || a.Ranges[0].Upper != want {
				t.Errorf("%s, %v: the tree has %d, ranges %v; all trees together say %d", g, weights, got, a.Ranges, want)
			}
			if most > 0 {
				continue
			}
			if b, err := Solve(t.Context(), Problem{Game: g}, Options{}); err != nil || b.Ranges[0].Upper != want {
				t.Errorf("%s: the least total is %d, %v; weights of 1 say %d", g, b.Ranges[0].Upper, err, want)
			}
		}
	}
}
