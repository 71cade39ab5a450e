package tree

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// Check replays every secret of the game through the tree, by the game's
// reference rule, and returns the histogram of the number of guesses each
// needs. It shares no code with the growing or the measuring side. The error
// names a secret that the tree does not find, a guess that the game forbids,
// or a branch that no secret takes; or it comes from the context.
func Check(ctx context.Context, t *Tree) (histogram []int, err error) {
	return CheckSubtree(ctx, t, allSecrets(t.Game))
}

// CheckSubtree is [Check] for a tree of some secrets of the game: the secrets that agree
// with the feedback on the path to its root.
func CheckSubtree(ctx context.Context, t *Tree, secrets iter.Seq[game.Code]) (histogram []int, err error) {
	found := 0
	for secret := range secrets {
		if found%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}

		guesses, err := replay(t, secret)
		if err != nil {
			return nil, fmt.Errorf("secret %s: %w", t.Game.FormatCode(secret), err)
		}
		histogram = Count(histogram, guesses, 1)
		found++
	}

	// Each secret has ended at a branch of its own. If there are no other ends, every
	// branch was taken.
	if ends(t.Root) == found {
		return histogram, nil
	}
	return histogram, unreachable(ctx, t, t.Root, slices.Collect(secrets))
}

// checkEvery is the number of secrets, nodes or tokens between two checks of the
// context: a few milliseconds.
const checkEvery = 1024

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
func replay(t *Tree, secret game.Code) (guesses int, err error) {
	for n := t.Root; ; {
		if n == nil {
			return guesses, fmt.Errorf("the tree ends after %s and has not found it", wording.Count(guesses, "guess", "guesses"))
		}

		guesses++
		if !t.Game.IsGuess(n.Guess) {
			return guesses, fmt.Errorf("guess %d, %s, is not allowed in %s", guesses, t.Game.FormatCode(n.Guess), t.Game)
		}

		feedback := t.Game.Reference(secret, n.Guess)
		branch := n.taken(feedback)
		if branch == nil {
			guess := t.Game.FormatCode(n.Guess)
			return guesses, fmt.Errorf("guess %d, %s, has no branch for %s", guesses, guess, t.Game.FormatFeedback(feedback))
		}

		if n.Guess == secret {
			if branch.Next != nil {
				return guesses, fmt.Errorf("the tree goes on after guess %d, which solves it", guesses)
			}
			return guesses, nil
		}
		n = branch.Next
	}
}

// taken returns the branch for the feedback, or nil; if there are several, the last.
func (n *Node) taken(f game.Feedback) (branch *Branch) {
	for i := range n.Branches {
		if n.Branches[i].Feedback == f {
			branch = &n.Branches[i]
		}
	}
	return branch
}

// ends counts the branches at n and below that end the game, and the nodes without branches.
func ends(n *Node) (count int) {
	for _, b := range n.Branches {
		if b.Next == nil {
			count++
		} else {
			count += ends(b.Next)
		}
	}
	return max(1, count)
}

// unreachable returns an error that names the first branch at n or below that
// none of the secrets takes.
func unreachable(ctx context.Context, t *Tree, n *Node, secrets []game.Code) error {
	if err := ctx.Err(); err != nil {
		return err
	}

	takers := map[*Branch][]game.Code{}
	for _, secret := range secrets {
		b := n.taken(t.Game.Reference(secret, n.Guess))
		if b != nil {
			takers[b] = append(takers[b], secret)
		}
	}

	for i := range n.Branches {
		b := &n.Branches[i]
		if len(takers[b]) == 0 {
			guess := t.Game.FormatCode(n.Guess)
			feedback := t.Game.FormatFeedback(b.Feedback)
			return fmt.Errorf("after guess %s no secret gives %s, but the tree has a branch for it", guess, feedback)
		}
		if b.Next != nil {
			if err := unreachable(ctx, t, b.Next, takers[b]); err != nil {
				return err
			}
		}
	}
	return nil
}
