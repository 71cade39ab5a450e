package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/origin"
	"codebreak/report"
)

// patience limits the search for an optimal tree in commands without --time-limit; solve searches
// to the end.
const patience = 30 * time.Second

// optimalTree returns an optimal tree: a recorded tree, or a tree that is proved within seconds. Its
// error says how to find other trees.
func optimalTree(ctx context.Context, a *base.App, p optimal.Problem) (*tree.Tree, error) {
	t := Recorded(ctx, a, p)
	if t != nil {
		return t, nil
	}

	name := engine.SubjectOf(p.Spec()).String()
	next := "; " + solveAgain(a, p)
	limited := ctx
	if a.TimeLimit == 0 {
		seconds := ask.SearchSeconds(p.Spec())
		if seconds > patience.Seconds()*float64(a.Workers) {
			minutes := max(1, int(math.Round(seconds/60)))
			return nil, fmt.Errorf("%s takes about %s to prove%s proves it", name, wording.Plural(minutes, "minute"), next)
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

// TreeOfBest returns the optimal tree that a subject asks for, or the best tree known of its game.
func (s Subject) TreeOfBest(ctx context.Context, a *base.App) (*tree.Tree, error) {
	if !s.known {
		return optimalTree(ctx, a, *s.Best)
	}
	o, err := bestKnown(ctx, a, s)
	if err == nil && o.Tree == nil {
		err = fmt.Errorf("only the figures of the best tree known of %s are kept; %s --width 1 finds one that is about as good", s.Game, solveAgain(a, *s.Best))
	}
	return o.Tree, err
}

// bestKnown measures the best tree known of a game. Of large games only its figures are recorded.
func bestKnown(ctx context.Context, a *base.App, s Subject) (o Outcome, err error) {
	if t := Recorded(ctx, a, *s.Best); t != nil {
		return optimumOf(t), nil
	}

	row, ok := recordedBest(a, s.Game.String())
	if !ok {
		t, err := optimalTree(ctx, a, *s.Best)
		switch {
		case ctx.Err() != nil:
			return o, err
		case err != nil:
			return o, fmt.Errorf("no best tree is known of %s; %s --width 1 finds a good one", s.Game, solveAgain(a, *s.Best))
		}
		return optimumOf(t), nil
	}
	for r := range recordedTrees(a, []byte(s.Game.String())) {
		if r.Game != s.Game.String() {
			continue
		}
		t, err := tree.ReadPacked(ctx, s.Game, r.Packed)
		if err != nil {
			continue
		}
		histogram, err := tree.Check(ctx, t)
		if err == nil && slices.Equal(histogram, row.Histogram) {
			return OutcomeOf(ofBestKnown, row.Kind, t), nil
		}
	}

	o = newOutcome(ofBestKnown, s.Game, row.Histogram)
	o.First = row.First
	o.Name = row.Kind + " from " + row.First
	return o, nil
}

// recordedBest returns the best figures recorded of a game.
func recordedBest(a *base.App, gameName string) (best report.Measurement, ok bool) {
	for _, folder := range a.ResultFolders() {
		best, ok = origin.BestKnown(folder, gameName, a.Env().LargestFile())
		if ok {
			break
		}
	}
	return best, ok
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
	question, _ := json.Marshal(ask.NewSolve(ask.OneTree(p.Spec()))) // plain data does not fail
	for r := range recordedTrees(a, question) {
		t := ProvedTree(ctx, p, r)
		if t != nil {
			return t
		}
	}
	return nil
}

// recordedTrees yields the trees of all records that hold a text.
func recordedTrees(a *base.App, text []byte) iter.Seq[notebook.RecordedTree] {
	return func(yield func(notebook.RecordedTree) bool) {
		for _, folder := range a.ResultFolders() {
			for r := range notebook.FindTrees(folder, text, a.Env().LargestFile()) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// ProvedTree returns the tree of a record if it is the answer to the problem and proved; else
// nil.
func ProvedTree(ctx context.Context, p optimal.Problem, r notebook.RecordedTree) *tree.Tree {
	var q ask.Solve
	if r.Asked != q.About().Kind || json.Unmarshal(r.Question, &q) != nil {
		return nil
	}
	var s ask.Solved
	if q.ProblemSpec != ask.OneTree(p.Spec()) || json.Unmarshal(r.Answer, &s) != nil {
		return nil
	}
	if q.Complete(ctx, &s) != nil || !s.Proved {
		return nil
	}
	t, _ := tree.ReadPacked(ctx, p.Game, s.Tree)
	return t
}
