package optimal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/tree"
)

// cutFrom is the number of candidates up to which sets are not cut. It is a tenth of a
// large game's secrets, so that there are some hundred parts at most on two levels or three.
func cutFrom(secrets int) int { return max(400, secrets/10) }

// A Split is a problem cut into parts that can be solved one by one, in any order
// and on several machines. It is cut along the principal variation (Marsland and
// Campbell, Parallel search of strongly ordered game trees, 1982): the first guess
// that a search would try, and the same again for the candidates that each feedback
// leaves, as long as they are many. The ends of the principal variation are solved
// first; their cost bounds all other guesses on the way, and each of these is a part
// of its own. Joined, the parts give the result of one search.
type Split struct {
	asked, stage Problem
	root         *splitNode
}

// A splitNode is a set on the principal variation.
type splitNode struct {
	problem Problem
	size    int             // in candidates
	guesses []search.Choice // in the order of the search; none at an end
	own     cost            // of the first guess, without its parts
	hit     bool            // whether the first guess is a candidate
	parts   []*splitNode
}

// A Part is a problem that is a part of a split one.
type Part struct {
	Problem
	Size   int // candidates
	Number int // of the guess, in the order of the search
}

// CheckSplit returns an error if the objective cannot be split.
func CheckSplit(p Problem) error {
	if p.Objective == TotalWorstCount || p.Objective.Priced() {
		return fmt.Errorf("objective %s cannot be split; try %s, %s or %s", p.Objective, Total, WorstTotal, WorstCount)
	}
	if p.Below != (Cost{}) {
		return errors.New("a problem with a bound cannot be split")
	}
	return nil
}

// NewSplit cuts a problem into parts, in little time. worst is its least worst case, which
// matters only if the objective asks for it.
func NewSplit(ctx context.Context, p Problem, worst int) (*Split, error) {
	if p.Game == nil {
		return nil, game.ErrNoGame
	}
	return newSplit(ctx, p, worst, cutFrom(game.CountSecrets(p.Game)))
}

func newSplit(ctx context.Context, p Problem, worst, cutFrom int) (*Split, error) {
	p = p.filled()
	if err := CheckSplit(p); err != nil {
		return nil, err
	}

	s := &Split{asked: p, stage: p}
	switch p.Objective {
	case WorstTotal:
		s.stage.Objective = Total
		s.stage.MaxDepth = worst
	case WorstCount:
		s.stage.Objective = Count
		s.stage.MaxDepth = worst
	}

	v, end, err := newSolver(ctx, s.stage, Options{Memory: 1 << 20})
	if err != nil {
		return nil, err
	}
	defer end()
	v.minimise(search.Prices{PerGuess: 1, PerLast: s.stage.Objective.perLast()})
	s.root = v.cut(s.stage, v.root, cutFrom)
	return s, ctx.Err()
}

// cut cuts a set, if it has more candidates than cutFrom.
func (v *solver) cut(p Problem, set search.Position, cutFrom int) *splitNode {
	n := &splitNode{problem: p, size: set.Size()}
	if n.size <= cutFrom {
		return n
	}

	n.guesses = v.ordered(p, set)
	if len(n.guesses) == 0 {
		return n
	}

	first := n.guesses[0].Code()
	parts, hit := v.search.Parts(set, first)
	n.own = cost(n.size)
	n.hit = hit
	if hit && p.MaxDepth == 1 {
		n.own += v.prices.PerLast
	}

	for _, part := range parts {
		q := p
		q.First = nil
		q.Below = Cost{}
		if p.MaxDepth > 0 {
			q.MaxDepth--
		}
		q.Path = append(slices.Clip(p.Path), game.Round{
			Guess:    first,
			Feedback: part.Feedback,
		})
		n.parts = append(n.parts, v.cut(q, part.Position, cutFrom))
	}
	return n
}

// ordered lists the guesses at a set in the order in which a search tries them. Once the
// context has ended the list is incomplete.
func (v *solver) ordered(p Problem, set search.Position) (list []search.Choice) {
	var heap search.Choices
	if p.First != nil {
		heap, _ = v.firstGuesses(p.depth())
	} else {
		heap, _ = v.search.Choices(set, p.depth())
	}
	for c, ok := heap.Next(); ok; c, ok = heap.Next() {
		list = append(list, c)
	}
	return list
}

// Principal lists the ends of the principal variation.
func (s *Split) Principal() (parts []Part) {
	s.root.visit(func(n *splitNode) {
		if len(n.guesses) == 0 {
			parts = append(parts, Part{Problem: n.problem, Size: n.size})
		}
	})
	return parts
}

// visit calls do with the sets of the principal variation.
func (n *splitNode) visit(do func(*splitNode)) {
	do(n)
	for _, part := range n.parts {
		part.visit(do)
	}
}

// Solutions are the best trees of problems that are solved; nil where no tree exists.
type Solutions map[ProblemSpec]*tree.Tree

// Others lists all other parts, once the principal ones are solved.
func (s *Split) Others(solved Solutions) (parts []Part, err error) {
	if known, ok := s.known(); ok {
		parts = append(parts, Part{Problem: known, Size: s.root.size})
	}

	s.root.visit(func(n *splitNode) {
		others, otherErr := n.others(solved)
		parts = append(parts, others...)
		err = cmp.Or(err, otherErr)
	})
	return parts, err
}

// known is the problem whose tree is kept if it is as good as any.
func (s *Split) known() (p Problem, ok bool) {
	p = s.asked
	p.Objective = WorstTotal
	return p, s.asked.Objective == WorstCount
}

// others lists the guesses at a set that are not on the principal variation, and may
// be better.
func (n *splitNode) others(solved Solutions) (parts []Part, err error) {
	if len(n.guesses) < 2 {
		return nil, nil
	}
	_, limit, err := n.best(solved, false)
	for i, c := range n.guesses {
		if i == 0 || c.Bound >= limit {
			continue
		}

		p := n.problem
		guess := c.Code()
		p.First = &guess
		if limit < search.Impossible {
			p.Below = costOf(limit)
		}
		parts = append(parts, Part{Problem: p, Size: n.size, Number: i})
	}
	return parts, err
}

// best returns the best tree of a set and what it costs: search.Impossible if no tree exists.
// Unless all is set, only the principal variation is looked at.
func (n *splitNode) best(solved Solutions, all bool) (root *tree.Node, least cost, err error) {
	if len(n.guesses) == 0 {
		return solved.of(n.problem)
	}

	root = &tree.Node{Guess: n.guesses[0].Code()}
	least = n.own
	if n.hit {
		root.Branches = append(root.Branches, tree.Branch{Feedback: n.problem.Game.Final()})
	}
	for _, part := range n.parts {
		next, c, err := part.best(solved, all)
		if err != nil {
			return nil, 0, err
		}

		path := part.problem.Path
		root.Branches = append(root.Branches, tree.Branch{
			Feedback: path[len(path)-1].Feedback,
			Next:     next,
		})
		least = min(search.Impossible, least+c)
	}
	root.Sort()
	if !all {
		return root, least, nil
	}

	others, err := n.others(solved)
	for _, part := range others {
		other, c, otherErr := solved.of(part.Problem)
		err = cmp.Or(err, otherErr)
		if c < least {
			root = other
			least = c
		}
	}
	return root, least, err
}

// of returns the tree of a problem, and what it costs.
func (s Solutions) of(p Problem) (*tree.Node, cost, error) {
	t, ok := s[p.Spec()]
	switch {
	case !ok:
		return nil, 0, fmt.Errorf("%s after %s is not solved",
			p.Game, game.History(p.Game, p.Path))
	case t == nil:
		return nil, search.Impossible, nil
	}
	return t.Root, p.CostOf(tree.Measure(t).Solved).cost(), nil
}

// Join combines all parts into what a single search returns.
func (s *Split) Join(ctx context.Context, solved Solutions) (Result, error) {
	root, least, err := s.root.best(solved, true)
	if err != nil {
		return Result{}, err
	}

	v, end, err := newSolver(ctx, s.stage, Options{Memory: 1 << 20})
	if err != nil {
		return Result{}, err
	}
	defer end()

	// 1. The tree that a single search begins with is kept if no part has a better one.
	depth := s.stage.depth()
	v.minimise(search.Prices{PerGuess: 1, PerLast: s.stage.Objective.perLast()})
	if known, ok := s.known(); ok {
		t := solved[known.Spec()]
		if t != nil {
			v.take(t, tree.Measure(t).Solved)
		}
	} else if err := v.start(1); err != nil {
		return Result{}, err
	}
	if v.result.Tree == nil || least < v.prices.Of(v.figures, depth) {
		if least >= search.Impossible {
			return Result{Impossible: true}, nil
		}
		t := &tree.Tree{Game: s.stage.Game, Root: root}
		v.take(t, tree.Measure(t).Solved)
	}
	if err := v.verify(least, depth); err != nil {
		return Result{}, err
	}

	// 2. What is proved about each number.
	leastCount := 0
	if s.asked.Objective != s.stage.Objective {
		v.addRange("worst", depth, depth)
		leastCount = 1
	}
	if s.stage.Objective == Count {
		v.rangeCount(least, depth, leastCount)
	} else {
		v.rangeCost(least, depth)
	}
	v.result.Proved = true
	return v.result, ctx.Err()
}
