package tree

import (
	"fmt"

	"codebreak/engine/game"
)

// Check replays every secret of the game through the tree, by the pencil rule
// [game.NaiveFeedback], and returns the histogram of the number of guesses
// each needs. It shares no code with the growing or the measuring side. The
// error names a secret that the tree does not find, or a branch that no
// secret takes.
func Check(t *Tree) (histogram []int, err error) {
	taken := map[*Branch]bool{}
	secret := make([]int, t.Game.Positions)
	var place func(position int) error
	place = func(position int) error {
		if position == t.Game.Positions {
			guesses, err := replay(t, secret, taken)
			if err != nil {
				return fmt.Errorf("secret %v (colours from 0): %w", secret, err)
			}
			for len(histogram) <= guesses {
				histogram = append(histogram, 0)
			}
			histogram[guesses]++
			return nil
		}
	colours:
		for colour := range t.Game.ColourCount {
			if !t.Game.Repeats {
				for _, used := range secret[:position] {
					if used == colour {
						continue colours
					}
				}
			}
			secret[position] = colour
			if err := place(position + 1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := place(0); err != nil {
		return nil, err
	}
	return histogram, unreachable(t, t.Root, taken)
}

// replay follows one secret through the tree and returns the number of
// guesses after which it was guessed.
func replay(t *Tree, secret []int, taken map[*Branch]bool) (guesses int, err error) {
	n := t.Root
	for {
		if n == nil {
			return guesses, fmt.Errorf("the tree ends after %d guesses and has not found it", guesses)
		}
		guess := make([]int, t.Game.Positions)
		for i := range guess {
			guess[i] = n.Guess.At(i)
		}
		guesses++
		black, white := game.NaiveFeedback(secret, guess)
		var branch *Branch
		for i := range n.Branches {
			b := &n.Branches[i]
			if bb, bw := b.Feedback.Pegs(); bb == black && bw == white {
				branch = b
			}
		}
		if branch == nil {
			return guesses, fmt.Errorf("guess %d, %v, has no branch for %dA%dB", guesses, guess, black, white)
		}
		taken[branch] = true
		if black == t.Game.Positions {
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
			return fmt.Errorf("after guess %s no secret answers %s, but the tree has a branch for it", t.Game.FormatCode(n.Guess), b.Feedback)
		}
		if b.Next != nil {
			if err := unreachable(t, b.Next, taken); err != nil {
				return err
			}
		}
	}
	return nil
}
