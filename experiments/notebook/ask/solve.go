package ask

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/short"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// Solve asks for the best decision tree of a game, with proof.
type Solve struct {
	optimal.ProblemSpec
	// Seconds is how long the search may take; 0 is any time. If it takes longer the
	// answer is what is proved until then.
	Seconds int `json:"seconds,omitempty"`

	cost float64 // an estimate; 0 if it is not known
}

// NewSolve asks for an optimum whose proof took some seconds, as far as that is known. They
// say how long it is searched.
func NewSolve(p optimal.ProblemSpec, took float64) Solve {
	p.Pool = cmp.Or(p.Pool, strategy.DefaultPool)
	q := Solve{ProblemSpec: p}
	switch {
	case took > 30:
		q.Seconds, q.cost = 60*60, 1000
	case took > 1:
		q.Seconds, q.cost = 5*60, 60
	}
	return q
}

// Solved is the best tree found, and what is proved about it. Without a tree, the answer
// proves that none exists within the greatest depth, or below the bound.
type Solved struct {
	Lower []int  `json:"lower,omitempty"` // bounds of the numbers of the objective, in its order
	Tree  string `json:"tree,omitempty"`  // see [tree.Tree.Packed]
	// In place of a tree that gives lists of words away: its first guess and histogram.
	First     string `json:"first,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`

	Proved  bool            `json:"-"`
	Ranges  []optimal.Range `json:"-"` // of each number of the objective
	Figures tree.Figures    `json:"-"`
}

// Partial reports whether more time may prove more.
func (s Solved) Partial() bool { return !s.Proved }

// Proof says what is proved about each number of the objective.
func (s Solved) Proof() string {
	parts := notebook.Map(s.Ranges, func(r optimal.Range) string {
		if r.Proved() {
			return fmt.Sprintf("%s %d", r.Name, r.Upper)
		}
		return fmt.Sprintf("%s between %d and %d", r.Name, r.Lower, r.Upper)
	})
	return strings.Join(parts, ", ")
}

// Kind names the kind of question.
func (Solve) Kind() string { return "solve" }

func (q Solve) String() string { return q.Game + ", " + q.Terms() }

// Terms describes the problem in words: the objective, and the guesses allowed if not all
// are.
func (q Solve) Terms() string {
	text := string(q.Objective)
	if q.Pool != strategy.All {
		text += ", pool " + string(q.Pool)
	}
	if q.Path != "" {
		text += ", after " + q.Path
	}
	if q.First != "" {
		text += ", from " + q.First
	}
	if q.MaxDepth > 0 {
		text += ", at most " + short.Count(q.MaxDepth, "guess", "guesses")
	}
	switch b := q.Below; {
	case b.Count > 0:
		text += fmt.Sprintf(", below %d, %d", b.Count, b.Total)
	case b.Total > 0:
		text += fmt.Sprintf(", below %d", b.Total)
	}
	return text
}

// Cost is an order of magnitude; more cannot be known of a search.
func (q Solve) Cost() float64 { return cmp.Or(q.cost, 0.3) }

// Validate refuses invalid problems, or games that would not fit the memory
// limit.
func (q Solve) Validate(e notebook.Env) error {
	p, err := q.Parse()
	if err != nil {
		return err
	}
	return CheckSearch(e, p.Game)
}

// Answer searches, and has the checker replay the tree found.
func (q Solve) Answer(ctx context.Context, e notebook.Env) (Solved, error) {
	p := notebook.Sure(q.Parse())
	limited := ctx
	if q.Seconds > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, time.Duration(q.Seconds)*time.Second)
		defer stop()
	}
	a, err := optimal.Solve(limited, p, optimal.Options{Workers: e.Workers, Memory: TableMemory(e, p)})
	switch {
	case ctx.Err() != nil:
		return Solved{}, ctx.Err()
	case err != nil && !optimal.Interrupted(err):
		return Solved{}, err
	case a.Tree == nil && (a.Proved || a.Impossible):
		return Solved{Proved: true}, nil
	case a.Tree == nil:
		return Solved{}, fmt.Errorf("%s: no tree was found within %d s; the machine is too slow for this entry", q, q.Seconds)
	}
	lower := notebook.Map(a.Ranges, func(r optimal.Range) int { return r.Lower })
	return Solved{Tree: a.Tree.Packed(), Lower: lower, Proved: a.Proved}, nil
}

// TableMemory is how many bytes the search of a problem may remember sets in.
func TableMemory(e notebook.Env, p optimal.Problem) int64 {
	secrets := int64(game.CountSecrets(p.Game))
	wanted := 8 * secrets * secrets
	if len(p.Path) > 0 {
		wanted = 8 * secrets * int64(len(p.Candidates()))
	}
	const most = 2 << 30
	return SearchCache(e, p.Game, min(max(leastTable, wanted), most))
}

// Record leaves out what the tree says.
func (q Solve) Record(s Solved) Solved {
	if s.Tree != "" {
		s.First, s.Histogram = "", nil
	}
	return s
}

// Complete has the checker replay the tree, and derives what is proved.
func (q Solve) Complete(ctx context.Context, s *Solved) error {
	p, err := q.Parse()
	if err != nil {
		return err
	}
	if s.Tree == "" {
		if len(s.Lower) > 0 || q.MaxDepth == 0 && q.Below == (optimal.Cost{}) {
			return errors.New("the tree is missing")
		}
		s.Proved = true
		return nil
	}
	candidates := p.Candidates()
	t, err := tree.ReadPackedSubtree(ctx, p.Game, s.Tree, candidates)
	if err != nil {
		return err
	}
	if s.Histogram, err = tree.CheckSubtree(ctx, t, slices.Values(candidates)); err == nil {
		err = p.CheckTree(t)
	}
	if err != nil {
		return fmt.Errorf("the tree is wrong: %w", err)
	}
	s.First = p.Game.FormatCode(t.Root.Guess)
	if f := tree.Summarise(s.Histogram); q.Below != (optimal.Cost{}) && !p.CostOf(f).Less(q.Below) {
		return errors.New("the tree costs too much")
	}
	return s.derive(q.Objective, func(f tree.Figures) int { return p.CostOf(f).Count })
}

// derive makes the figures of the histogram, and of the lower bounds what is proved;
// count returns how many secrets count at the worst case.
func (s *Solved) derive(objective optimal.Objective, count func(tree.Figures) int) error {
	if _, err := secretsOf(s.Histogram); err != nil {
		return err
	}
	s.Figures = tree.Summarise(s.Histogram)
	upper := map[string]int{"total": s.Figures.Total, "worst": s.Figures.Worst, "count": s.Histogram[s.Figures.Worst]}
	if objective == optimal.Count {
		upper["count"] = count(s.Figures)
	}
	names := objective.Numbers()
	if len(s.Lower) == 0 || len(s.Lower) > len(names) {
		return fmt.Errorf("it holds %d bounds; the objective is %s", len(s.Lower), objective)
	}
	s.Ranges, s.Proved = nil, len(s.Lower) == len(names)
	for i, lower := range s.Lower {
		r := optimal.Range{Name: names[i], Lower: lower, Upper: upper[names[i]]}
		if s.Proved = s.Proved && r.Proved(); r.Lower > r.Upper {
			return fmt.Errorf("the %s is at least %d, and that of the tree %d", r.Name, r.Lower, r.Upper)
		}
		s.Ranges = append(s.Ranges, r)
	}
	return nil
}

// effort lists what proofs took that took more than a second, one a line: seconds of processor
// time with one worker on a Xeon with AVX-512, and the problem.
//
//go:embed effort.txt
var effort string

var searchSeconds = sync.OnceValue(func() map[string]float64 {
	took := map[string]float64{}
	for line := range strings.Lines(effort) {
		seconds, problem, _ := strings.Cut(strings.TrimSpace(line), " ")
		took[problem] = notebook.Sure(strconv.ParseFloat(seconds, 64))
	}
	return took
})

// SearchSeconds is what the proof of a problem took, with one worker; 0 if that was less
// than a second, or is not known.
func SearchSeconds(problem string) float64 { return searchSeconds()[problem] }

// Quick reports whether the proof of a problem takes a second at most.
func Quick(problem string) bool { return SearchSeconds(problem) <= 1 }

// Best asks for the answer to a problem. All entries ask in the same way, so that none
// knows less of it than another.
func Best(p optimal.ProblemSpec) Solve {
	return NewSolve(p, SearchSeconds(engine.SubjectOf(p).String()))
}

// ListSolve asks for the best strategy of a game from lists. Its answer is that of
// [Solve] without the tree, which would give the lists away.
type ListSolve struct{ Solve }

// BestOfLists asks for an optimum as all entries do: any first guess takes an hour.
func BestOfLists(p optimal.ProblemSpec) ListSolve {
	const hour = 60 * 60
	if p.First == "" {
		return ListSolve{NewSolve(p, hour)}
	}
	return ListSolve{NewSolve(p, 0)}
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

// Combine merges two different answers to the same question, if possible: of two stopped
// searches it keeps the tighter bounds. Bounds cannot be merged number by number, since the
// later numbers of an objective hold only with the earlier ones. Proved answers must be
// equal.
func Combine(k store.Key, a, b json.RawMessage) (value json.RawMessage, partial, ok bool, err error) {
	if k.Kind != (Solve{}).Kind() {
		return nil, false, false, nil
	}
	var q Solve
	if err := json.Unmarshal([]byte(k.Question), &q); err != nil {
		return nil, false, false, err
	}
	var x, y Solved
	if err := errors.Join(q.read(a, &x), q.read(b, &y)); err != nil || x.Proved || y.Proved {
		return nil, false, false, err
	}
	both := min(len(x.Ranges), len(y.Ranges))
	open := func(r, s optimal.Range) int { return (r.Upper - r.Lower) - (s.Upper - s.Lower) }
	if slices.CompareFunc(x.Ranges[:both], y.Ranges[:both], open) > 0 {
		return b, true, true, nil
	}
	return a, true, true, nil
}

// read reads an answer.
func (q Solve) read(text json.RawMessage, s *Solved) error {
	if err := json.Unmarshal(text, s); err != nil {
		return err
	}
	return q.Complete(context.Background(), s)
}

// SolveSplit solves a problem by its parts, which are questions like any others: those
// of the principal variation, which bound the rest, and of the rest one share. If
// that is all of it, done is true, and the answer is what one search finds.
func SolveSplit(ctx context.Context, r *notebook.Runner, spec optimal.ProblemSpec, share store.Share) (a optimal.Answer, done bool, err error) {
	p, err := spec.Parse()
	if err != nil {
		return a, false, err
	}
	worst, err := leastWorstOf(ctx, r.Env, p)
	if err != nil || worst < 0 {
		return optimal.Answer{Impossible: worst < 0}, true, err
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
		return w.Guesses, err
	}
	p.Objective = optimal.WorstTotal
	s, err := notebook.Answer(ctx, e, Solve{ProblemSpec: p.Spec()})
	if err == nil && s.Tree == "" {
		return -1, nil
	}
	return s.Figures.Worst, err
}

// solveParts solves a share of parts.
func solveParts(ctx context.Context, r *notebook.Runner, parts []optimal.Part, share store.Share, solved optimal.Solutions) error {
	tasks := notebook.Map(parts, func(p optimal.Part) notebook.Task {
		size := float64(p.Size)
		return notebook.Ask(Solve{ProblemSpec: p.Spec(), cost: size * size / float64(1+p.Number)})
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
