package game_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestRepresentatives checks, after one and two guesses, that every guess has
// a representative that makes parts of the same sizes of every set of
// candidates that feedback leaves, in the same order of the feedback.
func TestRepresentatives(t *testing.T) {
	for _, name := range []string{"mm3x4", "bc3x6", "bc3x5-bulls", "bp3x4", "mm3x5-distinct", "mm4x3"} {
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
			one := start.After(game.Round{Guess: first})
			checkRepresentatives(t, g, secrets, guesses, one, []game.Code{first})
			for _, second := range slices.Collect(one.Representatives(guesses))[:3] {
				checkRepresentatives(t, g, secrets, guesses, one.After(game.Round{Guess: second}), []game.Code{first, second})
			}
		}
	}
}

func checkRepresentatives(t *testing.T, g pegs.Game, secrets, guesses []game.Code, symmetries game.Symmetries, path []game.Code) {
	t.Helper()

	// profile counts the combinations of feedback to the guesses of the path and one
	// more: equivalent guesses have equal profiles.
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

// TestNormal takes random guesses to their normal form: feedback stays the same, guesses that
// are exchanged go to the same form, and back is the inverse.
func TestNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"mm3x4", "mm4x6", "bc4x10", "bc4x6-bulls", "bp3x4", "mm3x5-distinct", "mm4x3"} {
		g, err := pegs.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses := game.Codes(g)
		positions, colours := g.Shape()
		perPosition := len(game.CanonicalGuesses(g)) == 1 && strings.HasPrefix(name, "bp")

		for range 200 {
			own, other := make([]game.Round, 4), make([]game.Round, 4)
			from := rng.Perm(positions)
			rows := [][]int{rng.Perm(colours), rng.Perm(colours), rng.Perm(colours), rng.Perm(colours)}
			if !perPosition {
				rows = slices.Repeat(rows[:1], 4)
			}
			for i := range own {
				own[i].Guess = guesses[rng.IntN(len(guesses))]
				for p := range positions {
					other[i].Guess = other[i].Guess.With(p, rows[p][own[i].Guess.At(from[p])])
				}
			}

			normal, back := game.SymmetriesOf(g).Normal(own)
			if same, _ := game.SymmetriesOf(g).Normal(other); !slices.Equal(same, normal) {
				t.Fatalf("%s: %v and %v go to %v and %v", name, own, other, normal, same)
			}

			for i, r := range normal {
				secret := secrets[rng.IntN(len(secrets))]
				if back(r.Guess) != own[i].Guess || g.Reference(secret, r.Guess) != g.Reference(back(secret), own[i].Guess) {
					t.Fatalf("%s: %v, back from %v is %v", name, own[i], r, back(r.Guess))
				}
			}
			if least := game.SymmetriesOf(g).Least(own[0].Guess); normal[0].Guess != least {
				t.Fatalf("%s: %v goes to %v, the least is %v", name, own[0], normal[0], least)
			}
		}
	}
}
