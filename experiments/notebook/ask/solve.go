package ask

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report/lists"
)

// Solve asks for the best decision tree of a game, with proof.
type Solve struct {
	optimal.ProblemSpec

	// limit is how long the search may take; 0 is any time. A search that takes longer answers
	// with its bounds, and the next run asks again.
	limit   time.Duration
	cost    float64 // an estimate where none was measured; 0 if there is none
	figures bool    // the record keeps no tree, since that of another entry does
	lists   bool    // the answer has no tree, since that would give the game's lists away
}

// NewSolve asks for an optimum, however long its proof takes.
func NewSolve(p optimal.ProblemSpec) Solve { return Solve{ProblemSpec: withPool(p)} }

// FiguresOnly asks for the figures of the tree alone.
func (q Solve) FiguresOnly() Solve {
	q.figures = true
	return q
}

// limited bounds the time of the search: minutes if its proof took seconds when it was measured,
// and an hour if it took longer.
func (q Solve) limited(took float64) Solve {
	switch {
	case took > 30:
		q.limit, q.cost = time.Hour, 1000
	case took > 1:
		q.limit, q.cost = 5*time.Minute, 60
	}
	return q
}

// withPool fills in the default pool.
func withPool(p optimal.ProblemSpec) optimal.ProblemSpec {
	p.Pool = cmp.Or(p.Pool, strategy.DefaultPool)
	return p
}

// Solved is the best tree found, and its bounds. Without a tree, the answer
// proves that none exists within the greatest depth, or below the bound.
type Solved struct {
	Lower []int `json:"lower,omitempty"` // bounds of the numbers of the objective, in its order
	Found       // without a tree that gives lists of words away

	Checksum string          `json:"-"` // of the tree, see [Checksum]
	Proved   bool            `json:"-"`
	Ranges   []optimal.Range `json:"-"` // of each number of the objective
}

// Partial reports whether more time may prove more.
func (s Solved) Partial() bool { return !s.Proved }

// Proof words the bounds of each number of an objective. The objective of the question
// begins with these numbers.
func (s Solved) Proof(o optimal.Objective) string {
	asked := s.Ranges[:min(len(s.Ranges), len(o.Numbers()))]
	parts := lists.Map(asked, func(r optimal.Range) string {
		if r.Proved() {
			return fmt.Sprintf("%s %d", r.Name, r.Upper)
		}
		return fmt.Sprintf("%s between %d and %d", r.Name, r.Lower, r.Upper)
	})
	return strings.Join(parts, ", ")
}

// About describes the question: with the tree, unless the figures are enough. The cost of a search
// is known in advance only as an order of magnitude.
func (q Solve) About() notebook.About {
	kind, cost := "solve", 0.1
	if q.lists {
		kind, cost = "solve-lists", 0.3
	}
	a := About(kind, q.Game+", "+q.Terms(), cmp.Or(q.cost, cost))
	a.Detailed = !q.figures
	return a
}

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
		text += ", at most " + wording.Count(q.MaxDepth, "guess", "guesses")
	}

	switch b := q.Below; {
	case b.Count > 0:
		text += fmt.Sprintf(", below %d, %d", b.Count, b.Total)
	case b.Total > 0:
		text += fmt.Sprintf(", below %d", b.Total)
	}
	return text
}

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
	p, err := q.Parse()
	if err != nil {
		return Solved{}, err
	}
	limited := ctx
	if q.limit > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, q.limit)
		defer stop()
	}

	a, err := optimal.Solve(limited, p, optimal.Options{
		Workers: e.Workers,
		Memory:  TableMemory(e, p),
	})
	switch {
	case ctx.Err() != nil:
		return Solved{}, ctx.Err()
	case err != nil && !optimal.Interrupted(err):
		return Solved{}, err
	case a.Tree == nil && (a.Proved || a.Impossible):
		return Solved{Proved: true}, nil
	case a.Tree == nil:
		return Solved{}, fmt.Errorf("%s: no tree was found within %s; the machine is too slow for this entry", q.About().Name, q.limit)
	}

	lower := lists.Map(a.Ranges, func(r optimal.Range) int { return r.Lower })
	s := Solved{
		Found:  Found{Tree: a.Tree.BriefSubtree(p.Candidates())},
		Lower:  lower,
		Proved: a.Proved,
	}
	if q.lists {
		err = q.check(ctx, p, &s)
		s.Tree = ""
		return s, err
	}
	return s, nil
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

// Record keeps the tree, or else its figures.
func (q Solve) Record(s Solved) Solved {
	s.Found = s.recorded(!q.figures)
	return s
}

// Complete has the checker replay the tree, and derives the bounds. The answer for a game from
// lists has no tree, and the lists may be missing.
func (q Solve) Complete(ctx context.Context, s *Solved) error {
	if q.lists {
		if s.Tree != "" {
			return errors.New("it holds a tree, which gives the lists away")
		}
		return s.prove(q.Objective, nil)
	}

	p, err := q.Parse()
	if err != nil {
		return err
	}
	return q.check(ctx, p, s)
}

// check is Complete with the problem read.
func (q Solve) check(ctx context.Context, p optimal.Problem, s *Solved) error {

	// Figures alone: the record of another entry keeps the tree.
	if s.Tree == "" && s.Histogram != nil {
		if !q.figures {
			return store.ErrLess
		}
		return s.prove(q.Objective, func(f tree.Figures) int { return p.CostOf(f).Count })
	}

	// No tree: it is proved that there is none.
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

	s.First = firstOf(t)
	s.Tree = t.BriefSubtree(candidates)
	s.Checksum = Checksum(t)

	cost := p.CostOf(tree.Summarise(s.Histogram))
	if q.Below != (optimal.Cost{}) && !cost.Less(q.Below) {
		return errors.New("the tree costs too much")
	}
	return s.prove(q.Objective, func(f tree.Figures) int { return p.CostOf(f).Count })
}

// prove derives the figures from the histogram, and the proof from the lower bounds. count
// returns how many secrets count at the worst case.
func (s *Solved) prove(objective optimal.Objective, count func(tree.Figures) int) error {
	if err := s.derive(); err != nil {
		return err
	}

	upper := map[string]int{
		"total": s.Total,
		"worst": s.Worst,
		"count": s.Histogram[s.Worst],
	}
	if objective == optimal.Count {
		upper["count"] = count(s.Figures)
	}

	names := objective.Numbers()
	if len(s.Lower) == 0 || len(s.Lower) > len(names) {
		return fmt.Errorf("it holds %d bounds; the objective is %s", len(s.Lower), objective)
	}

	s.Ranges, s.Proved = nil, len(s.Lower) == len(names)
	for i, lower := range s.Lower {
		r := optimal.Range{
			Name:  names[i],
			Lower: lower,
			Upper: upper[names[i]],
		}
		s.Proved = s.Proved && r.Proved()
		if r.Lower > r.Upper {
			return fmt.Errorf("the %s is at least %d, and that of the tree %d", r.Name, r.Lower, r.Upper)
		}
		s.Ranges = append(s.Ranges, r)
	}
	return nil
}

// Best asks for the answer to a problem in the same way for all entries, so that all know the same
// answer.
func Best(p optimal.ProblemSpec) Solve {
	p = OneTree(p)
	return NewSolve(p).limited(SearchSeconds(p))
}

// finest are the games for which somebody published an optimal tree that also has the least
// worst case, and the fewest secrets at it: Koyama and Lai (1993).
var finest = []string{"mm4x6"}

// OneTree returns the problem that is solved for a least total: in most games the problem
// itself, in the finest ones a problem that asks for more. So the same tree is played, drawn,
// exported and written as a certificate.
func OneTree(p optimal.ProblemSpec) optimal.ProblemSpec {
	p = withPool(p)
	whole := optimal.ProblemSpec{
		Game:      p.Game,
		Objective: optimal.Total,
		Pool:      strategy.All,
	}
	if p == whole && slices.Contains(finest, p.Game) {
		p.Objective = optimal.TotalWorstCount
	}
	return p
}

// BestOfLists asks for the optimum of a game from lists. Without a first guess it takes an hour.
func BestOfLists(p optimal.ProblemSpec) Solve {
	q := NewSolve(p)
	if p.First == "" {
		q = q.limited(time.Hour.Seconds())
	}
	q.lists = true
	return q
}

// SearchSeconds is the time that the proof of a problem took, with one worker; 0 if that was less
// than a second, or is not known.
func SearchSeconds(p optimal.ProblemSpec) float64 {
	took := MeasuredSeconds(NewSolve(p))
	if took < 1 {
		return 0
	}
	return took
}

// MeasuredSeconds is the time that the proof of an optimum took with one worker;
// 0 if it was not.
func MeasuredSeconds(q Solve) float64 {
	a := q.About()
	return costOf(a.Kind, a.Name, 0)
}

// Quick reports whether the proof of a problem takes a second at most.
func Quick(p optimal.ProblemSpec) bool { return SearchSeconds(p) <= 1 }
