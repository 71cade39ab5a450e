package measure

import (
	"bytes"
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
	"codebreak/engine/short"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
)

// patience is how long a command searches for an optimal tree that it needs, unless
// --time-limit says how long; solve searches to the end.
const patience = 30 * time.Second

// OptimalTree returns an optimal tree: one that is kept with its proof, else one that is
// proved in seconds. The error says how to get any other.
func OptimalTree(ctx context.Context, a *base.App, p optimal.Problem) (*tree.Tree, error) {
	if t := Recorded(ctx, a, p); t != nil {
		return t, nil
	}
	name := engine.SubjectOf(p.Spec()).String()
	next := "; " + solveAgain(a, p)
	searched := ctx
	if a.TimeLimit == 0 {
		if seconds := ask.SearchSeconds(p.Spec()); seconds > patience.Seconds()*float64(a.Workers) {
			return nil, fmt.Errorf("%s takes about %s to prove%s proves it", name, short.Plural(max(1, int(math.Round(seconds/60))), "minute"), next)
		}
		var stop context.CancelFunc
		searched, stop = context.WithTimeout(ctx, patience)
		defer stop()
	}
	answer, err := Search(searched, a, p, SearchOptions{})
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

// solveAgain is the command line that proves an optimal tree and writes it to a file.
func solveAgain(a *base.App, p optimal.Problem) string {
	fields := strings.Fields(engine.SubjectOf(p.Spec()).String())
	words := []string{"solve", fields[0], string(p.Objective)}
	for _, field := range fields[2:] { // behind the game and "optimal"
		if !strings.HasPrefix(field, "objective=") {
			words = append(words, field)
		}
	}
	return a.Again(append(words, "--tree", p.Game.String()+".json")...)
}

// Recorded returns the tree of a proof that is kept in the results folder, or in the one
// beside the program's; else nil. A damaged
// file counts as absent: the tree is searched for.
func Recorded(ctx context.Context, a *base.App, p optimal.Problem) *tree.Tree {
	folders := []string{a.Results}
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(program), "..", "results"))
	}
	question, _ := json.Marshal(ask.NewSolve(ask.OneTree(p.Spec()))) // of plain data
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(folder, "*", notebook.RecordName))
		for _, file := range files {
			text, _, err := store.ReadJSON(file, a.Env().LargestFile())
			if err != nil || !bytes.Contains(text, question) {
				continue
			}
			trees, _ := notebook.RecordedTrees(text)
			for _, r := range trees {
				if t := ProvedTree(ctx, p, r); t != nil {
					return t
				}
			}
		}
	}
	return nil
}

// ProvedTree returns the tree of a record if it is the answer to a problem, and proved.
func ProvedTree(ctx context.Context, p optimal.Problem, r notebook.RecordedTree) *tree.Tree {
	var q ask.Solve
	var s ask.Solved
	if r.Asked != q.Kind() || json.Unmarshal(r.Question, &q) != nil || q.ProblemSpec != ask.OneTree(p.Spec()) ||
		json.Unmarshal(r.Answer, &s) != nil || q.Complete(ctx, &s) != nil || !s.Proved {
		return nil
	}
	if t, err := tree.ReadPacked(ctx, p.Game, s.Tree); err == nil {
		return t
	}
	return nil
}
