package measure

import (
	"context"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/engine/worstcase"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook/ask"
)

// LeastWorst is the objective that looks for the least worst case only, by a
// search of its own.
const LeastWorst optimal.Objective = "worst"

// SearchOptions say how a search differs from one for a proof; the zero value is for a proof.
type SearchOptions struct {
	Width   int              // number of guesses that are tried at a large set of candidates; 0 for all
	Known   *tree.Tree       // with a width: the tree to start from; nil for none
	Better  func(*tree.Tree) // with a width: called with each better tree; may be nil
	Weights []int            // of the secrets; nil if all count the same
}

// Search searches for the best tree. An interruption is not an error here: the answer says
// what is proved.
func Search(ctx context.Context, a *base.App, p optimal.Problem, how SearchOptions) (answer optimal.Answer, err error) {
	defer a.ClearProgress()
	switch {
	case p.Objective == LeastWorst:
		answer, err = leastWorst(ctx, a, p.Game)
	case how.Weights != nil:
		o := searching(a, p)
		var w *optimal.Weighted
		if w, err = optimal.NewWeighted(ctx, p.Game, game.Symmetries{}, o.Memory); err == nil {
			answer, err = w.Solve(ctx, how.Weights, p.First, o.Progress)
		}
	case how.Width > 0:
		o := searching(a, p)
		o.Better = how.Better
		answer, err = optimal.SolveWithin(ctx, p, how.Width, how.Known, o)
	default:
		answer, err = solveOne(ctx, a, p)
	}
	switch {
	case err != nil && !optimal.Interrupted(err):
		return answer, base.Usage(err)
	case answer.Impossible:
		return answer, NoTree(p.Spec())
	}
	return answer, nil
}

// solveOne finds the best tree of a problem: of several that are equally good the one that is
// shown everywhere.
func solveOne(ctx context.Context, a *base.App, p optimal.Problem) (optimal.Answer, error) {
	asked := p.Objective
	p.Objective = ask.OneTree(p.Spec()).Objective
	answer, err := optimal.Solve(ctx, p, searching(a, p))
	if p.Objective == asked || len(answer.Ranges) == 0 {
		return answer, err
	}

	// What comes after the objective that was asked for only chooses the tree.
	answer.Ranges = answer.Ranges[:1]
	answer.Proved = answer.Ranges[0].Proved()
	var first []optimal.Refutation
	for _, r := range answer.First {
		if r.Stage == string(p.Objective) { // the first stage
			r.Stage = string(asked)
			first = append(first, r)
		}
	}
	answer.First = first
	return answer, err
}

// SaySearched says how long a search took, and how much it looked at.
func SaySearched(a *base.App, began time.Time, nodes int64) {
	sets := base.Either(nodes > 0, fmt.Sprintf(": %s sets of candidates", humanize.Comma(nodes)), "")
	a.Say("searched in %.3f s%s", time.Since(began).Seconds(), sets)
}

// searching are the options of a search.
func searching(a *base.App, p optimal.Problem) optimal.Options {
	return optimal.Options{Workers: a.Workers, Memory: ask.TableMemory(a.Env(), p), Progress: base.ProgressOf(a, searchStage)}
}

// NoTree says that it is proved that there is no tree.
func NoTree(s optimal.ProblemSpec) error {
	first := base.Either(s.First != "", " that begins with "+s.First, "")
	does := base.Either(s.MaxDepth > 0, "takes at most "+base.Plural(s.MaxDepth, "guess"), "finds every secret")
	return base.Usagef("no strategy for %s%s %s; proved", s.Game, first, does)
}

// leastWorst finds the least worst case of a game, beginning with a one-step
// strategy.
func leastWorst(ctx context.Context, a *base.App, g game.Game) (optimal.Answer, error) {
	o := worstcase.Options{Workers: a.Workers, Memory: ask.SearchCache(a.Env(), g, worstcase.DefaultMemory), Progress: base.ProgressOf(a, WorstCaseStage)}
	x, err := ask.LeastWorst{Game: g.String()}.Start().Parse()
	if err != nil {
		return optimal.Answer{}, err
	}
	known, _, err := x.Play(ctx, tree.Options{Workers: a.Workers})
	o.Known = known
	if err != nil && !optimal.Interrupted(err) {
		return optimal.Answer{}, err
	}
	w, err := worstcase.Solve(ctx, g, o)
	return optimal.Answer{
		Tree: w.Tree, Proved: w.Lower == w.Guesses,
		Ranges: []optimal.Range{{Name: "worst", Lower: w.Lower, Upper: w.Guesses}},
	}, err
}

// searchStage says where a search is.
func searchStage(p optimal.Progress) string {
	return fmt.Sprintf("%s, %s left, between %s and %s, %s sets", p.Stage, english.Plural(p.FirstGuesses, "first guess", "first guesses"), p.Lower, p.Upper, humanize.Comma(p.Nodes))
}

// WorstCaseStage says where a search is.
func WorstCaseStage(p worstcase.Progress) string {
	guesses := base.Either(p.Guesses > 1, fmt.Sprintf("%s ruled out; %d", base.Plural(p.Guesses-1, "guess"), p.Guesses), base.Plural(p.Guesses, "guess"))
	choices := base.Either(p.All, "all choices", "the most promising choices")
	second := base.Either(p.Second > 0, fmt.Sprintf(", second %d of %d", p.Second, p.Seconds), "")
	return fmt.Sprintf("%s by %s, first guess %d of %d%s", guesses, choices, p.First, p.Firsts, second)
}
