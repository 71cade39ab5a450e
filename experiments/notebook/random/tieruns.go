package random

import (
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/ties"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// tieRuns asks for the totals of many runs of a strategy that differ only in
// how ties are broken: with the seeds 1, 2, 3 and so on in place of that of the
// configuration's ties. The configuration needs a first guess.
type tieRuns struct {
	ask.Player
	Runs int `json:"runs"`
}

// NewTieRuns asks for a number of runs of a configuration.
func NewTieRuns(c engine.Configuration, runs int) tieRuns {
	return tieRuns{ask.NewPlayer(c), runs}
}

// RunTotals holds the total of each run, that of seed 1 first.
type RunTotals struct {
	Totals []int `json:"totals"`
}

// About describes the question. It costs less than as many plays: runs share much.
func (r tieRuns) About() notebook.About {
	const shared = 4
	return ask.About("tie-runs", fmt.Sprintf("%s, seeds 1 to %d",
		r.Key, r.Runs), float64(r.Runs)/shared*r.Cost())
}

// Validate refuses what cannot be played.
func (r tieRuns) Validate(e notebook.Env) error {
	if r.Runs < 1 || r.First == "" {
		return fmt.Errorf("%d runs from first guess %q: there must be a run and a first guess", r.Runs, r.First)
	}
	return r.Player.Validate(e)
}

// Answer plays all runs.
func (r tieRuns) Answer(ctx context.Context, e notebook.Env) (RunTotals, error) {
	x, err := r.Experiment()
	if err != nil {
		return RunTotals{}, err
	}

	seeds := make([]uint64, r.Runs)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}

	figures, err := ties.Play(ctx, x.Game, x.Strategy, *x.First, seeds, e.Workers)
	return RunTotals{lists.Map(figures, func(f tree.Figures) int { return f.Total })}, err
}
