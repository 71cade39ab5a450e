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

	effort Effort // which bounds the time
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
	return Solve{p, effort}
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
	case Minutes:
		return 60
	case Hour:
		return 1000
	}
	return 0.3
}

// limit is how long the search may take; 0 is any time.
func (q Solve) limit() time.Duration {
	switch q.effort {
	case Minutes:
		return 5 * time.Minute
	case Hour:
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

// leastTable is how many bytes an exact search is to have to remember sets in.
const leastTable = 1 << 20

// CheckProblem refuses a problem whose search would not fit the memory limit.
func (e Env) CheckProblem(p optimal.Problem) error {
	return e.CheckNeed("the search of "+p.Game.String(), p.Memory(e.Workers)+2*leastTable)
}

// TableMemory is how many bytes the search of a problem may remember sets in.
func (e Env) TableMemory(p optimal.Problem) int64 {
	secrets := int64(game.CountSecrets(p.Game))
	const most = 2 << 30
	return e.Spare(p.Memory(e.Workers), min(max(leastTable, 8*secrets*secrets), most))
}

// Published lists the figures that sources print for this problem.
func (q Solve) Published() []string {
	return published.IDs(published.Of(engine.SubjectOf(q.ProblemSpec)))
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
