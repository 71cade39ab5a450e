package pegs

import (
	"testing"

	"codebreak/engine/game"
)

// TestAnswers compares the answers to many secrets at once with those to each.
func TestAnswers(t *testing.T) {
	for _, name := range []string{"mm2x3", "mm3x16", "mm4x6", "mm8x2", "bc3x6", "bc4x7-nozero", "mm3x5-distinct", "bp3x4", "twod5"} {
		g := mustParse(t, name)
		secrets, guesses := game.Codes(g)
		answer := game.Feedbacks(g, secrets)
		out := make([]game.Feedback, len(secrets))
		for i := 0; i < len(guesses); i += 1 + len(guesses)/300 {
			answer(guesses[i], out)
			for j, secret := range secrets {
				if want := g.Reference(secret, guesses[i]); out[j] != want {
					t.Fatalf("%s: %s to %s is %d, want %d", name, g.FormatCode(secret), g.FormatCode(guesses[i]), out[j], want)
				}
			}
		}
	}
}
