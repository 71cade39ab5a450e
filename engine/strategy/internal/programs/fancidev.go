package programs

import (
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// The program fancidev/mastermind of July 2010 filters its guesses (Enumerate.cpp of
// widmaN/mastermind-strategy 87aa04b), and has a typing error in its rule for ties
// (CodeBreaker.cpp).

// FancidevPool returns the guesses of a list that the program keeps after the rounds of path:
// only some of the guesses that it takes to be equivalent. The colours that no candidate has form
// one class, and the other colours that were never guessed a second. A code must use the
// colours of a class in ascending order, each after all lower ones. After the highest colour
// the program expects the lowest again, and so drops codes that repeat another colour: a
// mistake.
func FancidevPool(
	g game.Game,
	candidates []game.Code,
	path []game.Round,
	list partition.Guesses,
) partition.Guesses {
	// Sets of colours are bits.
	rules, _ := game.PegRules(g)
	var guessed, possible uint16
	for i := range rules.Positions {
		for _, r := range path {
			guessed |= 1 << r.Guess.At(i)
		}
		for _, code := range candidates {
			possible |= 1 << code.At(i)
		}
	}
	classes := [...]uint16{(1<<rules.Colours - 1) &^ possible, possible &^ guessed}

	return list.Keep(func(guess game.Code) bool {
		left := classes // the colours that are still to come, the lowest next
		for i := range rules.Positions {
			colour := uint16(1) << guess.At(i)
			for j, class := range classes {
				next := left[j] & -left[j]
				switch {
				case class&colour == 0:
				case colour == next:
					left[j] &^= colour
					if left[j] == 0 {
						left[j] = class
					}
				case colour > next || !rules.GuessRepeats:
					return false
				}
			}
		}
		return true
	})
}

// FancidevTies returns the guesses of a list from which the program chooses again, instead of
// the best one; none if it keeps that one. By the typing error, a guess that separates all
// candidates, without being a candidate, gives way to the next candidate in order, however
// bad, and this one to any later guess that is better.
func FancidevTies(
	g game.Game,
	space partition.Space,
	list partition.Guesses,
	best game.Code,
) partition.Guesses {
	counts := partition.NewCounts(g)
	space.Count(best, counts)
	if slices.Max(counts) > 1 || counts[g.Final()] == 1 {
		return partition.Guesses{}
	}

	passed := false
	keep := false
	return list.Keep(func(guess game.Code) bool {
		passed = passed || guess == best
		keep = keep || passed && slices.Contains(space.Codes(), guess)
		return keep
	})
}
