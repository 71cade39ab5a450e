package tree

import (
	"fmt"

	"codebreak/engine/game"
)

// A Comparison says how two trees of a game find its secrets.
type Comparison struct {
	// Faster, Tied and Slower are the numbers of secrets for which the first tree needs
	// fewer guesses than the second, as many, and more.
	Faster, Tied, Slower int
	// Parting is where the trees part first; nil if they are the same.
	Parting *Parting
}

// A Parting is the place where two trees first differ: the one with the fewest rounds
// before it and, of these, the first by the order of the feedback.
type Parting struct {
	Path       []game.Round // which both make
	A, B       game.Code
	Candidates int // the secrets that are left
}

// Compare compares two trees. It returns an error if they are of different games or
// do not solve the same secrets.
func Compare(a, b *Tree) (Comparison, error) {
	if a.Game.String() != b.Game.String() {
		return Comparison{}, fmt.Errorf("a tree of %s and one of %s have no secrets in common", a.Game, b.Game)
	}
	guesses := map[game.Code]int{}
	a.Root.solved(1, func(secret game.Code, n int) { guesses[secret] = n })
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

// solved calls yield for each secret below a node with the number of guesses that it
// needs, if the node is guess number n.
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
				return &Parting{p.path, p.a.Guess, p.b.Guess, p.a.Candidates()}
			}
			for _, branch := range p.a.Branches {
				other := p.b.Next(branch.Feedback)
				if branch.Next == nil || other == nil {
					continue
				}
				path := append(p.path[:len(p.path):len(p.path)], game.Round{Guess: p.a.Guess, Feedback: branch.Feedback})
				next = append(next, place{branch.Next, other, path})
			}
		}
		level = next
	}
	return nil
}

// Weighted is what the tree takes if each secret counts as often as its weight, and not at all
// if that is 0: the weights are those of the secrets that [game.Codes] lists, in that order.
// One of them must be positive.
func (t *Tree) Weighted(weights []int) Figures {
	guesses := map[game.Code]int{}
	t.Root.solved(1, func(secret game.Code, n int) { guesses[secret] = n })
	var histogram []int
	secrets, _ := game.Codes(t.Game)
	for i, secret := range secrets {
		if weights[i] > 0 {
			histogram = Count(histogram, guesses[secret], weights[i])
		}
	}
	return Summarise(histogram)
}
