package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// patience limits the search for an optimal tree in commands without --time-limit; solve searches
// to the end.
const patience = 30 * time.Second

// OptimalTree returns an optimal tree: a recorded tree, or a tree that is proved within seconds. Its
// error says how to find other trees.
func OptimalTree(ctx context.Context, a *base.App, p optimal.Problem) (*tree.Tree, error) {
	if t := Recorded(ctx, a, p); t != nil {
		return t, nil
	}

	name := engine.SubjectOf(p.Spec()).String()
	next := "; " + solveAgain(a, p)
	limited := ctx
	if a.TimeLimit == 0 {
		seconds := ask.SearchSeconds(p.Spec())
		if seconds > patience.Seconds()*float64(a.Workers) {
			minutes := max(1, int(math.Round(seconds/60)))
			return nil, fmt.Errorf("%s takes about %s to prove%s proves it", name, base.Plural(minutes, "minute"), next)
		}
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, patience)
		defer stop()
	}

	answer, err := Search(limited, a, p, SearchOptions{})
	switch {
	case err != nil:
		return nil, err
	case answer.Proved:
		return answer.Tree, nil
	case ctx.Err() != nil:
		return nil, base.Interrupted(ctx, "not proved"+next+" searches on")
	}
	return nil, fmt.Errorf("%s is not proved within %s%s searches on", name, patience, next)
}

// solveAgain returns the command line that proves an optimal tree and writes it to a file.
func solveAgain(a *base.App, p optimal.Problem) string {
	fields := strings.Fields(engine.SubjectOf(p.Spec()).String())
	words := []string{"solve", fields[0], string(p.Objective)}
	for _, field := range fields[2:] { // after the game and "optimal"
		if !strings.HasPrefix(field, "objective=") {
			words = append(words, field)
		}
	}
	return a.Again(append(words, "--tree", p.Game.String()+".json")...)
}

// Recorded returns the proved tree of a problem from the results folder, or from the folder beside
// the program; else nil. A damaged file counts as missing, so that the tree is searched for.
func Recorded(ctx context.Context, a *base.App, p optimal.Problem) *tree.Tree {
	folders := []string{a.Results}
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(program), "..", "results"))
	}

	question, _ := json.Marshal(ask.NewSolve(ask.OneTree(p.Spec()))) // plain data does not fail
	for _, folder := range folders {
		for r := range notebook.FindTrees(folder, question, a.Env().LargestFile()) {
			if t := ProvedTree(ctx, p, r); t != nil {
				return t
			}
		}
	}
	return nil
}

// ProvedTree returns the tree of a record if it is the answer to the problem and proved; else
// nil.
func ProvedTree(ctx context.Context, p optimal.Problem, r notebook.RecordedTree) *tree.Tree {
	var q ask.Solve
	if r.Asked != q.About().Kind || json.Unmarshal(r.Question, &q) != nil || q.ProblemSpec != ask.OneTree(p.Spec()) {
		return nil
	}

	var s ask.Solved
	if json.Unmarshal(r.Answer, &s) != nil || q.Complete(ctx, &s) != nil || !s.Proved {
		return nil
	}
	t, err := tree.ReadPacked(ctx, p.Game, s.Tree)
	if err != nil {
		return nil
	}
	return t
}
