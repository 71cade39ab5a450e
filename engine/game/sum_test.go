package game

import "testing"

// TestReadmeGame tries the game that the README adds.
func TestReadmeGame(t *testing.T) {
	g, ok, err := sumFamily.parse("sum3x4")
	if !ok || err != nil || g.String() != "sum3x4" {
		t.Fatal(g, ok, err)
	}
	if _, ok, err := sumFamily.parse("sum99x4"); !ok || err == nil {
		t.Error("sum99x4 is a game")
	}
	secrets, guesses, err := Codes(g, Lex)
	if err != nil || len(secrets) != 64 {
		t.Fatal(len(secrets), err)
	}
	kinds := map[Feedback]bool{}
	for _, secret := range secrets {
		for _, guess := range guesses {
			f := g.Feedback(secret, guess)
			kinds[f] = true
			if f != g.Reference(secret, guess) || (f == g.Final()) != (secret == guess) {
				t.Errorf("%s is answered %s to %s", g.FormatCode(guess), g.FormatFeedback(f), g.FormatCode(secret))
			}
		}
	}
	if len(kinds) != g.Kinds() {
		t.Errorf("%d kinds of feedback, not %d", len(kinds), g.Kinds())
	}
}
