package measure

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/engine/worstcase"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook/ask"
)

// LeastWorst is the objective of the least worst case alone, which has a search of its own.
const LeastWorst optimal.Objective = "worst"

// SearchOptions are options of a search; the zero value is for a proof.
type SearchOptions struct {
	Width   int              // of the search: guesses to try at a large set of candidates; 0 for all
	Known   *tree.Tree       // with a width: the tree to start from; nil for none
	Better  func(*tree.Tree) // with a width: called with each better tree; may be nil
	Weights []int            // of the secrets; nil if all count the same
}

// Search searches for the best tree. An interruption is not an error here: the result has the
// bounds that are proved.
func Search(ctx context.Context, a *base.App, p optimal.Problem, how SearchOptions) (result optimal.Result, err error) {
	defer a.ClearProgress()

	switch {
	case p.Objective == LeastWorst:
		result, err = leastWorst(ctx, a, p.Game)
	case how.Weights != nil:
		result, err = leastWeighted(ctx, a, p, how.Weights)
	case how.Width > 0:
		o := searching(a, p)
		o.Better = how.Better
		result, err = optimal.SolveWithin(ctx, p, how.Width, how.Known, o)
	default:
		result, err = solveOne(ctx, a, p)
	}

	if err != nil && !optimal.Interrupted(err) {
		return result, base.Usage(err)
	}
	if result.Impossible {
		return result, NoTree(p.Spec())
	}
	return result, nil
}

// leastWeighted finds the best tree where secrets count as often as their weights.
func leastWeighted(ctx context.Context, a *base.App, p optimal.Problem, weights []int) (result optimal.Result, err error) {
	o := searching(a, p)
	w, err := optimal.NewWeighted(ctx, p.Game, game.Symmetries{}, o.Memory)
	if err != nil {
		return result, err
	}
	return w.Solve(ctx, weights, p.First, o.Progress)
}

// solveOne finds the best tree of a problem: among equally good trees the one that is shown
// everywhere.
func solveOne(ctx context.Context, a *base.App, p optimal.Problem) (optimal.Result, error) {
	asked := p.Objective
	p.Objective = ask.OneTree(p.Spec()).Objective
	result, err := optimal.Solve(ctx, p, searching(a, p))
	if p.Objective == asked || len(result.Ranges) == 0 {
		return result, err
	}

	// The stages after the wanted objective only choose the tree.
	result.Ranges = result.Ranges[:1]
	result.Proved = result.Ranges[0].Proved()

	var first []optimal.Refutation
	for _, r := range result.First {
		if r.Stage == string(p.Objective) { // the first stage
			r.Stage = string(asked)
			first = append(first, r)
		}
	}
	result.First = first
	return result, err
}

// searching returns the options of a search.
func searching(a *base.App, p optimal.Problem) optimal.Options {
	return optimal.Options{
		Workers:  a.Workers,
		Memory:   ask.TableMemory(a.Env(), p),
		Progress: base.ProgressOf(a, searchStage),
	}
}

// NoTree is the error of a proof that there is no tree.
func NoTree(s optimal.ProblemSpec) error {
	which := s.Game
	if s.First != "" {
		which += " that begins with " + s.First
	}
	does := "finds every secret"
	if s.MaxDepth > 0 {
		does = "takes at most " + wording.Plural(s.MaxDepth, "guess")
	}
	return base.Usagef("no strategy for %s %s; proved", which, does)
}

// leastWorst finds the least worst case of a game, beginning with a one-step
// strategy.
func leastWorst(ctx context.Context, a *base.App, g game.Game) (optimal.Result, error) {
	start, err := ask.LeastWorst{Game: g.String()}.Start().Parse()
	if err != nil {
		return optimal.Result{}, err
	}
	known, _, err := start.Play(ctx, tree.Options{Workers: a.Workers})
	if err != nil && !optimal.Interrupted(err) {
		return optimal.Result{}, err
	}

	w, err := worstcase.Solve(ctx, g, worstcase.Options{
		Workers:  a.Workers,
		Memory:   ask.SearchCache(a.Env(), g, worstcase.DefaultMemory),
		Known:    known,
		Progress: base.ProgressOf(a, worstCaseStage),
	})
	return optimal.Result{
		Tree:   w.Tree,
		Proved: w.Lower == w.Guesses,
		Ranges: []optimal.Range{{Name: "worst", Lower: w.Lower, Upper: w.Guesses}},
	}, err
}

// searchStage describes the progress of a search for the least total.
func searchStage(p optimal.Progress) string {
	if p.Stage == "" {
		return "finding a tree to begin with"
	}
	stage, _, _ := strings.Cut(p.Stage, ",") // the objective that counts first
	lower, err := strconv.Atoi(p.Lower)
	upper, errUpper := strconv.Atoi(p.Upper)
	if cmp.Or(err, errUpper) == nil { // of one number
		stage += fmt.Sprintf(" between %s and %s", wording.Thousands(lower), wording.Thousands(upper))
	}
	firsts := english.Plural(p.FirstGuesses, "first guess", "first guesses")
	sets := wording.Plural(int(p.Nodes), "set")
	return fmt.Sprintf("%s, %s left, %s searched", stage, firsts, sets)
}

// worstCaseStage describes the progress of a search for the least worst case.
func worstCaseStage(p worstcase.Progress) string {
	guesses := wording.Plural(p.Guesses, "guess")
	if p.Guesses > 1 {
		ruledOut := wording.Plural(p.Guesses-1, "guess")
		guesses = fmt.Sprintf("%s ruled out; %d", ruledOut, p.Guesses)
	}
	choices := "the most promising choices"
	if p.All {
		choices = "all choices"
	}

	stage := fmt.Sprintf("%s by %s, first guess %d of %d", guesses, choices, p.First, p.Firsts)
	if p.Second > 0 {
		stage += fmt.Sprintf(", second %d of %d", p.Second, p.Seconds)
	}
	return stage
}
