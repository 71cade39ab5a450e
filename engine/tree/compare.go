package tree

import (
	"fmt"
	"slices"

	"codebreak/engine/game"
)

// A Comparison compares how many guesses two trees of a game need for its secrets.
type Comparison struct {
	// Faster, Tied and Slower are the numbers of secrets for which the first tree needs
	// fewer guesses than the second, as many, and more.
	Faster, Tied, Slower int
	// Parting is the first place where the trees differ; nil if they are the same.
	Parting *Parting
}

// A Parting is the place where two trees first differ: the one with the fewest rounds
// before it and, among these, the first in the order of the feedback.
type Parting struct {
	Path       []game.Round // the rounds of both trees before it
	A, B       game.Code    // their guesses after these rounds
	Candidates int          // the number of candidates there
}

// Compare compares two trees. It returns an error if they are of different games or
// do not solve the same secrets.
func Compare(a, b *Tree) (Comparison, error) {
	if a.Game.String() != b.Game.String() {
		return Comparison{}, fmt.Errorf("a tree of %s and one of %s have no secrets in common", a.Game, b.Game)
	}

	guesses := a.guesses()
	var c Comparison
	missing := len(guesses)
	b.Root.solved(1, func(secret game.Code, n int) {
		switch first, ok := guesses[secret]; {
		case !ok:
			missing++
			return
		case first < n:
			c.Faster++
		case first > n:
			c.Slower++
		default:
			c.Tied++
		}
		missing--
	})
	if missing != 0 {
		return Comparison{}, fmt.Errorf("the trees of %s do not solve the same secrets", a.Game)
	}

	c.Parting = parting(a.Root, b.Root)
	return c, nil
}

// guesses returns the number of guesses that each secret takes.
func (t *Tree) guesses() map[game.Code]int {
	guesses := map[game.Code]int{}
	t.Root.solved(1, func(secret game.Code, n int) { guesses[secret] = n })
	return guesses
}

// solved calls yield for each secret below a node with the number of guesses that it
// needs, if the node makes the guess of the given number.
func (n *Node) solved(guess int, yield func(secret game.Code, guesses int)) {
	for _, b := range n.Branches {
		if b.Next == nil {
			yield(n.Guess, guess)
		} else {
			b.Next.solved(guess+1, yield)
		}
	}
}

// parting searches two trees level by level.
func parting(a, b *Node) *Parting {
	type place struct {
		a, b *Node
		path []game.Round
	}
	level := []place{{a: a, b: b}}
	for len(level) > 0 {
		var next []place
		for _, p := range level {
			if p.a.Guess != p.b.Guess {
				return &Parting{
					Path:       p.path,
					A:          p.a.Guess,
					B:          p.b.Guess,
					Candidates: p.a.Candidates(),
				}
			}

			for _, branch := range p.a.Branches {
				other := p.b.Next(branch.Feedback)
				if branch.Next == nil || other == nil {
					continue
				}
				round := game.Round{Guess: p.a.Guess, Feedback: branch.Feedback}
				path := append(slices.Clip(p.path), round)
				next = append(next, place{branch.Next, other, path})
			}
		}
		level = next
	}
	return nil
}

// Weighted returns the figures of the tree if each secret counts as often as its weight says.
// The weights are in the order in which [game.Codes] lists the secrets, and one of them must
// be positive.
func (t *Tree) Weighted(weights []int) Figures {
	guesses := t.guesses()
	var histogram []int
	secrets, _ := game.Codes(t.Game)
	for i, secret := range secrets {
		if weights[i] > 0 {
			histogram = Count(histogram, guesses[secret], weights[i])
		}
	}
	return Summarise(histogram)
}
