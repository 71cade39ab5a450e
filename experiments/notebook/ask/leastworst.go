package ask

import (
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/strategy"
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

// Answer searches, and proves that no tree has a smaller worst case.
func (q LeastWorst) Answer(ctx context.Context, e notebook.Env) (Found, error) {
	known, err := NewPlayer(q.Start()).grow(ctx, e)
	if err != nil {
		return Found{}, err
	}
	g := known.Game
	w, err := worstcase.Solve(ctx, g, worstcase.Options{
		Workers: e.Workers,
		Known:   known,
		Memory:  SearchCache(e, g, worstcase.DefaultMemory),
	})
	if err != nil {
		return Found{}, fmt.Errorf("least worst case of %s: %w", q.Game, err)
	}
	return Found{Tree: w.Tree.Brief()}, nil
}

// Record keeps the tree, or else its figures.
func (q LeastWorst) Record(f Found) Found { return f.recorded(!q.figures) }

// Complete has the checker replay the tree, if it is there, and derives its figures.
func (q LeastWorst) Complete(ctx context.Context, f *Found) error {
	if f.Tree == "" && !q.figures {
		return store.ErrLess
	}
	if f.Tree != "" {
		if _, err := f.replay(ctx, q.Game); err != nil {
			return err
		}
	}
	return f.derive()
}
