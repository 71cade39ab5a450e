package game_test

import (
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// A lopsided game embeds a game of pegs, but is another: only codes that begin
// with the lowest colour are secret, and the first position is not answered.
type lopsided struct{ pegs.Game }

func (g lopsided) String() string            { return "lopsided" }
func (g lopsided) IsSecret(c game.Code) bool { return c.At(0) == 0 }
func (g lopsided) Feedback(secret, guess game.Code) game.Feedback {
	if secret == guess {
		return g.Final()
	}
	black, _ := g.Game.Feedback(secret.Without(0).With(0, 1), guess.Without(0)).Pegs()
	return game.NewFeedback(black, 0)
}

// An owned game says that the codes of the game that it embeds are its own.
type owned struct{ lopsided }

func (g owned) Structure() game.Structure {
	return g.Game.Structure().WithFeedbackOf(g)
}

// TestEmbeddedStructure checks that a game is not mistaken for the one that
// it embeds.
func TestEmbeddedStructure(t *testing.T) {
	base, err := pegs.Parse("mm3x4")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		of   game.Game
		want bool
	}{
		{base, true},
		{lopsided{base}, false},
		{owned{lopsided{base}}, true},
		{pegs.TwoD{}, false},
	} {
		s := game.StructureOf(test.of)
		if got := []bool{s.Symmetry != game.Asymmetric, s.Sizes != nil, s.Alphabet != "", s.Enumerate != nil}; slices.Contains(got, !test.want) {
			t.Errorf("%T: symmetric, sized, alphabetic and enumerator are %v, want %v", test.of, got, test.want)
		}
		if none := game.SymmetriesOf(test.of).None(); none == test.want {
			t.Errorf("%T: no symmetries: %v", test.of, none)
		}
		if plain := game.Plain(test.of); plain != test.of {
			t.Errorf("%T: with its usual symbols it is %T", test.of, plain)
		}
		if _, err := game.WithSymbols(test.of, "abcd"); (err == nil) != (test.of == game.Game(base)) {
			t.Errorf("%T: with other symbols: %v", test.of, err)
		}
		if _, ok := game.PegRules(test.of); ok != (test.of == game.Game(base)) {
			t.Errorf("%T: is a game of pegs: %v", test.of, ok)
		}
	}

	g := lopsided{base}
	secrets, guesses := game.Codes(g)
	if len(secrets) != 16 || len(guesses) != 64 || game.CountSecrets(g) != 16 || game.CountGuesses(g) != 64 {
		t.Errorf("%d secrets, counted as %d, %d guesses, counted as %d", len(secrets), game.CountSecrets(g), len(guesses), game.CountGuesses(g))
	}
	if game.CheckOrder(g, game.Swap) == nil {
		t.Error("order swap was accepted")
	}
}
