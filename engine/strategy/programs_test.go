package strategy

import (
	"math"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

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
	for _, colour := range game.StructureOf(g).Alphabet {
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
