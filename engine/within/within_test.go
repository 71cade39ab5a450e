package within

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/game/words"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// wordle is a game of twenty words, of which twelve may be secret.
func wordle(t *testing.T) game.Game {
	t.Helper()
	all := []string{
		"crane", "slate", "trace", "crate", "caret", "react", "adieu", "raise", "arise", "stare",
		"tears", "rates", "aster", "eerie", "geese", "mamma", "fuzzy", "jazzy", "pizza", "level",
	}
	guesses, err := words.NewList("guesses", all)
	if err != nil {
		t.Fatal(err)
	}
	secrets, err := words.NewList("secrets", all[:12])
	if err != nil {
		t.Fatal(err)
	}
	g, err := words.New(words.Wordle, secrets, guesses)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// most tries every guess at every set, by the rule of the game as a person would state it.
func most(g game.Game, guesses, candidates []game.Code, k int, known map[string]int) int {
	if k == 0 || len(candidates) == 0 {
		return 0
	}
	key := fmt.Sprint(k, candidates)
	if n, ok := known[key]; ok {
		return n
	}
	best := 0
	for _, guess := range guesses {
		parts, n := map[game.Feedback][]game.Code{}, 0
		for _, secret := range candidates {
			f := g.Reference(secret, guess)
			parts[f] = append(parts[f], secret)
		}
		for f, part := range parts {
			if f == g.Final() {
				n++
			} else if len(part) < len(candidates) {
				n += most(g, guesses, part, k-1, known)
			}
		}
		best = max(best, n)
	}
	known[key] = best
	return best
}

func TestMostIsThatOfBruteForce(t *testing.T) {
	games := []game.Game{wordle(t)}
	for _, name := range []string{"mm1x4", "mm2x3", "mm2x4", "mm3x2", "mm3x3", "mm2x5", "bc2x5", "bc3x4", "bp2x4", "bp3x3", "mm3x4-distinct", "twod5"} {
		if testing.Short() && name == "mm2x5" {
			continue
		}
		games = append(games, enginetest.Game(t, name))
	}
	for _, g := range games {
		secrets, guesses := game.Codes(g)
		known := map[string]int{}
		for k, want := 1, 0; want < len(secrets); k++ {
			want = most(g, guesses, secrets, k, known)
			for _, effort := range []int64{0, 1, 300, 3000} {
				a, err := Most(t.Context(), g, k, Options{Effort: effort})
				if err != nil {
					t.Fatal(err)
				}
				if a.Least > want || a.Most < want || effort == 0 && !a.Proved() {
					t.Errorf("%s, %d guesses, effort %d: %d to %d secrets, want %d", g, k, effort, a.Least, a.Most, want)
				}
				if a.Tree == nil {
					if a.Least > 0 {
						t.Errorf("%s, %d guesses, effort %d: no tree", g, k, effort)
					}
				} else if n := Solved(a.Tree, k); n != a.Least {
					t.Errorf("%s, %d guesses, effort %d: the tree solves %d secrets, not %d", g, k, effort, n, a.Least)
				}
			}
		}
	}
}

// TestKnownGames holds the search against numbers found by hand and by other programs.
func TestKnownGames(t *testing.T) {
	for _, c := range []struct {
		game string
		k    int
		want int
	}{
		{"mm4x6", 1, 1}, {"mm4x6", 2, 14}, // 13 feedbacks and the guess: 1123
		{"mm4x6", 5, 1296}, // Knuth (1976)
		{"bc3x10", 6, 720}, {"bc4x10", 2, 14},
	} {
		if testing.Short() && c.k > 2 {
			continue
		}
		a, err := Most(t.Context(), enginetest.Game(t, c.game), c.k, Options{})
		if err != nil || a.Least != c.want || !a.Proved() {
			t.Errorf("%s within %d: %d to %d, %v; want %d", c.game, c.k, a.Least, a.Most, err, c.want)
		}
	}
}

func TestKnownTree(t *testing.T) {
	g := enginetest.Game(t, "mm4x6")
	known, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: strategy.Minimax}, nil, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Most(t.Context(), g, 5, Options{Known: []*tree.Tree{known}, Effort: 1})
	if err != nil || !a.Proved() || a.Tree != known || a.Least != 1296 {
		t.Errorf("%d to %d secrets, %v; Knuth's tree solves 1296", a.Least, a.Most, err)
	}
	if _, err := Most(t.Context(), g, 0, Options{}); err == nil {
		t.Error("no guesses are allowed")
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if a, err := Most(ended, g, 4, Options{Known: []*tree.Tree{known}}); !errors.Is(err, context.Canceled) || a.Least != 602 || a.Most < 768 {
		t.Errorf("stopped: %d to %d secrets, %v; want 602 of the known tree", a.Least, a.Most, err)
	}
}
