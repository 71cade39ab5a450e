package strategy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// TestLn compares logarithms of sizes and of shares with those of package math, and with
// a few known to the bit where package math does not round correctly.
func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for range 100_000 {
		x := float64(1+rng.IntN(1<<15)) / float64(1+rng.IntN(9))
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 0x1.8p-52*math.Abs(want) {
			t.Fatalf("ln %v = %v, want %v", x, got, want)
		}
	}

	for x, want := range map[float64]float64{
		3:  0x1.193ea7aad030bp+0,
		14: 0x1.51cca16d7bba7p+1,
		48: 0x1.ef8383c50bb75p+1,
		74: 0x1.1375cd6fcab1dp+2,
	} {
		if got := ln(x); got != want {
			t.Errorf("ln %v = %x, want %x", x, got, want)
		}
	}
}

// naivelyKept reports whether the pool all@fancidev keeps a guess.
func naivelyKept(g game.Game, guess game.Code, path []game.Round, candidates []game.Code) bool {
	used := func(colour rune, codes []game.Code) bool {
		return slices.ContainsFunc(codes, func(c game.Code) bool { return strings.ContainsRune(g.FormatCode(c), colour) })
	}
	var guesses []game.Code
	for _, r := range path {
		guesses = append(guesses, r.Guess)
	}

	var classes [2]string
	colours, _ := game.As[game.Alphabetic](g)
	for _, colour := range colours.Alphabet() {
		if !used(colour, candidates) {
			classes[0] += string(colour)
		} else if !used(colour, guesses) {
			classes[1] += string(colour)
		}
	}

	for _, class := range classes {
		expected := 0
		for _, colour := range g.FormatCode(guess) {
			switch at := strings.IndexRune(class, colour); {
			case at < 0:
			case at == expected:
				expected = (expected + 1) % len(class)
			case at > expected || !g.IsGuess(0):
				return false
			}
		}
	}
	return true
}

// naivelyFirst chooses by the ties first@fancidev: from the first guess to the last.
func naivelyFirst(g game.Game, m partition.Measure, guesses, candidates []game.Code) game.Code {
	chosen, best, perfect := candidates[0], int64(math.MaxInt64), false
	for _, guess := range guesses {
		counts, consistent := naiveCounts(g, guess, candidates), slices.Contains(candidates, guess)
		if score := m.Of(counts); score < best || perfect && consistent {
			chosen, best, perfect = guess, score, slices.Max(counts) == 1 && !consistent
		}
	}
	return chosen
}
