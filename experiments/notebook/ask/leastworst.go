package ask

import (
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/worstcase"
	"codebreak/experiments/notebook"
)

// LeastWorst asks for the least possible worst case of a game.
type LeastWorst struct {
	Game string `json:"game"`
}

// LeastWorsts asks for the least worst cases of games.
func LeastWorsts(games []string) []notebook.Task {
	return notebook.Map(games, func(name string) notebook.Task { return notebook.Ask(LeastWorst{Game: name}) })
}

// WorstCase is a tree with the least possible worst case, as the search proves.
type WorstCase struct {
	Tree string `json:"tree"` // see [tree.Tree.Brief]

	Guesses int          `json:"-"` // the worst case
	First   string       `json:"-"`
	Figures tree.Figures `json:"-"`
}

// Start is the configuration whose tree the search begins with: it looks for
// better ones only.
func (q LeastWorst) Start() engine.Configuration {
	return engine.Configuration{Game: q.Game, Strategy: strategy.Strategy{Criterion: strategy.Entropy, Ties: "consistent,last"}}
}

// Kind names the kind of question.
func (LeastWorst) Kind() string { return "least-worst" }

func (q LeastWorst) String() string { return "least worst case of " + q.Game }

// Cost is what was measured, or else an order of magnitude.
func (q LeastWorst) Cost() float64 {
	return costOf(q, 2*newPlayer(q.Start()).Cost())
}

// Validate refuses what cannot be searched.
func (q LeastWorst) Validate(e notebook.Env) error { return checkGame(e, q.Game, CheckSearch) }

// Answer searches.
func (q LeastWorst) Answer(ctx context.Context, e notebook.Env) (WorstCase, error) {
	known, err := newPlayer(q.Start()).grow(ctx, e)
	if err != nil {
		return WorstCase{}, err
	}
	g := known.Game
	w, err := worstcase.Solve(ctx, g, worstcase.Options{Workers: e.Workers, Known: known, Memory: SearchCache(e, g, worstcase.DefaultMemory)})
	if err != nil {
		return WorstCase{}, fmt.Errorf("%s: %w", q, err)
	}
	return WorstCase{Tree: w.Tree.Brief()}, nil
}

// Complete has the checker replay the tree.
func (q LeastWorst) Complete(ctx context.Context, w *WorstCase) (err error) {
	t, err := replayTree(ctx, q.Game, w.Tree)
	if err != nil {
		return err
	}
	w.Tree = t.Brief()
	w.First = t.first
	w.Figures = t.figures
	w.Guesses = t.figures.Worst
	return nil
}
