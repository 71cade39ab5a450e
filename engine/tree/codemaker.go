package tree

import "codebreak/engine/game"

// An adversarial codemaker fixes no secret: its feedback keeps the game
// going, as long as some secret agrees with all its feedback. These
// play against the strategy of a tree; both return the rounds of the game, up to
// the solution.

// GreedyCodemaker gives the feedback that leaves the most candidates; among
// equally large parts it takes the first in feedback order.
func (t *Tree) GreedyCodemaker() []game.Round {
	return t.line((*Node).Candidates, 1)
}

// PerfectCodemaker gives the feedback after which the game lasts longest; among feedback that
// makes it equally long it takes the first. Its games are as
// long as the tree's worst case.
func (t *Tree) PerfectCodemaker() []game.Round {
	return t.line((*Node).Worst, 0)
}

// line follows the branches of the largest value, where end is the value of the final
// feedback.
func (t *Tree) line(value func(*Node) int, end int) (line []game.Round) {
	for n := t.Root; n != nil; {
		best := 0
		bestValue := -1
		for i, b := range n.Branches {
			v := end
			if b.Next != nil {
				v = value(b.Next)
			}
			if v > bestValue {
				best = i
				bestValue = v
			}
		}

		line = append(line, game.Round{Guess: n.Guess, Feedback: n.Branches[best].Feedback})
		n = n.Branches[best].Next
	}
	return line
}
