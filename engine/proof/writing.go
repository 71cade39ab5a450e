package proof

import (
	"iter"

	"codebreak/engine/game"
)

// Validate returns an error unless a proof can begin with the claim.
func (c Claim) Validate() error {
	_, err := parseClaim(c.String(), c.Game)
	return err
}

// A Part is the secrets of a set with the same feedback on a guess, other than the final one.
type Part struct {
	Feedback game.Feedback
	Set      []int32
}

// Split returns the parts that a guess leaves of a set, by feedback.
func (r *Rules) Split(set []int32, guess int32) (parts []Part) {
	row := r.feedbackOn(guess, set)
	var sets [mostOutcomes][]int32
	for _, secret := range set {
		sets[row[secret]] = append(sets[row[secret]], secret)
	}
	for feedback, part := range sets[:r.game.OutcomeLimit()] {
		if len(part) > 0 && game.Feedback(feedback) != r.game.Final() {
			parts = append(parts, Part{game.Feedback(feedback), part})
		}
	}
	return parts
}

// Open yields the guesses that rule 3 keeps and rule 1 does not refute: by the sizes of their
// parts they may cost less than a bound.
func (s *Step) Open(bound int) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, guess := range s.kept {
			if int(s.least[i]) < bound && s.open(guess, bound) && !yield(guess) {
				return
			}
		}
	}
}

// open reports whether a guess may cost less than a bound, by the sizes of its parts.
func (s *Step) open(guess int32, bound int) bool {
	_, total := s.count(guess)
	return total < bound
}
