package ask

import (
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/worstcase"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// LeastWorst asks for the least possible worst case of a game.
type LeastWorst struct {
	Game string `json:"game"`

	// figures says that the record keeps no tree, since that of another entry does.
	figures bool
}

// FiguresOnly asks for the figures of the tree alone.
func (q LeastWorst) FiguresOnly() LeastWorst {
	q.figures = true
	return q
}

// WorstCase is a tree with the least possible worst case, as the search proves.
type WorstCase struct {
	Tree string `json:"tree,omitempty"` // see [tree.Tree.Brief]
	// In place of the tree, where its figures alone are kept: its first guess and histogram.
	First     string `json:"first,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`

	Guesses int          `json:"-"` // the worst case
	Figures tree.Figures `json:"-"`
}

// Start is the configuration whose tree bounds the search, which looks for better ones only.
func (q LeastWorst) Start() engine.Configuration {
	return engine.Configuration{Game: q.Game, Strategy: strategy.Strategy{Criterion: strategy.Entropy, Ties: "consistent,last"}}
}

// About describes the question: with its tree, unless the figures are enough.
func (q LeastWorst) About() notebook.About {
	a := About("least-worst", "least worst case of "+q.Game, 2*NewPlayer(q.Start()).Cost())
	a.Detailed = !q.figures
	return a
}

// Validate refuses what cannot be searched.
func (q LeastWorst) Validate(e notebook.Env) error { return CheckGame(e, q.Game, CheckSearch) }

// Answer searches.
func (q LeastWorst) Answer(ctx context.Context, e notebook.Env) (WorstCase, error) {
	known, err := NewPlayer(q.Start()).grow(ctx, e)
	if err != nil {
		return WorstCase{}, err
	}
	g := known.Game
	w, err := worstcase.Solve(ctx, g, worstcase.Options{
		Workers: e.Workers,
		Known:   known,
		Memory:  SearchCache(e, g, worstcase.DefaultMemory),
	})
	if err != nil {
		return WorstCase{}, fmt.Errorf("least worst case of %s: %w", q.Game, err)
	}
	return WorstCase{Tree: w.Tree.Brief()}, nil
}

// Record keeps the tree, or else its figures.
func (q LeastWorst) Record(w WorstCase) WorstCase {
	if q.figures {
		w.Tree = ""
	} else {
		w.First, w.Histogram = "", nil
	}
	return w
}

// Complete has the checker replay the tree, if it is there, and derives its figures.
func (q LeastWorst) Complete(ctx context.Context, w *WorstCase) error {
	if w.Tree == "" && !q.figures {
		return store.ErrLess
	}
	if w.Tree != "" {
		t, histogram, err := replayTree(ctx, q.Game, w.Tree)
		if err != nil {
			return err
		}
		w.Tree = t.Brief()
		w.First = firstOf(t)
		w.Histogram = histogram
	}

	if _, err := SecretsOf(w.Histogram); err != nil {
		return err
	}
	w.Figures = tree.Summarise(w.Histogram)
	w.Guesses = w.Figures.Worst
	return nil
}
