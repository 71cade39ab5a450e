package proof

import (
	"iter"

	"codebreak/engine/game"
)

// A Part is the secrets of a set that give a guess the same answer, other than the final one.
type Part struct {
	Answer game.Feedback
	Set    []int32
}

// Split returns the parts that a guess leaves of a set, by answer.
func (r *Rules) Split(set []int32, guess int32) (parts []Part) {
	row := r.answersTo(guess, set)
	var sets [mostOutcomes][]int32
	for _, secret := range set {
		sets[row[secret]] = append(sets[row[secret]], secret)
	}
	for answer, part := range sets[:r.game.OutcomeLimit()] {
		if len(part) > 0 && game.Feedback(answer) != r.game.Final() {
			parts = append(parts, Part{game.Feedback(answer), part})
		}
	}
	return parts
}

// Open yields the guesses that rule 3 keeps and rule 1 does not refute: by the sizes of their
// parts they may cost less than a bound.
func (s *Step) Open(bound int) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, guess := range s.kept {
			if int(s.least[i]) < bound && s.bySizes(guess) < bound && !yield(guess) {
				return
			}
		}
	}
}

// bySizes is rule 1 for a guess.
func (s *Step) bySizes(guess int32) (total int) {
	row := s.rules.answersTo(guess, s.Set)
	var counts [mostOutcomes]int32
	for _, secret := range s.Set {
		counts[row[secret]]++
	}
	counts[s.rules.game.Final()] = 0

	total = len(s.Set)
	for _, size := range counts[:s.rules.game.OutcomeLimit()] {
		total += s.sizes[size]
	}
	return total
}
