package game

import (
	"slices"
	"testing"
)

// A lopsided game embeds a game of pegs, but is another: only codes that begin
// with the lowest colour are secret, and the first position is not answered.
type lopsided struct{ Pegs }

func (g lopsided) String() string       { return "lopsided" }
func (g lopsided) IsSecret(c Code) bool { return c.At(0) == 0 }
func (g lopsided) Feedback(secret, guess Code) Feedback {
	if secret == guess {
		return g.Final()
	}
	black, _ := g.Pegs.Feedback(secret.Without(0).With(0, 1), guess.Without(0)).Pegs()
	return NewFeedback(black, 0)
}

// An owned game says that the capabilities that it was given are its own.
type owned struct{ lopsided }

func (g owned) Self() Game { return g }

// TestEmbeddedCapabilities checks that a game is not mistaken for the one that
// it embeds.
func TestEmbeddedCapabilities(t *testing.T) {
	pegs, err := ParsePegs("mm3x4")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		game Game
		want bool
	}{{pegs, true}, {lopsided{pegs}, false}, {owned{lopsided{pegs}}, true}, {TwoD{}, false}} {
		_, symmetric := As[Symmetric](test.game)
		_, sized := As[Sized](test.game)
		_, alphabetic := As[Alphabetic](test.game)
		_, enumerator := As[Enumerator](test.game)
		if got := []bool{symmetric, sized, alphabetic, enumerator}; !slices.Equal(got, []bool{test.want, test.want, test.want, test.want}) {
			t.Errorf("%T: symmetric, sized, alphabetic and enumerator are %v, want %v", test.game, got, test.want)
		}
		if none := SymmetriesOf(test.game).None(); none == test.want {
			t.Errorf("%T: no symmetries: %v", test.game, none)
		}
		if _, ok := PegRules(test.game); ok != (test.game == Game(pegs)) {
			t.Errorf("%T: is a game of pegs: %v", test.game, ok)
		}
	}
	g := lopsided{pegs}
	secrets, guesses, err := Codes(g, Lex)
	if err != nil || len(secrets) != 16 || len(guesses) != 64 || CountSecrets(g) != 16 || CountGuesses(g) != 64 {
		t.Errorf("%d secrets, counted as %d, %d guesses, counted as %d, %v", len(secrets), CountSecrets(g), len(guesses), CountGuesses(g), err)
	}
	if CheckOrder(g, Swap) == nil {
		t.Error("order swap was accepted")
	}
}

func TestParsePegs(t *testing.T) {
	g, err := ParsePegs("mm4x6-distinct")
	if want := (Pegs{Positions: 4, Colours: 6, GuessRepeats: true}); err != nil || g != want {
		t.Errorf("%+v, %v", g, err)
	}
	for _, name := range []string{"twod5", "mm9x2", "", "mm4"} {
		if g, err := ParsePegs(name); err == nil {
			t.Errorf("%q is %s", name, g)
		}
	}
}
