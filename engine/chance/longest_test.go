package chance

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// longestPlain follows every game from a set of candidates.
func longestPlain(g game.Game, codes []game.Code) (rounds int) {
	for _, guess := range codes {
		parts := map[game.Feedback][]game.Code{}
		for _, c := range codes {
			f := g.Feedback(c, guess)
			parts[f] = append(parts[f], c)
		}
		for f, part := range parts {
			n := 1
			if f != g.Final() {
				n += longestPlain(g, part)
			}
			rounds = max(rounds, n)
		}
	}
	return rounds
}

func TestLongestIsThatOfAllGames(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm2x4", "mm3x2", "mm3x3", "bc2x5", "bc3x4", "bp2x4", "bp3x2", "mm2x4-distinct", "bc3x4-bulls", "pos2x4", "pos3x3", "pos2x4-counted"} {
		g := enginetest.Game(t, name)
		codes, _ := game.Codes(g)
		rounds, err := Longest(t.Context(), g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := longestPlain(g, codes); len(rounds) != want {
			t.Errorf("%s: %d rounds, all games together say %d", name, len(rounds), want)
		}
	}
}

// TestLongest has the values of rows of games, and plays the games that show them: each
// guess is a candidate, and each feedback leaves one.
func TestLongest(t *testing.T) {
	for row, want := range map[string][]int{
		"mm2x": {2: 3, 4, 5, 6, 7, 8, 9}, "mm3x": {2: 4, 5, 6, 7, 8}, "mm4x": {2: 5, 6, 8, 9, 10}, "mm5x": {2: 6, 7, 9},
		"bc2x": {2: 2, 3, 3, 4, 5, 6, 7, 8, 9, 10}, "bc3x": {3: 4, 4, 5, 6, 7, 7, 8}, "bc4x": {4: 6, 6, 7, 8, 9}, "bc5x": {5: 8, 12},
		"bp2x": {2: 3, 4, 5, 6, 7, 8, 9}, "bp3x": {2: 4, 5, 7, 8, 9}, "bp4x": {2: 5, 9, 10, 11}, "bp5x": {2: 6, 9, 16},
	} {
		for colours, n := range want {
			if n == 0 {
				continue
			}
			g := enginetest.Game(t, fmt.Sprint(row, colours))
			if testing.Short() && game.CountSecrets(g) > 700 {
				continue
			}
			rounds, err := Longest(t.Context(), g, Options{})
			if err != nil || len(rounds) != n {
				t.Errorf("%s: %d rounds, %v; %d are known", g, len(rounds), err, n)
				continue
			}
			secret := rounds[n-1].Guess
			for i, r := range rounds {
				if f := g.Feedback(secret, r.Guess); f != r.Feedback || (f == g.Final()) != (i == n-1) {
					t.Errorf("%s: round %d is answered %s", g, i+1, g.FormatFeedback(f))
				}
				for _, before := range rounds[:i] {
					if g.Feedback(r.Guess, before.Guess) != before.Feedback {
						t.Errorf("%s: guess %d is no candidate", g, i+1)
					}
				}
			}
		}
	}
}

// TestLongestIsTheTail compares with the tail of what a random player may expect.
func TestLongestIsTheTail(t *testing.T) {
	for _, name := range []string{"mm3x5", "bc3x6", "mm4x4", "bp3x4"} {
		g := enginetest.Game(t, name)
		e, err := Expect(t.Context(), g, strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rounds, err := Longest(t.Context(), g, Options{Memory: 1}); err == nil {
			t.Errorf("%s: %d rounds in a byte of memory", name, len(rounds))
		}
		rounds, err := Longest(t.Context(), g, Options{})
		if err != nil || len(rounds) != e.Worst() {
			t.Errorf("%s: %d rounds, %v; the random player may need %d", name, len(rounds), err, e.Worst())
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Longest(ctx, enginetest.Game(t, "mm4x6"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before: %v", err)
	}
}
