package ask

import (
	"context"
	"errors"

	"codebreak/engine/optimal"
	"codebreak/experiments/notebook"
)

// ListSolve asks for the best strategy of a game from lists. Its answer is that of
// [Solve] without the tree, which would give the lists away.
type ListSolve struct{ Solve }

// BestOfLists asks for an optimum as all entries do: any first guess takes an hour.
func BestOfLists(p optimal.ProblemSpec) ListSolve {
	effort := Seconds
	if p.First == "" {
		effort = Hour
	}
	return ListSolve{NewSolve(p, effort)}
}

// Kind names the kind of question.
func (ListSolve) Kind() string { return "solve-lists" }

// Answer searches, has the checker replay the tree found, and forgets it.
func (q ListSolve) Answer(ctx context.Context, e notebook.Env) (Solved, error) {
	s, err := q.Solve.Answer(ctx, e)
	if err == nil {
		err = q.Solve.Complete(ctx, &s)
	}
	s.Tree = ""
	return s, err
}

// Complete derives what is proved.
func (q ListSolve) Complete(_ context.Context, s *Solved) error {
	if s.Tree != "" {
		return errors.New("it holds a tree, which gives the lists away")
	}
	return s.derive(q.Objective, nil)
}
