package game_test

import (
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestRepresentatives checks, after one and two guesses, that every guess has
// a representative that makes parts of the same sizes of every set of
// candidates that answers leave, in the same order of the answers.
func TestRepresentatives(t *testing.T) {
	for _, name := range []string{"mm3x4", "bc3x6", "bp3x4", "mm3x5-distinct", "mm4x3"} {
		g, err := pegs.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses := game.Codes(g)
		start := game.SymmetriesOf(g)
		if first := slices.Collect(start.Representatives(guesses)); !slices.Equal(first, game.CanonicalGuesses(g)) {
			t.Errorf("%s: representatives %v, canonical first guesses %v", name, first, game.CanonicalGuesses(g))
		}
		for _, first := range game.CanonicalGuesses(g) {
			one := start.Fixing(first)
			checkRepresentatives(t, g, secrets, guesses, one, []game.Code{first})
			for _, second := range slices.Collect(one.Representatives(guesses))[:3] {
				checkRepresentatives(t, g, secrets, guesses, one.Fixing(second), []game.Code{first, second})
			}
		}
	}
}

func checkRepresentatives(t *testing.T, g pegs.Game, secrets, guesses []game.Code, symmetries game.Symmetries, path []game.Code) {
	t.Helper()
	// profile counts the answers to the guesses of the path and one more, all
	// together: equivalent guesses have equal profiles.
	profile := func(guess game.Code) string {
		counts := map[string]int{}
		for _, secret := range secrets {
			var key []byte
			for _, p := range path {
				key = append(key, byte(g.Reference(secret, p)))
			}
			counts[string(append(key, byte(g.Reference(secret, guess))))]++
		}
		var keys []string
		for key := range counts {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		out := ""
		for _, key := range keys {
			out += key + string(rune('0'+counts[key]/100)) + string(rune('0'+counts[key]%100)) + ";"
		}
		return out
	}
	kept := slices.Collect(symmetries.Representatives(guesses))
	for _, guess := range guesses {
		least := symmetries.Least(guess)
		if !slices.Contains(kept, least) || slices.Contains(kept, guess) != (least == guess) ||
			symmetries.Least(least) != least || profile(least) != profile(guess) {
			t.Fatalf("%s after %v: %s is taken to %s", g, path, g.FormatCode(guess), g.FormatCode(least))
		}
	}
	profiles := map[string]bool{}
	for _, guess := range kept {
		profiles[profile(guess)] = true
	}
	for _, guess := range guesses {
		if !profiles[profile(guess)] {
			t.Fatalf("%s after %v: guess %s is like none of the %d kept", g, path, g.FormatCode(guess), len(kept))
		}
	}
	if len(kept) == len(guesses) && !symmetries.Trivial() {
		t.Errorf("%s after %v: nothing was left out", g, path)
	}
}
