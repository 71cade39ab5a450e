// Package tree holds decision trees: a strategy played out against every
// secret of a game at once. One tree is grown per configuration ([Grow]);
// everything known about the configuration is then read off it ([Measure]),
// and a checker that shares no code with the growing side replays every
// secret through it ([Check]).
//
//	t, err := tree.Grow(ctx, g, strategy.Strategy{Criterion: strategy.Minimax}, nil, tree.Options{})
//	figures := tree.Measure(t).Solved
//	fmt.Println("total", figures.Total, "worst case", figures.Worst)
//	err := t.WriteOutline(os.Stdout)
//
// A tree is written, and read back, as JSON ([Tree.WriteJSON], [ReadJSON]), packed into one line
// ([Tree.Packed], [ReadPacked]), in columns as solvers of Wordle exchange them, or in the compact
// notation of the literature.
package tree

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"codebreak/engine/game"
)

// A Tree is a decision tree of a game.
type Tree struct {
	Game game.Game
	Root *Node
}

// A Node is a point of the game at which a guess is made.
type Node struct {
	Guess game.Code
	// Branches holds one branch for each feedback that some candidate gives,
	// by increasing feedback index.
	Branches []Branch
}

// A Branch leads from a guess, by its feedback, to the next guess.
type Branch struct {
	Feedback game.Feedback
	Next     *Node // nil if the feedback ends the game
}

// Next returns the node after the given feedback, or nil if the game has
// ended or no candidate gives that feedback.
func (n *Node) Next(f game.Feedback) *Node {
	for _, b := range n.Branches {
		if b.Feedback == f {
			return b.Next
		}
	}
	return nil
}

// Sort puts the branches in the order of their feedback.
func (n *Node) Sort() {
	slices.SortFunc(n.Branches, func(a, b Branch) int {
		return cmp.Compare(a.Feedback, b.Feedback)
	})
}

// After returns the node that rounds lead to, or nil if they are not a path of the tree.
func (t *Tree) After(rounds []game.Round) *Node {
	n := t.Root
	for _, r := range rounds {
		if n == nil || n.Guess != r.Guess {
			return nil
		}
		n = n.Next(r.Feedback)
	}
	return n
}

// Candidates returns the number of candidates at n: the secrets found by its
// guess or below.
func (n *Node) Candidates() int {
	sum := 0
	n.solved(1, func(game.Code, int) { sum++ })
	return sum
}

// Worst returns the largest number of guesses that a secret takes from n on.
func (n *Node) Worst() int {
	most := 1
	n.solved(1, func(_ game.Code, guesses int) { most = max(most, guesses) })
	return most
}

// WriteOutline writes the tree as an indented outline: on each line the
// feedback and the guess made after it, two more spaces per guess, and "solved"
// where the feedback ends the game.
func (t *Tree) WriteOutline(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, t.Game.FormatCode(t.Root.Guess))
	t.writeBranches(out, t.Root, 1)
	return out.Flush()
}

func (t *Tree) writeBranches(out *bufio.Writer, n *Node, depth int) {
	indent := strings.Repeat("  ", depth)
	for _, b := range n.Branches {
		feedback := t.Game.FormatFeedback(b.Feedback)
		if b.Next == nil {
			fmt.Fprintf(out, "%s%s solved\n", indent, feedback)
			continue
		}
		fmt.Fprintf(out, "%s%s %s\n", indent, feedback, t.Game.FormatCode(b.Next.Guess))
		t.writeBranches(out, b.Next, depth+1)
	}
}
