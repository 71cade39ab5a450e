package tree

import (
	"fmt"
	"iter"

	"codebreak/engine/game"
)

// Check replays every secret of the game through the tree, by the game's
// reference rule, and returns the histogram of the number of guesses each
// needs. It shares no code with the growing or the measuring side. The error
// names a secret that the tree does not find, a guess that the game forbids,
// or a branch that no secret takes.
func Check(t *Tree) (histogram []int, err error) {
	return CheckSubtree(t, allSecrets(t.Game))
}

// CheckSubtree is [Check] for a tree of some secrets of the game: those that
// the answers on the way to its root have left.
func CheckSubtree(t *Tree, secrets iter.Seq[game.Code]) (histogram []int, err error) {
	taken := map[*Branch]bool{}
	for secret := range secrets {
		guesses, err := replay(t, secret, taken)
		if err != nil {
			return nil, fmt.Errorf("secret %s: %w", t.Game.FormatCode(secret), err)
		}
		for len(histogram) <= guesses {
			histogram = append(histogram, 0)
		}
		histogram[guesses]++
	}
	return histogram, unreachable(t, t.Root, taken)
}

// allSecrets lists the secrets of a game, one code of its shape after another.
func allSecrets(g game.Game) iter.Seq[game.Code] {
	return func(yield func(game.Code) bool) {
		positions, numbers := g.Shape()
		codes := 1
		for range positions {
			codes *= numbers
		}
		for n := range codes {
			// The digits of n are the numbers of the code.
			var secret game.Code
			for i, rest := positions-1, n; i >= 0; i, rest = i-1, rest/numbers {
				secret = secret.With(i, rest%numbers)
			}
			if g.IsSecret(secret) && !yield(secret) {
				return
			}
		}
	}
}

// replay follows one secret through the tree and returns the number of
// guesses after which it was guessed.
func replay(t *Tree, secret game.Code, taken map[*Branch]bool) (guesses int, err error) {
	for n := t.Root; ; {
		if n == nil {
			return guesses, fmt.Errorf("the tree ends after %d guesses and has not found it", guesses)
		}
		guesses++
		if !t.Game.IsGuess(n.Guess) {
			return guesses, fmt.Errorf("guess %d, %s, is not allowed in %s", guesses, t.Game.FormatCode(n.Guess), t.Game)
		}
		answer := t.Game.Reference(secret, n.Guess)
		var branch *Branch
		for i := range n.Branches {
			if n.Branches[i].Feedback == answer {
				branch = &n.Branches[i]
			}
		}
		if branch == nil {
			return guesses, fmt.Errorf("guess %d, %s, has no branch for %s", guesses, t.Game.FormatCode(n.Guess), t.Game.FormatFeedback(answer))
		}
		taken[branch] = true
		if n.Guess == secret {
			if branch.Next != nil {
				return guesses, fmt.Errorf("the tree goes on after guess %d has hit", guesses)
			}
			return guesses, nil
		}
		n = branch.Next
	}
}

func unreachable(t *Tree, n *Node, taken map[*Branch]bool) error {
	for i := range n.Branches {
		b := &n.Branches[i]
		if !taken[b] {
			return fmt.Errorf("after guess %s no secret answers %s, but the tree has a branch for it", t.Game.FormatCode(n.Guess), t.Game.FormatFeedback(b.Feedback))
		}
		if b.Next != nil {
			if err := unreachable(t, b.Next, taken); err != nil {
				return err
			}
		}
	}
	return nil
}
