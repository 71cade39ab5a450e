package game

import (
	"fmt"
	"slices"
	"strings"
)

// A Feedback is the reply to a guess, as a small index. In peg games it packs a number of
// black and of white pegs: feedback with fewer pegs comes first, and among those with the
// same number of pegs the ones with fewer blacks: 0A0B, 0A1B, 1A0B, 0A2B, 1A1B, 2A0B, …
// Other games number their feedback as they like. Partitions are indexed by it.
type Feedback uint16

// A Round is a guess and its feedback.
type Round struct {
	Guess    Code
	Feedback Feedback
}

// Consistent keeps the secrets that agree with all rounds, in their order; without rounds it
// returns the same slice.
func Consistent(g Game, secrets []Code, rounds []Round) []Code {
	for _, r := range rounds {
		var left []Code
		for _, s := range secrets {
			if g.Feedback(s, r.Guess) == r.Feedback {
				left = append(left, s)
			}
		}
		secrets = left
	}
	return secrets
}

// History writes rounds as people read them, "1122 1A0B, 3344 0A2B". Long
// histories are abbreviated; an empty one reads "the beginning".
func History(g Game, rounds []Round) string {
	const most, last = 12, 2
	if len(rounds) == 0 {
		return "the beginning"
	}

	var texts []string
	for _, r := range rounds {
		texts = append(texts, g.FormatCode(r.Guess)+" "+g.FormatFeedback(r.Feedback))
	}
	if n := len(texts); n > most {
		omitted := fmt.Sprintf("… %d more …", n-most+1)
		texts = slices.Replace(texts, most-last-1, n-last, omitted)
	}
	return strings.Join(texts, ", ")
}

// MaxPegFeedbacks is one more than the largest feedback index of any peg game.
const MaxPegFeedbacks = (MaxPositions + 1) * (MaxPositions + 2) / 2

// NewFeedback packs a number of black and of white pegs, together at most
// MaxPositions.
func NewFeedback(black, white int) Feedback {
	pegs := black + white
	return Feedback(pegs*(pegs+1)/2 + black)
}

// Pegs returns the number of black and of white pegs.
func (f Feedback) Pegs() (black, white int) {
	pegs := 0
	for (pegs+1)*(pegs+2)/2 <= int(f) {
		pegs++
	}
	black = int(f) - pegs*(pegs+1)/2
	return black, pegs - black
}

// String writes the feedback of a peg game as 1A2B: one black (bull), two
// white (cows).
func (f Feedback) String() string {
	black, white := f.Pegs()
	return fmt.Sprintf("%dA%dB", black, white)
}
