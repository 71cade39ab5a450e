package strategy

import (
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// What the program fancidev/mastermind of July 2010 does otherwise than this package
// (widmaN/mastermind-strategy 87aa04b, Enumerate.cpp and CodeBreaker.cpp).

// keptByFancidev reports which guesses the pool [AllFancidev] keeps after the guesses of
// path, with these candidates. The colours that no candidate has form a class, and the
// others that were never guessed form another. A code is to use those of a class in
// ascending order, each after all that are lower. After the highest the program expects
// the lowest again, and so drops codes that repeat another one: a mistake.
func keptByFancidev(g game.Pegs, path []game.Round, candidates []game.Code) func(guess game.Code) bool {
	coloursOf := func(code game.Code) (colours uint16) {
		for i := range g.Positions {
			colours |= 1 << code.At(i)
		}
		return colours
	}
	absent := uint16(1)<<g.Colours - 1
	unguessed := absent
	for _, r := range path {
		unguessed &^= coloursOf(r.Guess)
	}
	for _, c := range candidates {
		absent &^= coloursOf(c)
	}
	classes := [...]uint16{absent, unguessed &^ absent}
	return func(guess game.Code) bool {
		left := classes // what is expected, the lowest next
		for i := range g.Positions {
			colour := uint16(1) << guess.At(i)
			for j, class := range classes {
				next := left[j] & -left[j]
				switch {
				case class&colour == 0:
				case colour == next:
					if left[j] &^= colour; left[j] == 0 {
						left[j] = class
					}
				case colour > next || !g.GuessRepeats:
					return false
				}
			}
		}
		return true
	}
}

// mistaken returns the guesses of a list from which the ties [PickFirstFancidev] choose
// again, instead of the first of those that are best; none if they keep that. By a typing
// error, a guess that tells all candidates apart, and is none of them, gives way to the
// next candidate in order, however bad, and that to any later guess that is better.
func (c *Chooser) mistaken(list partition.Guesses, best []game.Code) (rest partition.Guesses) {
	if c.ties.Pick != PickFirstFancidev || len(best) == 0 {
		return rest
	}
	c.Space.Count(best[0], c.counts)
	if slices.Max(c.counts) > 1 || c.counts[c.game.Final()] == 1 {
		return rest
	}
	passed, from := false, false
	return list.Keep(func(guess game.Code) bool {
		passed = passed || guess == best[0]
		from = from || passed && slices.Contains(c.Space.Codes(), guess)
		return from
	})
}
