package ask

import (
	"context"
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// replay asks for the figures of a decision tree that a source has printed in full.
type replay struct {
	ID   string `json:"id"`   // of the published tree
	Text string `json:"text"` // its SHA-256
}

// NewReplay asks for the figures of a published tree.
func NewReplay(p published.Tree) replay { return replay{p.ID, store.Digest(p.Text)} }

// Replayed is a printed tree, with its misprints put right.
type Replayed struct {
	Misprints []tree.Misprint `json:"misprints"`
	Tree      string          `json:"tree"` // see [tree.Tree.Packed]

	First   string       `json:"-"`
	Figures tree.Figures `json:"-"`
}

// sourceOf finds the published text that a question names.
func sourceOf[P any, Q interface {
	comparable
	About() notebook.About
}](q Q, all []P, ask func(P) Q) (p P, err error) {
	i := slices.IndexFunc(all, func(p P) bool { return ask(p) == q })
	if i < 0 {
		return p, fmt.Errorf("there is no %s of that text", q.About().Name)
	}
	return all[i], nil
}

func (q replay) source() (published.Tree, error) {
	return sourceOf(q, published.Trees(), NewReplay)
}

// About describes the question.
func (q replay) About() notebook.About { return About("replay", "printed tree "+q.ID, 0.01) }

// Validate refuses trees that are not published.
func (q replay) Validate(notebook.Env) error {
	_, err := q.source()
	return err
}

// Answer reads the printed tree.
func (q replay) Answer(ctx context.Context, _ notebook.Env) (Replayed, error) {
	p, err := q.source()
	if err != nil {
		return Replayed{}, err
	}
	g, err := game.Parse(p.Game)
	if err != nil {
		return Replayed{}, err
	}
	t, misprints, err := tree.ReadNotation(ctx, g, []byte(p.Text))
	if err != nil {
		return Replayed{}, fmt.Errorf("%s: %w", p.ID, err)
	}
	return Replayed{Misprints: misprints, Tree: t.Packed()}, nil
}

// Complete has the checker replay the tree.
func (q replay) Complete(ctx context.Context, r *Replayed) error {
	p, err := q.source()
	if err != nil {
		return err
	}
	t, histogram, err := replayTree(ctx, p.Game, r.Tree)
	if err != nil {
		return err
	}
	r.First = firstOf(t)
	r.Figures = tree.Summarise(histogram)
	return nil
}
