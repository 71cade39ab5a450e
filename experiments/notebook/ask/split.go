package ask

import (
	"context"

	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report/lists"
)

// SolveSplit solves a problem by its parts, each a question of its own: first the parts of the
// principal variation, which bound the others, and then one share of the others. If the share is
// all of them, done is true, and the answer is that of a single search.
func SolveSplit(ctx context.Context, r *notebook.Runner, spec optimal.ProblemSpec, share store.Share) (a optimal.Result, done bool, err error) {
	p, err := spec.Parse()
	if err != nil {
		return a, false, err
	}
	worst, err := leastWorstOf(ctx, r.Env, p)
	if err != nil || worst < 0 {
		return optimal.Result{Impossible: worst < 0}, true, err
	}

	split, err := optimal.NewSplit(ctx, p, worst)
	if err != nil {
		return a, false, err
	}

	solved := optimal.Solutions{}
	if err := solveParts(ctx, r, split.Principal(), store.Share{}, solved); err != nil {
		return a, false, err
	}

	others, err := split.Others(solved)
	if err == nil {
		err = solveParts(ctx, r, others, share, solved)
	}
	if err != nil || share.Of > 1 {
		return a, false, err
	}

	a, err = split.Join(ctx, solved)
	return a, true, err
}

// leastWorstOf returns the least worst case of a problem that asks for it; 0 of others,
// and -1 if there is no tree.
func leastWorstOf(ctx context.Context, e notebook.Env, p optimal.Problem) (int, error) {
	if p.Objective != optimal.WorstTotal && p.Objective != optimal.WorstCount {
		return 0, nil
	}
	if p.First == nil && p.MaxDepth == 0 && p.Pool == strategy.All {
		w, err := notebook.Answer(ctx, e, LeastWorst{Game: p.Game.String()})
		return w.Worst, err
	}

	p.Objective = optimal.WorstTotal
	s, err := notebook.Answer(ctx, e, Solve{ProblemSpec: p.Spec()})
	if err == nil && s.Tree == "" {
		return -1, nil
	}
	return s.Worst, err
}

// solveParts solves a share of parts.
func solveParts(ctx context.Context, r *notebook.Runner, parts []optimal.Part, share store.Share, solved optimal.Solutions) error {
	tasks := lists.Map(parts, func(p optimal.Part) notebook.Task {
		size := float64(p.Size)
		return notebook.NewTask(Solve{
			ProblemSpec: p.Spec(),
			cost:        size * size / float64(1+p.Number),
		})
	})

	if _, err := r.RunTasks(ctx, tasks, share); err != nil {
		return err
	}

	for i, part := range parts {
		a, ok := notebook.Known[Solved](r, tasks[i])
		if !ok {
			continue // it is in another share
		}
		solved[part.Spec()] = nil
		if a.Tree == "" {
			continue
		}

		candidates := part.Candidates()
		t, err := tree.ReadPackedSubtree(ctx, part.Game, a.Tree, candidates)
		if err != nil {
			return err
		}
		solved[part.Spec()] = t
	}
	return nil
}
