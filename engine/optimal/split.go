package optimal

import (
	"context"
	"errors"
	"fmt"

	"codebreak/engine/game"
)

// ErrNoTree says that it is proved that there is no tree.
var ErrNoTree = errors.New("there is no such tree")

// splitOptions say how small the subproblems are. They do not change what comes
// out.
type splitOptions struct {
	solve  int // parts of so many candidates or fewer are solved at once
	slice  int // the guesses at those of more than this are sliced
	slices int // slices of a part at most
}

// defaultSplit leaves subproblems of seconds to hours.
func defaultSplit() splitOptions { return splitOptions{solve: 40, slice: 400, slices: 20} }

// CheckSplit returns an error if the objective cannot be split.
func CheckSplit(p Problem) error {
	switch p.Objective {
	case Total, WorstTotal, WorstCount:
		return nil
	}
	return fmt.Errorf("objective %s cannot be split; try %s, %s or %s", p.Objective, Total, WorstTotal, WorstCount)
}

// Split splits a search into subproblems. It takes the time of all stages of
// the objective but the last. If it is proved that there is no tree the error
// is [ErrNoTree]; if the context ends it is the context's.
func Split(ctx context.Context, p Problem, o Options) (Decomposition, error) {
	return split(ctx, p, o, defaultSplit())
}

func split(ctx context.Context, p Problem, o Options, how splitOptions) (Decomposition, error) {
	if err := CheckSplit(p); err != nil {
		return Decomposition{}, err
	}
	v, end, err := newSolver(ctx, p, o)
	if err != nil {
		return Decomposition{}, err
	}
	defer end()
	if err := v.start(o.Workers); err != nil {
		return Decomposition{}, err
	}
	d := Decomposition{Problem: p.Spec()}
	depth, keep, err := v.prepare()
	switch {
	case v.failed != nil:
		return d, v.failed
	case ctx.Err() != nil:
		return d, ctx.Err()
	case err != nil:
		return d, err
	}
	if depth < unlimited {
		d.Depth = depth
	}
	d.Upper, d.Keep = v.costs(v.figures, depth), keep
	if d.Tree, err = treeJSON(v.answer.Tree); err != nil {
		return d, err
	}
	v.splitGuesses(&d, how)
	return d, ctx.Err()
}

// prepare goes through all stages but the last, and sees to it that a tree is
// known. It returns the depth of the last stage, and whether of trees that cost
// as much it is the one known that is kept.
func (v *solver) prepare() (depth int, keep bool, err error) {
	depth = v.problem.depth()
	switch v.problem.Objective {
	case Total:
		keep = v.answer.Tree != nil
		if !keep && !v.reach(depth) {
			return depth, keep, ErrNoTree
		}
	case WorstTotal:
		least := v.fewest()
		for ; least <= depth; least++ {
			if keep = v.answer.Tree != nil && v.figures.Worst == least; keep || v.reach(least) {
				break
			}
			if v.ctx.Err() != nil {
				return depth, keep, v.ctx.Err()
			}
		}
		if least > depth {
			return depth, keep, ErrNoTree
		}
		depth = least
	case WorstCount:
		if !v.leastWorst(depth) {
			return depth, keep, ErrNoTree
		}
		depth, keep = v.figures.Worst, true
	}
	v.minimise(1, v.problem.Objective.perLast())
	return depth, keep, nil
}

// reach looks for any tree within the depth.
func (v *solver) reach(depth int) bool {
	v.minimise(0, 0)
	v.stage(fmt.Sprintf("any tree within %d", depth), depth, 1)
	return v.answer.Tree != nil && v.figures.Worst <= depth
}

// splitGuesses lists the first guesses that may be better than the incumbent.
func (v *solver) splitGuesses(d *Decomposition, how splitOptions) {
	all := v.all()
	cs, _ := v.firstGuesses(all, d.depth()) // none is tried once the context has ended
	for number := 0; v.ctx.Err() == nil; number++ {
		c, ok := cs.next()
		limit := d.incumbent().limit(number)
		if !ok || c.bound >= limit {
			return
		}
		if g, ok := v.worker.splitGuess(all, c.code(), d.depth(), limit, how); ok {
			d.Guesses = append(d.Guesses, g)
		}
	}
}

// splitGuess bounds the parts of a first guess, the small ones by their cost.
// ok is false if the guess is proved to cost no less than the limit.
func (w *worker) splitGuess(all set, guess game.Code, depth int, limit cost, how splitOptions) (g DecomposedGuess, ok bool) {
	defer w.release(w.mark())
	parts, _ := w.split(all, guess)
	next := w.after(history{}, all, guess)
	solved := make([]bool, len(parts))
	total := w.own(depth)
	for i := range parts {
		p := &parts[i]
		p.least, _, solved[i] = w.quick(p.set, depth-1)
		total += p.least
	}
	for i := range parts {
		p, told := &parts[i], w.told(next, parts[i].feedback)
		n := len(p.set)
		if solved[i] || total >= limit || n == len(all) {
			continue
		}
		var b cost
		if n <= how.solve {
			b, _, solved[i] = w.solve(p.set, depth-1, told, limit-total+p.least)
		} else if first, ok := w.firstChoice(p.set, depth-1, told, limit-total+p.least); ok {
			b = first.bound
		}
		if b > p.least {
			total += b - p.least
			p.least = b
		}
	}
	if total >= limit {
		return g, false
	}
	g.Guess = w.game.FormatCode(guess)
	for i, p := range parts {
		d := DecomposedPart{Feedback: w.game.FormatFeedback(p.feedback), Candidates: len(p.set), Lower: p.least, Solved: solved[i]}
		if !solved[i] {
			d.Cutoff = limit - total + p.least
			list, err := w.listed(p.set, depth-1, w.told(next, p.feedback), d.Cutoff)
			if err != nil || len(list) == 0 {
				return g, false // every guess at the part costs too much, unless the context has ended
			}
			d.Order = orderOf(list)
			d.Subproblems = sliceGuesses(p, list, how)
			for j := range d.Subproblems {
				d.Subproblems[j].Name = subproblemName(w.game, g.Guess, p.feedback, j, len(d.Subproblems))
			}
		}
		g.Parts = append(g.Parts, d)
	}
	return g, true
}

// own is the cost of a first guess itself. With a single guess allowed it is the
// only secret.
func (s *search) own(depth int) cost { return cost(len(s.secrets))*s.perGuess + s.hitCost(depth) }

// sliceGuesses slices the guesses at a part.
func sliceGuesses(p part, list []choice, how splitOptions) (out []GuessSlice) {
	n := len(list)
	size := n
	if len(p.set) > how.slice {
		size = (n + how.slices - 1) / how.slices
	}
	for from := 0; from < n; from += size {
		out = append(out, GuessSlice{From: from, To: min(n, from+size), Lower: max(p.least, list[from].bound)})
	}
	return out
}
