package ask

import (
	"context"
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// Replay asks for the figures of a decision tree that a source has printed in full.
type Replay struct {
	ID   string `json:"id"`   // of the published tree
	Text string `json:"text"` // its SHA-256
}

// NewReplay asks it of a published tree.
func NewReplay(p published.Tree) Replay { return Replay{p.ID, short.Digest(p.Text)} }

// Replayed is a printed tree.
type Replayed struct {
	Misprints []tree.Misprint `json:"misprints"`
	Tree      string          `json:"tree"` // see [tree.Tree.Packed]

	First   string       `json:"-"`
	Figures tree.Figures `json:"-"`
}

// sourceOf finds what is published of the text that a question names.
func sourceOf[P any, Q interface {
	comparable
	String() string
}](q Q, all []P, ask func(P) Q) (p P, err error) {
	i := slices.IndexFunc(all, func(p P) bool { return ask(p) == q })
	if i < 0 {
		return p, fmt.Errorf("there is no %s of that text", q.String())
	}
	return all[i], nil
}

func (q Replay) source() (published.Tree, error) { return sourceOf(q, published.Trees(), NewReplay) }

// Kind names the kind of question.
func (Replay) Kind() string { return "replay" }

func (q Replay) String() string { return "printed tree " + q.ID }

// Cost is that of a replay.
func (q Replay) Cost() float64 { return 0.01 }

// Validate refuses trees that are not published.
func (q Replay) Validate(notebook.Env) error {
	_, err := q.source()
	return err
}

// Answer reads the tree as it is printed.
func (q Replay) Answer(ctx context.Context, _ notebook.Env) (Replayed, error) {
	p := notebook.Sure(q.source())
	t, misprints, err := tree.ReadNotation(ctx, notebook.Sure(game.Parse(p.Game)), []byte(p.Text))
	if err != nil {
		return Replayed{}, fmt.Errorf("%s: %w", p.ID, err)
	}
	return Replayed{Misprints: misprints, Tree: t.Packed()}, nil
}

// Complete has the checker replay the tree.
func (q Replay) Complete(ctx context.Context, r *Replayed) error {
	p, err := q.source()
	if err != nil {
		return err
	}
	r.First, r.Figures, err = replayTree(ctx, p.Game, r.Tree)
	return err
}

// CompareTable asks how many of the guesses that a source's table prints a
// configuration makes as well.
type CompareTable struct {
	ID   string `json:"id"`   // of the published table
	Text string `json:"text"` // SHA-256 of what it prints
}

// NewCompareTable asks it of a published table.
func NewCompareTable(p published.Table) CompareTable {
	p.Source = "" // where it stands is not what it prints
	return CompareTable{p.ID, short.Digest(fmt.Sprintf("%q", p))}
}

// ComparedTable is a table beside the tree that is meant to reproduce it.
type ComparedTable struct {
	Guesses int    `json:"guesses"` // that are printed for answers that some secret gives
	Equal   int    `json:"equal"`   // guesses that the tree makes as well
	Tree    string `json:"tree"`    // the part that is printed, see [tree.Tree.Packed]
}

func (q CompareTable) source() (published.Table, error) {
	return sourceOf(q, published.Tables(), NewCompareTable)
}

// Kind names the kind of question.
func (CompareTable) Kind() string { return "compare-table" }

func (q CompareTable) String() string { return "printed table " + q.ID }

// Cost is that of a comparison, once the configuration is played.
func (q CompareTable) Cost() float64 { return 0.1 }

// Validate refuses tables that are not published.
func (q CompareTable) Validate(notebook.Env) error {
	_, err := q.source()
	return err
}

// Answer reads the table, and compares it with the tree of its configuration.
func (q CompareTable) Answer(ctx context.Context, e notebook.Env) (ComparedTable, error) {
	p := notebook.Sure(q.source())
	printed, figure := readTable(p), notebook.Sure(published.FigureOf(p.OneStep))
	t, err := playedTree(ctx, e, NewPlay(figure.Subject.Configuration))
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
		guesses, equal = guesses+below, equal+same
	}
	return guesses, equal
}
