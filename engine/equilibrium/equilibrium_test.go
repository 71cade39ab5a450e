package equilibrium

import (
	"context"
	"errors"
	"fmt"
	"math"
	exact "math/big"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

func mustSolve(t *testing.T, g game.Game) Equilibrium {
	t.Helper()
	e, err := Solve(t.Context(), g, DefaultMemory)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestMatrixGame(t *testing.T) {
	column := func(entries ...int64) []*exact.Rat {
		var out []*exact.Rat
		for _, n := range entries {
			out = append(out, exact.NewRat(n, 1))
		}
		return out
	}
	for _, test := range []struct {
		game matrixGame
		want string
	}{
		{matrixGame{1, [][]*exact.Rat{column(3), column(2)}}, "2 [1/1] [0/1 1/1]"},
		{matrixGame{2, [][]*exact.Rat{column(3, 1), column(1, 2)}}, "5/3 [1/3 2/3] [1/3 2/3]"},
		{matrixGame{3, [][]*exact.Rat{column(1, 2, 3), column(3, 2, 1)}}, "2 [1/2 0/1 1/2] [1/2 1/2]"},
	} {
		value, most, rows, columns, err := test.game.solve()
		if err != nil || value.Cmp(most) != 0 {
			t.Fatal(err, value, most)
		}
		if got := fmt.Sprint(value.RatString(), " ", rows, " ", columns); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestSolve(t *testing.T) {
	for name, want := range map[string]string{
		"mm2x2": "2", "mm2x3": "29/12", "mm3x3": "73/27", "mm4x2": "39/14", "mm3x4": "219/68",
		"bp3x3": "95/27", "bc3x4": "3",
	} {
		e := mustSolve(t, enginetest.Game(t, name))
		if e.Value.RatString() != want {
			t.Fatalf("%s: %v, want %s", name, e.Value, want)
		}
		// A class that the codemaker plays takes just the value.
		for i, mean := range e.Means() {
			if order := mean.Cmp(e.Value); order > 0 || order < 0 && e.Probabilities[i].Sign() > 0 {
				t.Errorf("%s: class %d takes %s", name, i, mean.RatString())
			}
		}
		mean := e.Trees[0].Means[0]
		mean.Add(mean, exact.NewRat(1, 1000))
		if e.Check(t.Context()) == nil {
			t.Errorf("%s: a mean that the tree does not have passes the check", name)
		}
		mean.Sub(mean, exact.NewRat(1, 1000))
		if err := e.Check(t.Context()); err != nil {
			t.Error(err)
		}
		e.Value.Sub(e.Value, exact.NewRat(1, 1000))
		if e.Check(t.Context()) == nil {
			t.Errorf("%s: a smaller value passes the check", name)
		}
	}
}

// TestValueByHand follows mm2x2: 11 and 22 against 12 and 21. A tree that
// begins with 11 takes 11 one guess, 22 two, and the others two and three; one
// that begins with 12 takes 12 one, 21 two, and the others two and three. With
// probability 1/2 of each, every secret takes 2 guesses.
func TestValueByHand(t *testing.T) {
	e := mustSolve(t, enginetest.Game(t, "mm2x2"))
	if len(e.Trees) != 2 || e.Trees[0].Probability.RatString() != "1/2" {
		t.Errorf("trees %v", e.Trees)
	}
	for _, played := range e.Trees {
		sum := new(exact.Rat).Add(played.Means[0], played.Means[1])
		if sum.Cmp(exact.NewRat(4, 1)) != 0 {
			t.Errorf("means %v", played.Means)
		}
	}
}

func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := enginetest.Game(t, "mm3x4")
	if _, err := Solve(ctx, g, DefaultMemory); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestClassesRejects(t *testing.T) {
	for _, name := range []string{"twod5", "bc4x6-nozero"} {
		g := enginetest.Game(t, name)
		if _, err := Classes(g); err == nil {
			t.Errorf("%s has classes", name)
		}
	}
}

// warm is Mastermind answered with whether any peg is black: a symmetric game that
// is not one of pegs.
type warm struct{ pegs.Game }

func (g warm) String() string     { return "warm2x3" }
func (warm) OutcomeLimit() int    { return 3 }
func (warm) Outcomes() int        { return 3 }
func (warm) Final() game.Feedback { return 2 }
func (g warm) Structure() game.Structure {
	return g.Game.Structure().WithFeedbackOf(g)
}
func (g warm) Feedback(secret, guess game.Code) game.Feedback {
	return g.Reference(secret, guess)
}

func (g warm) Reference(secret, guess game.Code) game.Feedback {
	if secret == guess {
		return g.Final()
	}
	for i := range g.Positions {
		if secret.At(i) == guess.At(i) {
			return 1
		}
	}
	return 0
}

// naiveTotal finds the least total of a set by trying every guess at every set.
func naiveTotal(g game.Game, guesses, candidates []game.Code, known map[string]int64) int64 {
	key := fmt.Sprint(candidates)
	if least, ok := known[key]; ok {
		return least
	}
	least := int64(math.MaxInt64)
next:
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		for _, secret := range candidates {
			f := g.Reference(secret, guess)
			parts[f] = append(parts[f], secret)
		}
		total := int64(len(candidates))
		for f, part := range parts {
			switch {
			case f == g.Final():
			case len(part) == len(candidates):
				continue next
			default:
				total += naiveTotal(g, guesses, part, known)
			}
		}
		least = min(least, total)
	}
	known[key] = least
	return least
}

// TestRegisteredGame solves a game from outside, and compares its least mean with a
// search that tries every guess.
func TestRegisteredGame(t *testing.T) {
	base, err := pegs.Parse("mm2x3")
	if err != nil {
		t.Fatal(err)
	}
	err = game.Register(game.Family{
		Pattern: "warm2x3", Help: "whether any peg is black", Example: "warm2x3", Version: "1",
		Parse: func(name string) (game.Game, bool, error) { return warm{base}, name == "warm2x3", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	g := enginetest.Game(t, "warm2x3")
	e := mustSolve(t, g)
	secrets, guesses := game.Codes(g)
	least := exact.NewRat(naiveTotal(g, guesses, secrets, map[string]int64{}), int64(len(secrets)))
	if e.LeastMean.Cmp(least) != 0 || e.Value.Cmp(least) < 0 {
		t.Errorf("least mean %s, naively %s; value %s", e.LeastMean, least, e.Value)
	}
}
