package static_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/static"
)

// leftPlain counts what guesses leave, by the rule as a person would state it.
func leftPlain(g game.Game, guesses []game.Code) (l static.Left) {
	secrets, _ := game.Codes(g)
	classes := map[string]int{}
	for _, secret := range secrets {
		key := ""
		for _, guess := range guesses {
			key += g.FormatFeedback(g.Reference(secret, guess)) + " "
		}
		classes[key]++
	}
	for _, n := range classes {
		l.Classes++
		l.Squares += n * n
		if n == 1 {
			l.Identified++
		}
	}
	return l
}

// TestOpenings compares the best openings with those of all pairs, and what they leave.
func TestOpenings(t *testing.T) {
	games := []game.Game{someWords(t, 9), someWords(t, 26)}
	for _, name := range []string{"mm2x4", "mm3x3", "bc3x4", "bp3x3"} {
		games = append(games, enginetest.Game(t, name))
	}
	for _, g := range games {
		_, codes := game.Codes(g)
		o, err := static.NewOpenings(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		most := map[static.Measure][3]int{}
		for _, a := range codes {
			for _, b := range codes {
				for i, guesses := range [][]game.Code{{a}, {a, b}} {
					l := leftPlain(g, guesses)
					if got, err := o.Of(guesses); err != nil || got.Left != l {
						t.Fatalf("%s: %v leaves %+v, %v, by counting %+v", g, guesses, got.Left, err, l)
					}
					for by, score := range map[static.Measure]int{static.MostClasses: l.Classes, static.LeastExpected: -l.Squares + 1<<30, static.MostIdentified: l.Identified} {
						m := most[by]
						m[i] = max(m[i], score)
						most[by] = m
					}
				}
			}
		}
		for i := range 3 {
			var found []static.Opening
			for _, workers := range []int{1, 3} {
				best, exact, err := o.Best(t.Context(), i+1, workers, 1)
				if err != nil || exact != (i < 2) || found != nil && !reflect.DeepEqual(found, best) {
					t.Errorf("%s: %v with %d workers, %v before; exact %v, %v", g, best, workers, found, exact, err)
				}
				found = best
			}
			for m, by := range static.Measures() {
				best := found[m]
				if len(best.Guesses) != i+1 || best.Left != leftPlain(g, best.Guesses) {
					t.Errorf("%s, %s: %+v", g, by, best)
				}
				if score := (map[static.Measure]int{static.MostClasses: best.Classes, static.LeastExpected: -best.Squares + 1<<30, static.MostIdentified: best.Identified})[by]; i < 2 && score != most[by][i] {
					t.Errorf("%s, %s: %d guesses score %d, and %d is possible", g, by, i+1, score, most[by][i])
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := o.Best(ctx, 2, 2, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", g, err)
		}
	}
}

// TestOpeningsWrong has codes that may not be guessed.
func TestOpeningsWrong(t *testing.T) {
	g := restricted{enginetest.Game(t, "bc2x4").(pegs.Game)}
	o, err := static.NewOpenings(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	secrets, _ := game.Codes(g)
	for _, code := range secrets {
		if _, err := o.Of([]game.Code{code}); (err == nil) != g.IsGuess(code) {
			t.Errorf("%s: %v", g.FormatCode(code), err)
		}
	}
}
