package tree

// An adversarial codemaker fixes no secret: it answers each guess so as to keep
// the game going, as long as some secret agrees with all its answers. These
// play against the strategy that a tree is; both return the rounds of the
// game, the last of which hits.

// A Line is a game: guesses by their nodes, with the feedback each got.
type Line []LineRound

// A LineRound is one guess of a game and the branch that the answer takes.
type LineRound struct {
	Node   *Node
	Branch Branch
}

// GreedyCodemaker answers each guess so that the most candidates are left; of
// equally large parts it takes the first in feedback order.
func (t *Tree) GreedyCodemaker() Line { return t.line((*Node).Candidates, 1) }

// PerfectCodemaker answers so that the game lasts longest; of answers that
// last equally long it takes the first in feedback order. Its games are as
// long as the tree's worst case.
func (t *Tree) PerfectCodemaker() Line { return t.line(height, 0) }

// line follows the answers of the largest value, that of a hit being end.
func (t *Tree) line(value func(*Node) int, end int) Line {
	var line Line
	for n := t.Root; n != nil; {
		best, bestValue := 0, -1
		for i, b := range n.Branches {
			v := end
			if b.Next != nil {
				v = value(b.Next)
			}
			if v > bestValue {
				best, bestValue = i, v
			}
		}
		line = append(line, LineRound{n, n.Branches[best]})
		n = n.Branches[best].Next
	}
	return line
}

// height returns the largest number of guesses that a game may still last.
func height(n *Node) int {
	most := 1
	for _, b := range n.Branches {
		if b.Next != nil {
			most = max(most, 1+height(b.Next))
		}
	}
	return most
}
