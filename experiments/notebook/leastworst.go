package notebook

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/worstcase"
)

// LeastWorst asks for the least possible worst case of a game.
type LeastWorst struct {
	Game string `json:"game"`
	// seconds is what the search took when it was measured; 0 if it was not.
	seconds float64
}

// Measured returns the question with the seconds that its search took with one worker.
func (q LeastWorst) Measured(seconds float64) LeastWorst {
	q.seconds = seconds
	return q
}

// WorstCase is the least worst case, which is proved.
type WorstCase struct {
	Lower   int          `json:"lower"`   // no strategy does with fewer guesses; the same as Guesses
	Guesses int          `json:"guesses"` // the worst case of the tree
	First   string       `json:"first"`
	Figures tree.Figures `json:"figures"`
	Tree    string       `json:"tree"` // see [tree.Tree.Packed]
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
	return cmp.Or(q.seconds, 200*NewPlay(q.Start()).Cost())
}

// Validate refuses what cannot be searched.
func (q LeastWorst) Validate(e Env) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	return e.CheckSearch(g)
}

// Answer searches.
func (q LeastWorst) Answer(ctx context.Context, e Env) (WorstCase, error) {
	played, err := Answer(ctx, e, NewPlay(q.Start()))
	if err != nil {
		return WorstCase{}, err
	}
	g, err := game.Parse(q.Game)
	if err != nil {
		return WorstCase{}, err
	}
	known, err := tree.ReadPacked(ctx, g, played.Tree)
	if err != nil {
		return WorstCase{}, err
	}
	w, err := worstcase.Solve(ctx, g, worstcase.Options{Workers: e.Workers, Known: known, Memory: e.SearchCache(g, worstcase.DefaultMemory)})
	if err != nil {
		return WorstCase{}, fmt.Errorf("%s: %w", q, err)
	}
	return WorstCase{w.Lower, w.Guesses, g.FormatCode(w.Tree.Root.Guess), tree.Measure(w.Tree).Hit, w.Tree.Packed()}, nil
}

// Check has the checker replay the tree, and returns an error if it does not
// come to the numbers beside it.
func (q LeastWorst) Check(ctx context.Context, w WorstCase) error {
	if err := checkTree(ctx, q.Game, w.Tree, w.Figures, w.First); err != nil {
		return err
	}
	if w.Lower != w.Guesses || w.Guesses != w.Figures.Worst {
		return fmt.Errorf("a least worst case of %d to %d does not go with a tree that needs %d guesses", w.Lower, w.Guesses, w.Figures.Worst)
	}
	return nil
}
