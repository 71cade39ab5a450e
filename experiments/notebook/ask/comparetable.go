package ask

import (
	"context"
	"fmt"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// compareTable asks how many of the guesses that a source's table prints a
// configuration makes as well.
type compareTable struct {
	ID   string `json:"id"`   // of the published table
	Text string `json:"text"` // SHA-256 of its text
}

// NewCompareTable asks it of a published table.
func NewCompareTable(p published.Table) compareTable {
	p.Source = "" // the table is the same with another citation
	return compareTable{p.ID, store.Digest(fmt.Sprintf("%q", p))}
}

// ComparedTable is a table beside the tree that is meant to reproduce it.
type ComparedTable struct {
	Guesses int    `json:"guesses"` // printed after feedback that some secret gives
	Equal   int    `json:"equal"`   // of these, as the tree makes them
	Tree    string `json:"tree"`    // the part that is printed, see [tree.Tree.Packed]
}

func (q compareTable) source() (published.Table, error) {
	return sourceOf(q, published.Tables(), NewCompareTable)
}

// About describes the question.
func (q compareTable) About() notebook.About {
	return About("compare-table", "printed table "+q.ID, 0.1)
}

// Validate refuses tables that are not published.
func (q compareTable) Validate(notebook.Env) error {
	_, err := q.source()
	return err
}

// Answer reads the table, and compares it with the tree of its configuration.
func (q compareTable) Answer(ctx context.Context, e notebook.Env) (ComparedTable, error) {
	p, err := q.source()
	if err != nil {
		return ComparedTable{}, err
	}
	printed, err := readTable(p)
	if err != nil {
		return ComparedTable{}, err
	}
	figure, err := published.FigureOf(p.OneStep)
	if err != nil {
		return ComparedTable{}, err
	}
	t, err := NewPlayer(figure.Subject.Configuration).grow(ctx, e)
	if err != nil {
		return ComparedTable{}, err
	}

	a := ComparedTable{Tree: printed.Packed()}
	a.Guesses, a.Equal = compareNodes(printed.Root, t.Root)
	return a, nil
}

// readTable makes the part of a tree that a table prints: the first guess, and the second and
// the third after each feedback.
func readTable(p published.Table) (*tree.Tree, error) {
	g, err := game.Parse(p.Game)
	if err != nil {
		return nil, err
	}

	root := &tree.Node{}
	if root.Guess, err = g.ParseCode(p.First); err != nil {
		return nil, err
	}
	seconds, err := follow(g, root, p.Feedback, p.Second)
	if err != nil {
		return nil, err
	}
	for i, second := range seconds {
		if second == nil {
			continue
		}
		if _, err := follow(g, second, p.Feedback, p.Third[i]); err != nil {
			return nil, err
		}
	}
	return &tree.Tree{Game: g, Root: root}, nil
}

// follow adds the printed guess after each feedback to a node, and returns the nodes of these
// guesses; nil where none is printed.
func follow(g game.Game, n *tree.Node, feedback, guesses []string) ([]*tree.Node, error) {
	next := make([]*tree.Node, len(guesses))
	for i, text := range guesses {
		if text == published.NoGuess {
			continue
		}
		guess, err := g.ParseCode(text)
		if err != nil {
			return nil, err
		}
		f, err := g.ParseFeedback(feedback[i])
		if err != nil {
			return nil, err
		}

		// After the final feedback the game is over: a guess that is printed there is never used.
		next[i] = &tree.Node{Guess: guess}
		if f != g.Final() {
			n.Branches = append(n.Branches, tree.Branch{Feedback: f, Next: next[i]})
		}
	}
	n.Sort()
	return next, nil
}

// compareNodes counts the guesses that a printed part of a tree has below n,
// and how many of them the tree makes as well.
func compareNodes(n, played *tree.Node) (guesses, equal int) {
	for _, b := range n.Branches {
		guesses++
		next := played.Next(b.Feedback)
		if next == nil {
			continue // printed after feedback that no secret gives
		}

		if next.Guess == b.Next.Guess {
			equal++
		}
		below, same := compareNodes(b.Next, next)
		guesses += below
		equal += same
	}
	return guesses, equal
}
