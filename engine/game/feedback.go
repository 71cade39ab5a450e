package game

import "fmt"

// A Feedback is the reply to a guess, as a small index by which partitions are indexed. In peg
// games it packs the numbers of black and white pegs. Feedback with fewer pegs comes first, and
// among equal numbers of pegs feedback with fewer blacks: 0A0B, 0A1B, 1A0B, 0A2B, 1A1B, 2A0B, …
// Other games number their feedback as they like.
type Feedback uint16

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
