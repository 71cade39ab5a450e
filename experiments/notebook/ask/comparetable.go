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
	Text string `json:"text"` // SHA-256 of what it prints
}

// NewCompareTable asks it of a published table.
func NewCompareTable(p published.Table) compareTable {
	p.Source = "" // where it stands is not what it prints
	return compareTable{p.ID, store.Digest(fmt.Sprintf("%q", p))}
}

// ComparedTable is a table beside the tree that is meant to reproduce it.
type ComparedTable struct {
	Guesses int    `json:"guesses"` // that are printed for answers that some secret gives
	Equal   int    `json:"equal"`   // guesses that the tree makes as well
	Tree    string `json:"tree"`    // the part that is printed, see [tree.Tree.Packed]
}

func (q compareTable) source() (published.Table, error) {
	return sourceOf(q, published.Tables(), NewCompareTable)
}

// Kind names the kind of question.
func (compareTable) Kind() string { return "compare-table" }

func (q compareTable) String() string { return "printed table " + q.ID }

// Cost is that of a comparison, once the configuration is played.
func (q compareTable) Cost() float64 { return costOf(q, 0.1) }

// Validate refuses tables that are not published.
func (q compareTable) Validate(notebook.Env) error {
	_, err := q.source()
	return err
}

// Answer reads the table, and compares it with the tree of its configuration.
func (q compareTable) Answer(ctx context.Context, e notebook.Env) (ComparedTable, error) {
	p := notebook.Sure(q.source())
	printed := readTable(p)
	figure := notebook.Sure(published.FigureOf(p.OneStep))
	t, err := newPlayer(figure.Subject.Configuration).grow(ctx, e)
	if err != nil {
		return ComparedTable{}, err
	}

	a := ComparedTable{Tree: printed.Packed()}
	a.Guesses, a.Equal = compareNodes(printed.Root, t.Root)
	return a, nil
}

// readTable makes the part of a tree that a table prints.
func readTable(p published.Table) *tree.Tree {
	g := notebook.Sure(game.Parse(p.Game))
	// node is a guess with the guesses that follow; nil if none is printed.
	node := func(text string, next func(i int) *tree.Node) *tree.Node {
		if text == published.NoGuess {
			return nil
		}
		n := &tree.Node{Guess: notebook.Sure(g.ParseCode(text))}
		for i, text := range p.Feedback {
			f := notebook.Sure(g.ParseFeedback(text))
			if f == g.Final() {
				continue // the game is over: what is printed is never used
			}
			if child := next(i); child != nil {
				n.Branches = append(n.Branches, tree.Branch{Feedback: f, Next: child})
			}
		}
		n.Sort()
		return n
	}

	nothing := func(int) *tree.Node { return nil } // after the third guess
	return &tree.Tree{Game: g, Root: node(p.First, func(i int) *tree.Node {
		return node(p.Second[i], func(j int) *tree.Node { return node(p.Third[i][j], nothing) })
	})}
}

// compareNodes counts the guesses that a printed part of a tree has below n,
// and how many of them the tree makes as well.
func compareNodes(n, played *tree.Node) (guesses, equal int) {
	for _, b := range n.Branches {
		guesses++
		next := played.Next(b.Feedback)
		if next == nil {
			continue // printed for an answer that no secret gives
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
