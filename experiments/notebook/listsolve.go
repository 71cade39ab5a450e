package notebook

import (
	"context"
	"errors"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
)

// ListSolve asks for the best strategy of a game from lists. Its answer is that of
// [Solve] without the tree, which would give the lists away.
type ListSolve struct{ Solve }

// NewListSolve asks for an optimum.
func NewListSolve(p optimal.ProblemSpec, effort Effort) ListSolve {
	return ListSolve{NewSolve(p, effort)}
}

// Kind names the kind of question.
func (ListSolve) Kind() string { return "solve-lists" }

// Answer searches, has the checker replay the tree found, and forgets it.
func (q ListSolve) Answer(ctx context.Context, e Env) (Solved, error) {
	s, err := q.Solve.Answer(ctx, e)
	if err != nil {
		return s, err
	}
	if err := q.Solve.Check(ctx, s); err != nil {
		return s, err
	}
	s.Tree = ""
	return s, nil
}

// Check returns an error if numbers contradict each other.
func (q ListSolve) Check(_ context.Context, s Solved) error {
	if s.Tree != "" {
		return errors.New("it holds a tree, which gives the lists away")
	}
	secrets := 0
	for _, n := range s.Figures.Histogram {
		secrets += n
	}
	if g, err := game.Parse(q.Game); err == nil {
		secrets = game.CountSecrets(g)
	}
	if err := checkFigures(s.Figures, secrets); err != nil {
		return err
	}
	return q.checkRanges(s, s.Figures.Histogram[s.Figures.Worst])
}
