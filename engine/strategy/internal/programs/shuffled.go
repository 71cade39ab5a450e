package programs

import (
	"fmt"
	"slices"

	"codebreak/engine/game"
)

// CheckShuffled refuses games in which not all rows of colours are secrets.
func CheckShuffled(g game.Game) error {
	p, ok := game.PegRules(g)
	if !ok || !p.SecretRepeats || !p.GuessRepeats {
		return fmt.Errorf("shuffled@rosu plays Mastermind with repeated colours, such as mm4x6, not %s", g)
	}
	return nil
}

// DealShuffled deals games of radurosu/mastermind (solver2026/gpu), a program of 2026 that
// ports one of 1997: the game of a number for a seed is its secret, and a function that picks
// a candidate.
func DealShuffled(g game.Game) func(seed, number uint64) (secret game.Code, pick func([]game.Code) game.Code) {
	rules, _ := game.PegRules(g) // CheckShuffled allows the game, so it has them

	return func(seed, number uint64) (secret game.Code, pick func([]game.Code) game.Code) {
		state := xorshift(seed ^ (number*0x9E3779B97F4A7C15 + 0x1234567))
		state.below(1) // the program skips two draws
		state.below(1)

		var order shuffled
		for i := range rules.Positions {
			secret = secret.With(i, state.below(rules.Colours))
			order.shuffle(i, rules.Colours, &state)
		}
		return secret, func(candidates []game.Code) game.Code {
			return slices.MinFunc(candidates, order.compare)
		}
	}
}

// An xorshift is the state of the generator xorshift64*.
type xorshift uint64

// below draws a number below n.
func (x *xorshift) below(n int) int {
	*x ^= *x >> 12
	*x ^= *x << 25
	*x ^= *x >> 27
	return int(*x * 0x2545F4914F6CDD1D % xorshift(n))
}

// shuffled orders codes: shuffled[i][colour] is the place of a colour in the order of
// position i.
type shuffled [game.MaxPositions][game.MaxColours]int

// shuffle draws the order of the colours at position i (Fisher and Yates).
func (s *shuffled) shuffle(i, colours int, state *xorshift) {
	for j := range colours {
		s[i][j] = j
	}

	order := s[i]
	for j := colours - 1; j > 0; j-- {
		k := state.below(j + 1)
		order[j], order[k] = order[k], order[j]
		s[i][order[j]] = j
	}
	s[i][order[0]] = 0
}

// compare compares two codes at the first position in which they differ.
func (s *shuffled) compare(a, b game.Code) int {
	i := 0
	for i < game.MaxPositions-1 && a.At(i) == b.At(i) {
		i++
	}
	return s[i][a.At(i)] - s[i][b.At(i)]
}
