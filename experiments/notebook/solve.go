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
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Solve asks for the best decision tree of a game, with proof.
type Solve struct {
	optimal.ProblemSpec

	effort published.Effort // which bounds the time
}

// NewSolve asks for an optimum as sources state them.
func NewSolve(p published.Optimum) Solve {
	return Solve{optimal.ProblemSpec{Game: p.Game, Objective: p.Objective, First: p.First, MaxDepth: p.MaxDepth, Pool: cmp.Or(p.Pool, strategy.All)}, p.Effort}
}

// Solved is the best tree found, and what is proved about it.
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
	if q.First != "" {
		text += ", from " + q.First
	}
	if q.MaxDepth > 0 {
		text += fmt.Sprintf(", at most %d guesses", q.MaxDepth)
	}
	return text
}

// Cost is an order of magnitude; more cannot be known of a search.
func (q Solve) Cost() float64 {
	switch q.effort {
	case published.Minutes:
		return 60
	case published.Hour:
		return 1000
	}
	return 0.3
}

// limit is how long the search may take; 0 is any time.
func (q Solve) limit() time.Duration {
	switch q.effort {
	case published.Minutes:
		return 5 * time.Minute
	case published.Hour:
		return time.Hour
	}
	return 0
}

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
	if limit := q.limit(); limit > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, limit)
		defer stop()
	}
	a, err := optimal.Solve(limited, p, optimal.Options{Workers: e.Workers, Memory: e.TableMemory(p)})
	switch {
	case ctx.Err() != nil:
		return Solved{}, ctx.Err()
	case err != nil && !optimal.Interrupted(err):
		return Solved{}, err
	case a.Tree == nil:
		return Solved{}, fmt.Errorf("%s: no tree was found within %s; the machine is too slow for this entry", q, q.limit())
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
	const most = 2 << 30
	return e.SearchCache(p.Game, min(max(leastTable, 8*secrets*secrets), most))
}

// Published lists the figures that sources print for this problem.
func (q Solve) Published() []string { return publishedOf(q.ProblemSpec, published.Optima()) }

// publishedOf lists those of the optima that are printed for a problem.
func publishedOf(s optimal.ProblemSpec, optima []published.Optimum) []string {
	var ids []string
	for _, p := range optima {
		if NewSolve(p).ProblemSpec == s {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Check has the checker replay the tree, and returns an error if it does not
// come to the numbers beside it.
func (q Solve) Check(ctx context.Context, s Solved) error {
	if err := checkTree(ctx, q.Game, s.Tree, s.Figures, s.First); err != nil {
		return err
	}
	if q.First != "" && s.First != q.First {
		return fmt.Errorf("the tree begins with %s; %s was asked for", clip(s.First), q.First)
	}
	if q.MaxDepth > 0 && s.Figures.Worst > q.MaxDepth {
		return fmt.Errorf("the tree takes %d guesses; at most %d were allowed", s.Figures.Worst, q.MaxDepth)
	}
	return q.checkRanges(s)
}

// checkRanges returns an error if what is said to be proved contradicts itself
// or the tree, or is not what was asked.
func (q Solve) checkRanges(s Solved) error {
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
	numbers := map[string]int{"total": s.Figures.Total, "worst": s.Figures.Worst, "count": s.Figures.Histogram[s.Figures.Worst]}
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
