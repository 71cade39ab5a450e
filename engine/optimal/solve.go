package optimal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Solve finds the best decision tree. If the context ends before the proof, the result has
// the bounds proved so far and the best tree found, and the error is the context's.
//
// Every objective is reduced to costs that add up over secrets. The least
// worst case is found by allowing more and more guesses until there is a tree; with
// the depth so limited, the secrets at the worst case are those solved by the
// last guess allowed.
func Solve(ctx context.Context, p Problem, o Options) (Result, error) {
	v, end, err := newSolver(ctx, p, o)
	if err != nil {
		return Result{}, err
	}
	defer end()
	if err := v.start(o.Workers); err != nil {
		return v.result, err
	}

	v.run() // even if the context has ended: sizes alone give bounds
	v.result.Nodes = v.search.Nodes()
	return v.result, cmp.Or(v.failed, ctx.Err())
}

// newSolver returns a solver with its helpers at work, and what ends them.
func newSolver(ctx context.Context, p Problem, o Options) (v *solver, end func(), err error) {
	if err := p.validate(); err != nil {
		return nil, nil, err
	}
	if err := game.Prepare(ctx, p.Game); err != nil {
		return nil, nil, err
	}

	p = p.filled()
	ctx, giveUp := context.WithCancel(ctx)
	ctx = parallel.Yielding(ctx)
	v = &solver{
		ctx:      ctx,
		search:   search.New(ctx, p.Game, p.Pool, cmp.Or(o.Memory, defaultMemory)),
		problem:  p,
		progress: o.Progress,
		improved: o.Better,
	}
	if err := v.followPath(); err != nil {
		giveUp()
		return nil, nil, err
	}

	endHelpers := v.search.StartHelpers(o.Workers)
	var reports sync.WaitGroup
	if v.progress != nil {
		reports.Go(v.report)
	}
	return v, func() {
		endHelpers()
		giveUp()
		reports.Wait()
	}, nil
}

// followPath sets the candidates that the path leaves. It returns an error if there are none,
// or if the first guess would leave them all.
func (v *solver) followPath() (err error) {
	p := v.problem
	v.root, err = v.search.Follow(p.Path)
	if err != nil {
		return err
	}
	if p.First != nil && v.search.Useless(v.root, *p.First) {
		return uselessFirst(p.Game, *p.First)
	}
	return nil
}

// uselessFirst is the error for a first guess that leaves all secrets together.
func uselessFirst(g game.Game, first game.Code) error {
	return fmt.Errorf("first guess %s tells nothing: every secret of %s gives it the same feedback", g.FormatCode(first), g)
}

// A solver takes a search through the stages of an objective.
type solver struct {
	ctx     context.Context
	search  search.Search
	prices  search.Prices // what is minimised in this stage
	problem Problem
	root    search.Position
	sample  *tree.Tree // of a one-step strategy; for SolveWithin

	result  Result
	figures tree.Figures // of the result's tree; zero without one
	failed  error

	improved func(*tree.Tree) // may be nil
	progress func(Progress)   // may be nil
	mu       sync.Mutex       // of now
	now      Progress
}

// start looks for a tree to begin with among those of the one-step
// strategies, until the context ends. After other rounds it finds nothing.
func (v *solver) start(workers int) error {
	if len(v.problem.Path) > 0 {
		return nil
	}

	criteria := append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...)
	for _, criterion := range criteria {
		t, err := v.oneStep(criterion, v.problem.First, workers)
		if t == nil {
			return err
		}

		f := tree.Measure(t).Solved
		if v.allowed(f) && (v.result.Tree == nil || v.better(f, v.figures)) {
			v.take(t, f)
		}
	}
	return nil
}

// oneStep returns the tree of a one-step strategy; nil if the context ends.
func (v *solver) oneStep(c strategy.Criterion, first *game.Code, workers int) (*tree.Tree, error) {
	s := strategy.Strategy{Criterion: c, Pool: v.problem.oneStepPool()}
	t, err := tree.Grow(v.ctx, v.problem.Game, s, first, tree.Options{Workers: workers})
	switch {
	case Interrupted(err):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return t, nil
}

// allowed reports whether a tree with these figures is within the depth and the bound.
func (v *solver) allowed(f tree.Figures) bool {
	p := v.problem
	if p.MaxDepth > 0 && f.Worst > p.MaxDepth {
		return false
	}
	return p.Below == Cost{} || p.CostOf(f).Less(p.Below)
}

// CostOf returns what a tree with these figures costs, by [Total] or [Count].
func (p Problem) CostOf(f tree.Figures) Cost {
	c := Cost{Total: f.Total}
	if p.Objective == Count && f.Worst == p.MaxDepth {
		c.Count = f.Histogram[f.Worst]
	}
	return c
}

func (v *solver) take(t *tree.Tree, f tree.Figures) {
	v.result.Tree = t
	v.figures = f
}

// better reports whether figures are better by the objective.
func (v *solver) better(a, b tree.Figures) bool {
	byTotal := cmp.Compare(a.Total, b.Total)
	byWorst := cmp.Compare(a.Worst, b.Worst)
	byCount := cmp.Compare(a.Histogram[a.Worst], b.Histogram[b.Worst])
	o := v.problem.Objective
	switch o {
	case TotalWorstCount:
		return cmp.Or(byTotal, byWorst, byCount) < 0
	case WorstTotal:
		return cmp.Or(byWorst, byTotal) < 0
	case WorstCount:
		return cmp.Or(byWorst, byCount, byTotal) < 0
	case Count:
		return v.problem.CostOf(a).Less(v.problem.CostOf(b))
	}
	if o.Priced() {
		byPaid := cmp.Compare(o.paid(b.Histogram), o.paid(a.Histogram))
		return cmp.Or(byPaid, byTotal) < 0
	}
	return byTotal < 0
}

// run goes through the stages of the objective, as far as each is proved.
func (v *solver) run() {
	depth := v.problem.depth()
	switch v.problem.Objective {
	default: // one number
		v.result.Proved = v.leastCost(depth)
	case TotalWorstCount:
		v.result.Proved = v.leastCost(depth) && v.worstOfTotal() && v.countOfTotal()
	case WorstTotal:
		v.result.Proved = v.leastWorst(depth)
		if v.result.Proved {
			v.addRange("total", v.figures.Total, v.figures.Total)
		}
	case WorstCount:
		v.result.Proved = v.leastWorst(depth) && v.countOfWorst()
	}
}

// addRange adds the bounds of one number of the objective.
func (v *solver) addRange(name string, lower, upper int) {
	v.result.Ranges = append(v.result.Ranges, Range{
		Name:  name,
		Lower: lower,
		Upper: upper,
	})
}

// leastCost finds the tree of the least cost, if there is one below the bound.
func (v *solver) leastCost(depth int) bool {
	o := v.problem.Objective
	v.minimise(search.Prices{
		PerGuess:  1,
		PerLast:   o.perLast(),
		ByGuesses: o.prices(),
	})

	upper := search.Impossible
	if v.problem.Below != (Cost{}) {
		upper = v.problem.Below.cost()
	}
	if v.result.Tree != nil {
		upper = v.prices.Of(v.figures, depth)
	}

	lower, proved := v.stage(string(o), depth, upper)
	if proved && v.result.Tree == nil {
		v.result.Impossible = upper == search.Impossible
		return !v.result.Impossible
	}
	v.rangeCost(lower, depth)
	return proved
}

// rangeCost adds what a lower bound of the cost says about the numbers of the objective.
func (v *solver) rangeCost(lower cost, depth int) {
	switch {
	case v.problem.Objective == Count:
		v.rangeCount(lower, depth, 0)
	case v.problem.Objective.Priced():
		v.rangePaid(lower)
	default:
		v.addRange("total", int(lower), v.figures.Total)
	}
}

// rangePaid adds what a lower bound of the cost says about the pay-off, and about the total.
func (v *solver) rangePaid(lower cost) {
	pays, _ := v.problem.Objective.pays()
	name, _, _ := strings.Cut(string(v.problem.Objective), "=")
	paid := Range{
		Name:  name,
		Upper: v.root.Size()*pays[0] - int(lower/big),
	}
	total := bounds.CapacityOf(v.problem.Game).Total(v.root.Size())
	if v.result.Tree != nil {
		paid.Lower = v.problem.Objective.paid(v.figures.Histogram)
		if paid.Proved() {
			total = int(lower % big)
		}
	}
	v.result.Ranges = append(v.result.Ranges, paid)
	v.addRange("total", total, v.figures.Total)
}

// worstOfTotal finds the least worst case of trees with the least total.
func (v *solver) worstOfTotal() bool {
	for before := 0; v.figures.Worst != before && v.figures.Worst > v.fewest(); {
		before = v.figures.Worst
		v.minimise(search.Prices{PerGuess: 1})
		name := fmt.Sprintf("worst case %d with that total", before-1)
		_, proved := v.stage(name, before-1, cost(v.figures.Total)+1)
		if !proved {
			v.addRange("worst", v.fewest(), v.figures.Worst)
			return false
		}
	}

	v.addRange("worst", v.figures.Worst, v.figures.Worst)
	return true
}

// countOfTotal finds the fewest secrets at the worst case of trees with the
// least total and then the least worst case.
func (v *solver) countOfTotal() bool {
	depth := v.figures.Worst
	total := big * cost(v.figures.Total)
	count := v.figures.Histogram[depth]
	v.minimise(search.Prices{PerGuess: big, PerLast: 1})
	lower, proved := v.stage("count", depth, total+cost(count))
	v.addRange("count", int(max(1, lower-total)), v.figures.Histogram[depth])
	return proved
}

// fewest is a lower bound of the worst case: fewer guesses do not distinguish the
// candidates.
func (v *solver) fewest() int {
	return bounds.CapacityOf(v.problem.Game).Worst(v.root.Size())
}

// leastWorst finds the least worst case, and a tree that has it and of these
// the least total.
func (v *solver) leastWorst(depth int) bool {
	for least := v.fewest(); ; least++ {
		if least > depth {
			v.result.Impossible = true
			return false
		}

		upper := search.Impossible
		if v.result.Tree != nil && v.figures.Worst == least {
			upper = cost(v.figures.Total)
		}
		v.minimise(search.Prices{PerGuess: 1})
		lower, proved := v.stage(fmt.Sprintf("worst case %d", least), least, upper)

		found := v.result.Tree != nil && v.figures.Worst <= least
		if !proved || found {
			v.addRange("worst", least, v.figures.Worst)
			if found && !proved {
				v.addRange("total", int(lower), v.figures.Total)
			}
			return proved
		}
	}
}

// countOfWorst finds, with the least worst case, the fewest secrets at it and
// then the least total.
func (v *solver) countOfWorst() bool {
	depth := v.figures.Worst
	v.minimise(search.Prices{PerGuess: 1, PerLast: big})
	lower, proved := v.stage("count", depth, v.prices.Of(v.figures, depth))
	v.rangeCount(lower, depth, 1)
	return proved
}

// rangeCount adds what a lower bound of the cost says about the count, which is no
// less than least, and about the total.
func (v *solver) rangeCount(lower cost, depth, least int) {
	bound := costOf(lower)
	attained := costOf(v.prices.Of(v.figures, depth))
	count := Range{
		Name:  "count",
		Lower: max(least, bound.Count),
		Upper: attained.Count,
	}
	v.result.Ranges = append(v.result.Ranges, count)
	if v.result.Tree != nil && !count.Proved() {
		return
	}

	total := bound.Total
	if bound.Count < count.Lower {
		// That is a bound of trees with fewer secrets at the worst case, and no
		// tree has fewer.
		total = bounds.CapacityOf(v.problem.Game).Total(v.root.Size())
	}
	v.addRange("total", total, v.figures.Total)
}

// A stage is the search for the least cost by one first guess after another.
type stage struct {
	*solver
	name  string
	depth int
	upper cost // no tree is asked for that costs as much
	best  cost // of the trees found, or upper
	lower cost // bounds the first guesses so far
}

// stage finds the least cost below upper, with the tree that attains it, and
// returns a lower bound of all trees' costs: the least itself if proved.
func (v *solver) stage(name string, depth int, upper cost) (lower cost, proved bool) {
	s := &stage{
		solver: v,
		name:   name,
		depth:  depth,
		upper:  upper,
		best:   upper,
		lower:  search.Impossible,
	}
	bySize := v.search.BySize(v.root, depth)
	v.update(func(p *Progress) {
		*p = Progress{
			Stage: name,
			Upper: v.format(upper),
		}
	})
	list, ok := v.firstGuesses(depth)
	if !ok {
		return min(bySize, upper), false
	}

	begin := len(v.result.First)
	for left := len(list); left > 0; left-- {
		c, _ := list.Next()
		v.update(func(p *Progress) {
			p.FirstGuesses = left
			p.Lower = v.format(min(s.lower, c.Bound))
			p.Upper = v.format(s.best)
		})
		v.failed = s.try(c)
		if v.failed != nil {
			return s.lower, false
		}
	}
	s.credit(v.result.First[begin:])
	return min(max(s.lower, bySize), s.best), v.ctx.Err() == nil
}

// try tries a first guess, unless its bound says that it is of no use or the context has
// ended. The error is that the tree found does not cost what the search says.
func (s *stage) try(c search.Choice) error {
	switch {
	case s.ctx.Err() != nil:
		s.refute(c, c.Bound, "unfinished")
		return nil
	case c.Bound >= s.best:
		s.refute(c, c.Bound, "size")
		return nil
	}

	total, found := s.search.Try(s.root, c, s.depth, s.best)
	if !found {
		if s.ctx.Err() != nil {
			s.refute(c, max(c.Bound, min(total, s.best)), "unfinished")
		} else {
			s.refute(c, total, "search")
		}
		return nil
	}

	root, ok := s.search.Node(s.root, c.Code(), s.depth)
	if !ok { // the context has ended meanwhile
		s.refute(c, c.Bound, "unfinished")
		return nil
	}
	s.best = total
	t := &tree.Tree{Game: s.problem.Game, Root: root}
	s.take(t, tree.Measure(t).Solved)
	if err := s.verify(total, s.depth); err != nil {
		return err
	}
	s.refute(c, total, "attained")
	return nil
}

// refute notes why a first guess costs no less than a bound.
func (s *stage) refute(c search.Choice, bound cost, by string) {
	s.result.First = append(s.result.First, Refutation{
		Stage: s.name,
		Guess: c.Code(),
		Lower: bound,
		Cost:  s.format(bound),
		By:    by,
	})
	s.lower = min(s.lower, bound)
}

// credit corrects the refutations of a stage that has found nothing better than the tree
// known before: the first guess of that tree costs the least.
func (s *stage) credit(refutations []Refutation) {
	if s.result.Tree == nil || s.best < s.upper || s.best >= search.Impossible {
		return
	}
	for i, r := range refutations {
		if r.Guess == s.result.Tree.Root.Guess && r.Lower == s.best {
			refutations[i].By = "attained"
		}
	}
}

// verify measures the tree found: what it costs must be what the search says.
func (v *solver) verify(total cost, depth int) error {
	own := v.prices.Of(v.figures, depth)
	worst := v.figures.Worst
	if own != total || worst > depth {
		return fmt.Errorf("the tree found for %s costs %d and takes up to %d guesses; the search says %d within %d", v.problem.Game, own, worst, total, depth)
	}
	return nil
}

// firstGuesses lists the first guesses. ok is false if the context ended before
// all were bounded.
func (v *solver) firstGuesses(depth int) (list search.Choices, ok bool) {
	if v.problem.First == nil {
		return v.search.Choices(v.root, depth)
	}

	c := v.search.Choice(v.root, *v.problem.First, depth)
	if c.Bound >= search.Impossible {
		return nil, true
	}
	return search.Choices{c}, true
}

// minimise sets what is minimised. What was found for other prices is forgotten.
func (v *solver) minimise(p search.Prices) {
	v.prices = p
	v.search.Minimise(p)
}

// format writes a cost: its two numbers if it is made of two.
func (v *solver) format(c cost) string {
	if max(v.prices.PerGuess, v.prices.PerLast) == big || v.prices.ByGuesses != nil {
		return formatTwo(c)
	}
	return formatCost(c)
}

func formatCost(c cost) string {
	if c >= search.Impossible {
		return "-"
	}
	return strconv.FormatInt(c, 10)
}

func formatTwo(c cost) string {
	if c >= search.Impossible {
		return "-"
	}
	return fmt.Sprintf("%d, %d", c/big, c%big)
}

// update changes the progress that is reported next.
func (v *solver) update(change func(*Progress)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	change(&v.now)
}

const progressEvery = 100 * time.Millisecond

// report calls the progress function now and then until the context ends.
func (v *solver) report() {
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	for {
		select {
		case <-v.ctx.Done():
			return
		case <-ticker.C:
			v.mu.Lock()
			now := v.now
			v.mu.Unlock()
			now.Nodes = v.search.Nodes()
			v.progress(now)
		}
	}
}

// Interrupted reports whether an error is only that the context has ended.
func Interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
