package optimal

import (
	"slices"
	"testing"

	"codebreak/engine/game"
)

// TestRepresentatives checks, after one and two guesses, that every guess has
// a representative that makes parts of the same sizes of every set of
// candidates that answers leave, in the same order of the answers.
func TestRepresentatives(t *testing.T) {
	for _, name := range []string{"mm3x4", "bc3x6", "bp3x4", "mm3x5-distinct", "mm4x3"} {
		parsed, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g := parsed.(game.Pegs)
		secrets, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		start := allSymmetries(g)
		if first := representatives(start, g, guesses); !slices.Equal(first, g.Patterns()) {
			t.Errorf("%s: first guesses %v, patterns %v", name, first, g.Patterns())
		}
		for _, first := range g.Patterns() {
			one := fixing(start, g, first)
			checkRepresentatives(t, g, secrets, guesses, one, []game.Code{first})
			for _, second := range representatives(one, g, guesses)[:3] {
				checkRepresentatives(t, g, secrets, guesses, fixing(one, g, second), []game.Code{first, second})
			}
		}
	}
}

func checkRepresentatives(t *testing.T, g game.Pegs, secrets, guesses []game.Code, symmetries []symmetry, path []game.Code) {
	t.Helper()
	// profile counts the answers to the guesses of the path and one more, all
	// together: alike guesses have equal profiles.
	profile := func(guess game.Code) string {
		counts := map[string]int{}
		for _, secret := range secrets {
			key := ""
			for _, p := range append(path[:len(path):len(path)], guess) {
				key += g.FormatFeedback(g.Reference(secret, p)) + " "
			}
			counts[key]++
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
	kept := representatives(symmetries, g, guesses)
	profiles := map[string]bool{}
	for _, guess := range kept {
		profiles[profile(guess)] = true
	}
	for _, guess := range guesses {
		if !profiles[profile(guess)] {
			t.Fatalf("%s after %v: guess %s is like none of the %d kept", g, path, g.FormatCode(guess), len(kept))
		}
	}
	if len(kept) == len(guesses) && len(symmetries) > 1 {
		t.Errorf("%s after %v: nothing was left out", g, path)
	}
}
