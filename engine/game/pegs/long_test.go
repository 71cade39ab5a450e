package pegs

import (
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestLong holds long games against the rules, and the rows of short games against their codes.
func TestLong(t *testing.T) {
	for name, codes := range map[string]int{
		"mm9x2": 512, "mm10x3": 59_049, "bc9x9": 362_880, "bp10x2": 1024, "bc9x9-bulls": 362_880, "mm9x3-digits": 19_683, "bc9x10-nozero": 3_265_920,
	} {
		if !enginetest.Long() && codes > 1<<20 {
			continue
		}
		g := enginetest.Game(t, name)
		if secrets, guesses := game.CountSecrets(g), game.CountGuesses(g); secrets != codes || guesses != codes || g.String() != name || !game.SymmetriesOf(g).None() {
			t.Fatalf("%s: %d secrets, %d guesses, want %d", name, secrets, guesses, codes)
		}
		if game.CanonicalGuesses(g) != nil || game.Width(g) < 9 {
			t.Errorf("%s is symmetric, or of width %d", name, game.Width(g))
		}

		positions, _ := g.Shape()
		counted := 0
		for i := range 1 << (4 * positions) {
			if g.IsGuess(game.Code(i) << (4 * (game.MaxPositions - positions))) {
				counted++
			}
		}
		if counted != codes {
			t.Errorf("%s: %d codes of its shape, want %d", name, counted, codes)
		}

		seen := map[game.Feedback]bool{}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			secret, guess := g.(*long).code(rng.IntN(codes)), g.(*long).code(rng.IntN(codes))
			if rng.IntN(20) == 0 {
				guess = secret
			}
			f := g.Feedback(secret, guess)
			seen[f] = true
			out := make([]game.Feedback, 1)
			if game.Feedbacks(g, []game.Code{secret})(guess, out); out[0] != f {
				t.Fatalf("%s: feedback %s, of many secrets %s", name, f, out[0])
			}
			if f != g.Reference(secret, guess) || (f == g.Final()) != (secret == guess) || int(f) >= g.OutcomeLimit() {
				t.Fatalf("%s: secret %s, guess %s: %s", name, g.FormatCode(secret), g.FormatCode(guess), f)
			}
			if back, err := g.ParseCode(g.FormatCode(guess)); err != nil || back != guess {
				t.Fatalf("%s: %s is read back as %d, %v", name, g.FormatCode(guess), back, err)
			}
			if back, err := g.ParseFeedback(g.FormatFeedback(f)); err != nil || back != f {
				t.Fatalf("%s: %s is read back as %s, %v", name, g.FormatFeedback(f), back, err)
			}
		}
		if len(seen) > g.Outcomes() {
			t.Errorf("%s: %d kinds of feedback, Outcomes says %d", name, len(seen), g.Outcomes())
		}
	}

	// The same rules with few positions, whose codes are known otherwise.
	for _, name := range []string{"mm4x4", "bc4x6", "bp3x4", "bc4x7-nozero", "bc3x5-bulls"} {
		short := enginetest.Game(t, name).(Game)
		numbered := newLong(short)
		secrets, _ := game.Codes(short)
		all, _ := game.Codes(numbered)
		if len(all) != len(secrets) {
			t.Fatalf("%s has %d rows, %d codes", name, len(all), len(secrets))
		}
		for i, a := range secrets {
			if numbered.FormatCode(all[i]) != short.FormatCode(a) {
				t.Fatalf("%s: row %d is %s", name, i, numbered.FormatCode(all[i]))
			}
			for j := 0; j < len(secrets); j += 1 + len(secrets)/50 {
				if f := numbered.Feedback(all[i], all[j]); f != short.Feedback(a, secrets[j]) {
					t.Fatalf("%s: %s and %s: %s", name, short.FormatCode(a), short.FormatCode(secrets[j]), f)
				}
			}
		}
	}

	for text, want := range map[string]string{"012345678": "begins with 0; bc9x10-nozero forbids that", "112345678": "repeats a digit", "12": "has 2 positions; bc9x10-nozero codes have 9", "12345678x": "is not allowed"} {
		_, err := enginetest.Game(t, "bc9x10-nozero").ParseCode(text)
		enginetest.Refused(t, text, err, want)
	}
	g := enginetest.Must(game.WithSymbols(enginetest.Game(t, "mm9x2"), "ab"))(t)
	if c, err := g.ParseCode("AABBABABA"); err != nil || g.FormatCode(c) != "aabbababa" || game.Plain(g).FormatCode(c) != "112212121" {
		t.Errorf("symbols: %s, %v", g.FormatCode(c), err)
	}
}
