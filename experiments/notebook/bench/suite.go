package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codebreak/experiments/notebook"
)

// Suite asks how long the default suite takes on this machine: in a new results folder,
// and again when its answers and pages are there.
type Suite struct {
	Runs int `json:"runs"` // of each; all are kept
}

// SuiteRun is how long the suite took.
type SuiteRun struct {
	Machine string `json:"machine"`
	Workers int    `json:"workers"`
	New     []Took `json:"new"`
	Again   []Took `json:"again"`
}

// Took has the seconds of a program from start to end.
type Took struct {
	Wall      float64 `json:"wall"`
	Processor float64 `json:"processor"`
}

// About describes the question.
func (q Suite) About() notebook.About {
	return notebook.About{
		Kind:     "bench-suite",
		Name:     fmt.Sprintf("the default suite, timed %d times", q.Runs),
		Cost:     60 * float64(q.Runs),
		Volatile: true,
	}
}

// Validate refuses to time nothing.
func (q Suite) Validate(notebook.Env) error { return checkRuns(q.Runs) }

// Answer runs the suite in new folders. Its slow answers come from the results folder beside
// the program, as in a clone.
func (q Suite) Answer(ctx context.Context, e notebook.Env) (SuiteRun, error) {
	b := SuiteRun{Machine: describeMachine(), Workers: e.Workers}
	for range q.Runs {
		folder, err := os.MkdirTemp("", "codebreak-suite-")
		if err != nil {
			return b, err
		}

		results := filepath.Join(folder, "results")
		fresh, err := timeSuite(ctx, e, results)
		if err == nil {
			b.New = append(b.New, fresh)
			var again Took
			again, err = timeSuite(ctx, e, results)
			b.Again = append(b.Again, again)
		}
		if err := errors.Join(err, os.RemoveAll(folder)); err != nil {
			return b, errors.Join(ctx.Err(), err)
		}

		e.Advance(1 / float64(q.Runs))
	}
	return b, nil
}

// timeSuite runs the default suite of this program in a results folder.
func timeSuite(ctx context.Context, e notebook.Env, results string) (Took, error) {
	took, _, err := runOwn(ctx, e, nil, "run", "--quiet", "--results", results)
	if err != nil {
		err = fmt.Errorf("the default suite: %w", err)
	}
	return took, err
}
