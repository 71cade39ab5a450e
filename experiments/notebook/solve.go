package notebook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Solve asks for the best decision tree of a game, with proof.
type Solve struct {
	optimal.ProblemSpec
	// Seconds is how long the search may take; 0 is any time. If it takes longer the
	// answer is what is proved until then.
	Seconds int `json:"seconds,omitempty"`

	cost float64 // an estimate; 0 if there is none
}

// An Effort is how long a problem takes, and so how long it is searched.
type Effort int

const (
	Seconds Effort = iota
	Minutes        // seconds to minutes
	Hour           // up to an hour
)

// NewSolve asks for an optimum.
func NewSolve(p optimal.ProblemSpec, effort Effort) Solve {
	p.Pool = cmp.Or(p.Pool, strategy.DefaultPool)
	q := Solve{ProblemSpec: p}
	switch effort {
	case Minutes:
		q.Seconds, q.cost = 5*60, 60
	case Hour:
		q.Seconds, q.cost = 60*60, 1000
	}
	return q
}

// Solved is the best tree found, and what is proved about it. Without a tree it is
// proved that there is none within the greatest depth, or below the bound.
type Solved struct {
	Proved  bool            `json:"proved"`
	Ranges  []optimal.Range `json:"ranges"` // of each number of the objective, in its order
	First   string          `json:"first"`  // guess of the tree
	Figures tree.Figures    `json:"figures"`
	Tree    string          `json:"tree"` // see [tree.Tree.Packed]
}

// Partial reports whether more time may prove more.
func (s Solved) Partial() bool { return !s.Proved }

// Kind names the kind of question.
func (Solve) Kind() string { return "solve" }

func (q Solve) String() string { return q.Game + ", " + q.Terms() }

// Terms says in words what the best tree is to be: the objective, and what
// guesses are allowed if not all are.
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
		text += fmt.Sprintf(", at most %d guesses", q.MaxDepth)
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

// Validate refuses what is no problem, or games that would not fit the memory
// limit.
func (q Solve) Validate(e Env) error {
	p, err := q.Parse()
	if err != nil {
		return err
	}
	return e.CheckProblem(p)
}

// Answer searches, and has the checker replay the tree found.
func (q Solve) Answer(ctx context.Context, e Env) (Solved, error) {
	p, err := q.Parse()
	if err != nil {
		return Solved{}, err
	}
	limited := ctx
	if q.Seconds > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, time.Duration(q.Seconds)*time.Second)
		defer stop()
	}
	a, err := optimal.Solve(limited, p, optimal.Options{Workers: e.Workers, Memory: e.TableMemory(p)})
	switch {
	case ctx.Err() != nil:
		return Solved{}, ctx.Err()
	case err != nil && !optimal.Interrupted(err):
		return Solved{}, err
	case a.Tree == nil && (a.Proved || a.Impossible):
		return Solved{Proved: true, Ranges: []optimal.Range{}}, nil
	case a.Tree == nil:
		return Solved{}, fmt.Errorf("%s: no tree was found within %d s; the machine is too slow for this entry", q, q.Seconds)
	}
	return Solved{
		Proved: a.Proved, Ranges: a.Ranges, First: p.Game.FormatCode(a.Tree.Root.Guess),
		Figures: tree.Measure(a.Tree).Hit, Tree: a.Tree.Packed(),
	}, nil
}

// CheckProblem refuses a problem whose search would not fit the memory limit.
func (e Env) CheckProblem(p optimal.Problem) error { return e.CheckSearch(p.Game) }

// TableMemory is how many bytes the search of a problem may remember sets in.
func (e Env) TableMemory(p optimal.Problem) int64 {
	secrets := int64(game.CountSecrets(p.Game))
	wanted := 8 * secrets * secrets
	if len(p.Path) > 0 {
		if candidates, err := p.Candidates(); err == nil {
			wanted = 8 * secrets * int64(len(candidates))
		}
	}
	const most = 2 << 30
	return e.SearchCache(p.Game, min(max(leastTable, wanted), most))
}

// Published lists the figures that sources print for this problem.
func (q Solve) Published() []string {
	return published.IDs(published.Of(engine.SubjectOf(q.ProblemSpec)))
}

// Check has the checker replay the tree, and returns an error if it does not
// have the numbers beside it.
func (q Solve) Check(ctx context.Context, s Solved) error {
	p, err := q.Parse()
	if err != nil {
		return err
	}
	if s.Tree == "" {
		if !s.Proved || len(s.Ranges) > 0 || q.MaxDepth == 0 && q.Below == (optimal.Cost{}) {
			return errors.New("the tree is missing")
		}
		return nil
	}
	candidates, err := p.Candidates()
	if err != nil {
		return err
	}
	t, err := tree.ReadPackedSubtree(ctx, p.Game, s.Tree, candidates)
	if err != nil {
		return err
	}
	histogram, err := tree.CheckSubtree(ctx, t, slices.Values(candidates))
	if err == nil {
		err = p.CheckTree(t)
	}
	switch {
	case err != nil:
		return fmt.Errorf("the tree is wrong: %w", err)
	case !slices.Equal(histogram, s.Figures.Histogram) || s.First != p.Game.FormatCode(t.Root.Guess):
		return errors.New("the tree does not have the numbers beside it")
	}
	if err := checkFigures(s.Figures, len(candidates)); err != nil {
		return err
	}
	if q.Below != (optimal.Cost{}) && !p.CostOf(s.Figures).Less(q.Below) {
		return errors.New("the tree costs too much")
	}
	count := s.Figures.Histogram[s.Figures.Worst]
	if q.Objective == optimal.Count {
		count = p.CostOf(s.Figures).Count
	}
	return q.checkRanges(s, count)
}

// checkRanges returns an error if what is said to be proved contradicts itself
// or the tree, which has a count of secrets at the worst case, or is not what was
// asked.
func (q Solve) checkRanges(s Solved, count int) error {
	wanted := strings.Split(string(q.Objective), ",")
	if s.Proved && len(s.Ranges) < len(wanted) {
		return fmt.Errorf("it holds %d numbers; the objective is %s", len(s.Ranges), q.Objective)
	}
	for i, r := range s.Ranges {
		if (i == 0 || s.Proved && i < len(wanted)) && r.Name != wanted[i] {
			return fmt.Errorf("number %d is %s; the objective is %s", i+1, clip(r.Name), q.Objective)
		}
		if slices.ContainsFunc(s.Ranges[:i], func(other optimal.Range) bool { return other.Name == r.Name }) {
			return fmt.Errorf("%s stands twice", clip(r.Name))
		}
	}
	numbers := map[string]int{"total": s.Figures.Total, "worst": s.Figures.Worst, "count": count}
	if len(s.Ranges) == 0 {
		return errors.New("nothing is proved")
	}
	for _, r := range s.Ranges {
		if upper, ok := numbers[r.Name]; !ok || r.Upper != upper || r.Lower > upper || r.Lower < 0 || s.Proved && !r.Proved() {
			return fmt.Errorf("%s %d to %d does not go with the tree", clip(r.Name), r.Lower, r.Upper)
		}
	}
	return nil
}
