package search

import (
	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// node makes the tree that begins with a guess and goes on as the search has found
// best. ok is false if the context ends before it is there.
func (w *worker) node(
	candidates set,
	guess game.Code,
	k int,
	past history,
) (n *tree.Node, ok bool) {
	past = w.afterGuess(past, candidates, guess)
	return w.grow(candidates, guess, func(p part) (*tree.Node, bool) {
		past := w.afterFeedback(past, p.feedback)
		_, next, found := w.solve(p.set, k-1, past, Impossible)
		if !found {
			return nil, false
		}
		return w.node(p.set, next, k-1, past)
	})
}

// grow makes the node of a guess from the nodes of its parts.
func (c *counter) grow(
	candidates set,
	guess game.Code,
	next func(part) (*tree.Node, bool),
) (*tree.Node, bool) {
	defer c.release(c.mark())

	parts, hit := c.split(candidates, guess)
	n := &tree.Node{Guess: guess}
	if hit {
		n.Branches = append(n.Branches, tree.Branch{Feedback: c.of.final})
	}

	for _, p := range parts {
		child, ok := next(p)
		if !ok {
			return nil, false
		}
		n.Branches = append(n.Branches, tree.Branch{Feedback: p.feedback, Next: child})
	}
	n.Sort()
	return n, true
}
