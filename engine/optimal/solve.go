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
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Solve finds the best decision tree. If the context ends before the proof, the answer has
// the bounds proved so far and the best tree found, and the error is the context's.
//
// Every objective is reduced to costs that add up over secrets. The least
// worst case is found by allowing more and more guesses until there is a tree; with
// the depth so limited, the secrets at the worst case are those solved by the
// last guess allowed.
func Solve(ctx context.Context, p Problem, o Options) (Answer, error) {
	v, end, err := newSolver(ctx, p, o)
	if err != nil {
		return Answer{}, err
	}
	defer end()
	if err := v.start(o.Workers); err != nil {
		return v.answer, err
	}
	v.run() // even if the context has ended: sizes alone give bounds
	v.answer.Nodes = v.nodes.Load()
	return v.answer, cmp.Or(v.failed, ctx.Err())
}

// newSolver returns a solver with its helpers at work, and what ends them.
func newSolver(ctx context.Context, p Problem, o Options) (v *solver, end func(), err error) {
	if err := p.Validate(); err != nil {
		return nil, nil, err
	}
	if err := game.Prepare(ctx, p.Game); err != nil {
		return nil, nil, err
	}
	p = p.filled()
	ctx, giveUp := context.WithCancel(ctx)
	defer func() {
		if err != nil {
			giveUp()
		}
	}()
	s := newSearch(parallel.Yielding(ctx), p.Game, p.Pool, cmp.Or(o.Memory, defaultMemory))
	v = &solver{search: s, problem: p, progress: o.Progress, improved: o.Better}
	v.worker = s.newWorker()
	if v.root, v.past, err = v.worker.follow(p.Path); err != nil {
		return nil, nil, err
	}
	if p.First != nil && v.worker.wordParts(v.root, *p.First) == 1 && s.secrets[v.root[0]] != *p.First {
		return nil, nil, fmt.Errorf("first guess %s tells nothing: every secret of %s answers it alike", p.Game.FormatCode(*p.First), p.Game)
	}
	var helpers sync.WaitGroup
	solving := 1 // the task that the helpers stay for
	if o.Workers > 1 {
		s.workers = parallel.NewPool[*worker]()
		s.known.share()
		for range o.Workers - 1 {
			helpers.Go(func() { s.workers.Work(s.newWorker(), &solving) })
		}
	}
	stop := make(chan struct{})
	if v.progress != nil {
		helpers.Go(func() { v.report(stop) })
	}
	return v, func() {
		if s.workers != nil {
			s.workers.Done(&solving)
		}
		close(stop)
		helpers.Wait()
		giveUp()
	}, nil
}

// A solver takes a search through the stages of an objective.
type solver struct {
	*search
	worker   *worker
	problem  Problem
	root     set     // the candidates
	past     history // of how they were reached
	answer   Answer
	figures  tree.Figures // of the answer's tree; zero without one
	failed   error
	progress func(Progress)
	sample   *tree.Tree       // of a one-step strategy, if a width is searched with
	improved func(*tree.Tree) // may be nil

	mu  sync.Mutex
	now Progress
}

// start looks for a tree to begin with among those of the one-step
// strategies, until the context ends. After other rounds it finds nothing.
func (v *solver) start(workers int) error {
	if len(v.problem.Path) > 0 {
		return nil
	}
	for _, criterion := range append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...) {
		s := strategy.Strategy{Criterion: criterion, Pool: v.problem.oneStepPool()}
		t, err := tree.Grow(v.ctx, v.problem.Game, s, v.problem.First, tree.Options{Workers: workers})
		if Interrupted(err) {
			return nil
		}
		if err != nil {
			return err
		}
		f := tree.Measure(t).Solved
		if v.allowed(f) && (v.answer.Tree == nil || v.better(f, v.figures)) {
			v.take(t, f)
		}
	}
	return nil
}

// allowed reports whether a tree with these figures is within the depth and the bound.
func (v *solver) allowed(f tree.Figures) bool {
	p := v.problem
	if p.MaxDepth > 0 && f.Worst > p.MaxDepth {
		return false
	}
	return p.Below == Cost{} || p.CostOf(f).cost() < p.Below.cost()
}

// CostOf returns what a tree with these figures costs, by [Total] or [Count].
func (p Problem) CostOf(f tree.Figures) Cost {
	c := Cost{Total: f.Total}
	if p.Objective == Count && f.Worst == p.MaxDepth {
		c.Count = f.Histogram[f.Worst]
	}
	return c
}

func (v *solver) take(t *tree.Tree, f tree.Figures) { v.answer.Tree, v.figures = t, f }

// better reports whether figures are better by the objective.
func (v *solver) better(a, b tree.Figures) bool {
	last := func(f tree.Figures) int { return f.Histogram[f.Worst] }
	byTotal, byWorst, byCount := cmp.Compare(a.Total, b.Total), cmp.Compare(a.Worst, b.Worst), cmp.Compare(last(a), last(b))
	switch v.problem.Objective {
	case TotalWorstCount:
		return cmp.Or(byTotal, byWorst, byCount) < 0
	case WorstTotal:
		return cmp.Or(byWorst, byTotal) < 0
	case WorstCount:
		return cmp.Or(byWorst, byCount, byTotal) < 0
	case Count:
		return v.problem.CostOf(a).cost() < v.problem.CostOf(b).cost()
	}
	if o := v.problem.Objective; o.Priced() {
		return cmp.Or(cmp.Compare(o.Paid(b.Histogram), o.Paid(a.Histogram)), byTotal) < 0
	}
	return byTotal < 0
}

func (v *solver) run() {
	depth := v.problem.depth()
	switch v.problem.Objective {
	default: // one number
		v.answer.Proved = v.leastCost(depth)
	case TotalWorstCount:
		v.answer.Proved = v.leastCost(depth) && v.worstOfTotal() && v.countOfTotal()
	case WorstTotal:
		v.answer.Proved = v.leastWorst(depth)
		if v.answer.Proved {
			v.answer.Ranges = append(v.answer.Ranges, Range{"total", v.figures.Total, v.figures.Total})
		}
	case WorstCount:
		v.answer.Proved = v.leastWorst(depth) && v.countOfWorst()
	}
}

// leastCost finds the tree of the least cost, if there is one below the bound.
func (v *solver) leastCost(depth int) bool {
	v.perGuess, v.perLast, v.prices = 1, v.problem.Objective.perLast(), v.problem.Objective.prices()
	v.limits()
	upper := impossible
	if v.problem.Below != (Cost{}) {
		upper = v.problem.Below.cost()
	}
	if v.answer.Tree != nil {
		upper = v.costs(v.figures, depth)
	}
	lower, proved := v.stage(string(v.problem.Objective), depth, upper)
	if proved && v.answer.Tree == nil {
		v.answer.Impossible = upper == impossible
		return !v.answer.Impossible
	}
	v.rangeCost(lower, depth)
	return proved
}

// rangeCost says what a lower bound of the cost tells of the numbers of the objective.
func (v *solver) rangeCost(lower cost, depth int) {
	switch {
	case v.problem.Objective == Count:
		v.rangeCount(lower, depth, 0)
		return
	case v.problem.Objective.Priced():
		v.rangePaid(lower)
		return
	}
	v.answer.Ranges = append(v.answer.Ranges, Range{"total", int(lower), v.figures.Total})
}

// rangePaid says what a lower bound of the cost tells of what is paid, and of the total.
func (v *solver) rangePaid(lower cost) {
	pays, _ := v.problem.Objective.pays()
	name, _, _ := strings.Cut(string(v.problem.Objective), "=")
	r := Range{Name: name, Upper: len(v.root)*pays[0] - int(lower/big)}
	total := bounds.CapacityOf(v.game).Total(len(v.root))
	if v.answer.Tree != nil {
		r.Lower = v.problem.Objective.Paid(v.figures.Histogram)
		if r.Proved() {
			total = int(lower % big)
		}
	}
	v.answer.Ranges = append(v.answer.Ranges, r, Range{"total", total, v.figures.Total})
}

// worstOfTotal finds the least worst case of trees with the least total.
func (v *solver) worstOfTotal() bool {
	for before := 0; v.figures.Worst != before && v.figures.Worst > v.fewest(); {
		before = v.figures.Worst
		v.minimise(1, 0)
		_, proved := v.stage(fmt.Sprintf("worst case %d with that total", before-1), before-1, cost(v.figures.Total)+1)
		if !proved {
			v.answer.Ranges = append(v.answer.Ranges, Range{"worst", v.fewest(), v.figures.Worst})
			return false
		}
	}
	v.answer.Ranges = append(v.answer.Ranges, Range{"worst", v.figures.Worst, v.figures.Worst})
	return true
}

// countOfTotal finds the fewest secrets at the worst case of trees with the
// least total and then the least worst case.
func (v *solver) countOfTotal() bool {
	depth := v.figures.Worst
	v.minimise(big, 1)
	total := v.figures.Total
	count := func() int { return v.figures.Histogram[depth] }
	lower, proved := v.stage("count", depth, big*cost(total)+cost(count()))
	v.answer.Ranges = append(v.answer.Ranges, Range{"count", int(max(1, lower-big*cost(total))), count()})
	return proved
}

// fewest is a lower bound of the worst case: fewer guesses have not enough
// answers.
func (v *solver) fewest() int { return bounds.CapacityOf(v.game).Worst(len(v.root)) }

// leastWorst finds the least worst case, and a tree that has it and of these
// the least total.
func (v *solver) leastWorst(depth int) bool {
	for least := v.fewest(); ; least++ {
		if least > depth {
			v.answer.Impossible = true
			return false
		}
		upper := impossible
		if v.answer.Tree != nil && v.figures.Worst == least {
			upper = cost(v.figures.Total)
		}
		v.minimise(1, 0)
		lower, proved := v.stage(fmt.Sprintf("worst case %d", least), least, upper)
		found := v.answer.Tree != nil && v.figures.Worst <= least
		if !proved || found {
			v.answer.Ranges = append(v.answer.Ranges, Range{"worst", least, v.figures.Worst})
			if found && !proved {
				v.answer.Ranges = append(v.answer.Ranges, Range{"total", int(lower), v.figures.Total})
			}
			return proved
		}
	}
}

// countOfWorst finds, with the least worst case, the fewest secrets at it and
// then the least total.
func (v *solver) countOfWorst() bool {
	depth := v.figures.Worst
	v.minimise(1, big)
	lower, proved := v.stage("count", depth, v.costs(v.figures, depth))
	v.rangeCount(lower, depth, 1)
	return proved
}

// rangeCount says what a lower bound of the cost tells of the count, which is no
// less than a number, and of the total.
func (v *solver) rangeCount(lower cost, depth, least int) {
	r := Range{"count", max(least, int(lower/big)), costOf(v.costs(v.figures, depth)).Count}
	v.answer.Ranges = append(v.answer.Ranges, r)
	if v.answer.Tree != nil && !r.Proved() {
		return
	}
	total := int(lower % big)
	if int(lower/big) < r.Lower {
		// That is a bound of trees with fewer secrets at the worst case, and no
		// tree has fewer.
		total = bounds.CapacityOf(v.game).Total(len(v.root))
	}
	v.answer.Ranges = append(v.answer.Ranges, Range{"total", total, v.figures.Total})
}

// stage finds the least cost below upper, with the tree that attains it, and
// returns a lower bound of all trees' costs: the least itself if proved.
func (v *solver) stage(name string, depth int, upper cost) (lower cost, proved bool) {
	w := v.worker
	all := v.root
	best := upper
	v.tell(func(p *Progress) { *p = Progress{Stage: name, Upper: v.format(best)} })
	cs, ok := v.firstGuesses(depth)
	if !ok {
		return min(v.whole.least[v.row(depth)][len(all)], best), false
	}
	lower = impossible
	stageStart := len(v.answer.First)
	refute := func(c choice, bound cost, by string) {
		v.answer.First = append(v.answer.First, Refutation{name, c.code(), bound, v.format(bound), by})
		lower = min(lower, bound)
	}
	for {
		left := len(cs)
		c, ok := cs.next()
		if !ok {
			break
		}
		v.tell(func(p *Progress) {
			p.FirstGuesses, p.Lower, p.Upper = left, v.format(min(lower, c.bound)), v.format(best)
		})
		if v.ctx.Err() != nil {
			refute(c, c.bound, "unfinished")
			continue
		}
		if c.bound >= best {
			refute(c, c.bound, "size")
			continue
		}
		total, found := w.try(all, c, depth, v.past, best)
		switch {
		case found:
			root, ok := w.node(all, c.code(), depth, v.past)
			if !ok { // the context has ended meanwhile
				refute(c, c.bound, "unfinished")
				continue
			}
			best = total
			t := &tree.Tree{Game: v.game, Root: root}
			v.take(t, tree.Measure(t).Solved)
			if err := v.verify(total, depth); err != nil {
				v.failed = err
				return lower, false
			}
			refute(c, total, "attained")
		case v.ctx.Err() != nil:
			refute(c, max(c.bound, min(total, best)), "unfinished")
		default:
			refute(c, total, "search")
		}
	}
	// Where nothing better was found the first guess of a tree known before costs the least.
	for i, r := range v.answer.First[stageStart:] {
		if t := v.answer.Tree; best == upper && t != nil && r.Guess == t.Root.Guess && r.Lower == best && best < impossible {
			v.answer.First[stageStart+i].By = "attained"
		}
	}
	return min(max(lower, v.whole.least[v.row(depth)][len(all)]), best), v.ctx.Err() == nil
}

// verify measures the tree found: what it costs must be what the search says.
func (v *solver) verify(total cost, depth int) error {
	f := v.figures
	own := v.costs(f, depth)
	if own != total || f.Worst > depth {
		return fmt.Errorf("the tree found for %s costs %d and takes up to %d guesses; the search says %d within %d", v.game, own, f.Worst, total, depth)
	}
	return nil
}

// costs returns what a tree costs with a number of guesses allowed.
func (s *search) costs(f tree.Figures, depth int) cost {
	c := cost(f.Total) * s.perGuess
	if f.Worst == depth {
		c += cost(f.Histogram[depth]) * s.perLast
	}
	if s.prices != nil {
		for guesses, n := range f.Histogram {
			c += cost(n) * s.price(max(0, guesses-1))
		}
	}
	return c
}

// firstGuesses lists the first guesses. ok is false if the context ended before
// all were bounded.
func (v *solver) firstGuesses(depth int) (cs choices, ok bool) {
	if v.problem.First == nil {
		return v.worker.choices(v.root, depth, v.past, impossible)
	}
	c := choice{bound: v.worker.guessBound(v.root, *v.problem.First, depth), guess: uint64(*v.problem.First)}
	if c.bound >= impossible {
		return nil, true
	}
	return choices{c}, true
}

// node makes the tree that begins with a guess and goes on as the search has found
// best. ok is false if the context ends before it is there.
func (w *worker) node(candidates set, guess game.Code, k int, past history) (n *tree.Node, ok bool) {
	after := w.after(past, candidates, guess)
	return w.grow(candidates, guess, func(p part) (*tree.Node, bool) {
		told := w.told(after, p.feedback)
		if _, next, found := w.solve(p.set, k-1, told, impossible); found {
			return w.node(p.set, next, k-1, told)
		}
		return nil, false
	})
}

// grow makes the node of a guess from the nodes of its parts.
func (w *worker) grow(candidates set, guess game.Code, next func(part) (*tree.Node, bool)) (*tree.Node, bool) {
	defer w.release(w.mark())
	parts, hit := w.split(candidates, guess)
	n := &tree.Node{Guess: guess}
	if hit {
		n.Branches = append(n.Branches, tree.Branch{Feedback: w.final})
	}
	for _, p := range parts {
		child, ok := next(p)
		if !ok {
			return nil, false
		}
		n.Branches = append(n.Branches, tree.Branch{Feedback: p.feedback, Next: child})
	}
	n.Sort()
	return n, true
}

// format writes a cost: its two numbers if it is made of two.
func (s *search) format(c cost) string {
	switch {
	case c >= impossible:
		return "-"
	case max(s.perGuess, s.perLast) == big, s.prices != nil:
		return fmt.Sprintf("%d, %d", c/big, c%big)
	}
	return strconv.FormatInt(c, 10)
}

func (v *solver) tell(change func(*Progress)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	change(&v.now)
}

const progressEvery = 100 * time.Millisecond

// report calls the progress function now and then until stop is closed.
func (v *solver) report(stop <-chan struct{}) {
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			v.mu.Lock()
			now := v.now
			v.mu.Unlock()
			now.Nodes = v.nodes.Load()
			v.progress(now)
		}
	}
}

// Interrupted reports whether an error is only that the context has ended.
func Interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
