package optimal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// CheckWidth refuses an invalid width, and an objective that a search of limited width does
// not support.
func CheckWidth(p Problem, width int) error {
	switch {
	case width < 1:
		return fmt.Errorf("the width is %d; it must be at least 1", width)
	case p.filled().Objective != Total:
		return fmt.Errorf("a width needs the objective %s, not %s", Total, p.Objective)
	case len(p.Path) > 0 || p.Below != Cost{}:
		return errors.New("a width needs a whole game, without a bound")
	}
	return nil
}

// SolveWithin looks for a tree of a small total where a proof is out of reach.
// It is the search of [Solve], but at larger sets it tries no more than width guesses:
// those of the least bounds, and those whose parts would cost least if each cost what sets
// of its size do in the best tree known. Larger are sets of more than 32 candidates, or of
// more than twice as many as there are kinds of feedback if that is fewer.
//
// Widths grow from 1 by factors of two up to width, so that the best tree found gets better
// with time. It is proved only if its total is the lower bound, which follows from the
// sizes of parts; as a rule there is a gap. known, unless nil, is a tree to begin
// with that finds every secret, such as that of an earlier search that was stopped.
//
// First guesses are kept separately, and their parts too: of each the best tree is
// remembered, at first those of one-step strategies, and is to be beaten by the
// search of the part. Since these trees distinguish first guesses, only one is
// searched at width 1, and one more each time that the width is doubled.
func SolveWithin(ctx context.Context, p Problem, width int, known *tree.Tree, o Options) (Result, error) {
	if err := CheckWidth(p, width); err != nil {
		return Result{}, err
	}
	if known != nil {
		if err := p.CheckTree(known); err != nil {
			return Result{}, fmt.Errorf("the tree to begin with: %w", err)
		}
	}
	v, end, err := newSolver(ctx, p, o)
	if err != nil {
		return Result{}, err
	}
	defer end()

	v.minimise(search.Prices{PerGuess: 1})
	depth := p.depth()
	list, ok := v.firstGuesses(depth)
	lower := v.search.BySize(v.root, depth)
	if ok && len(list) > 0 {
		lower = v.bound(slices.Clone(list), depth)
	}

	err = v.widen(list, min(width, game.CountGuesses(p.Game)), known, o.Workers)

	v.addRange("total", int(lower), v.figures.Total)
	v.result.Proved = v.result.Ranges[0].Proved()
	v.result.Impossible = lower >= search.Impossible || ok && len(list) == 0
	v.result.Nodes = v.search.Nodes()
	return v.result, cmp.Or(err, ctx.Err())
}

// bound returns a lower bound of all trees. Where there are few first guesses it looks at
// what the next guesses can do.
func (v *solver) bound(list search.Choices, depth int) cost {
	const few = 32
	first := list[0].Bound
	if len(list) > few {
		return first
	}

	least := search.Impossible
	for c, ok := list.Next(); ok && c.Bound < least; c, ok = list.Next() {
		own, ok := v.boundByNext(c.Code(), depth)
		if !ok {
			return first
		}
		least = min(least, max(c.Bound, own))
	}
	return least
}

// boundByNext bounds what a first guess costs by the bounds of the guesses after it. ok is
// false if the context ends.
func (v *solver) boundByNext(guess game.Code, depth int) (sum cost, ok bool) {
	parts, _ := v.search.Parts(v.root, guess)
	sum = cost(v.root.Size())
	for _, p := range parts {
		least, ok := v.search.ByNext(p.Position, depth-1)
		if !ok {
			return sum, false
		}
		sum = min(search.Impossible, sum+least)
	}
	return sum, true
}

// An attempt is a first guess with the best trees known of its parts.
type attempt struct {
	guess game.Code
	hit   bool    // the guess is a secret
	parts []tried // the largest first
}

// A tried part is one with the best tree known of it, and what that costs.
type tried struct {
	search.Part
	tree *tree.Node
	cost cost
}

// total is what the first guess costs with these trees; impossible if a part has
// no tree.
func (a *attempt) total(secrets int) cost {
	sum := cost(secrets)
	for _, p := range a.parts {
		sum = min(search.Impossible, sum+p.cost)
	}
	return sum
}

// take takes over the subtrees of a tree that begins with the guess, where they
// are better and no secret takes more guesses than the depth.
func (a *attempt) take(t *tree.Tree, depth int) {
	for _, b := range t.Root.Branches {
		i := slices.IndexFunc(a.parts, func(p tried) bool {
			return p.Feedback == b.Feedback
		})
		if i < 0 {
			continue // it solves the secret
		}
		c := totalOf(b.Next)
		if c < a.parts[i].cost && 1+b.Next.Worst() <= depth {
			a.parts[i].tree = b.Next
			a.parts[i].cost = c
		}
	}
}

// totalOf adds up the guesses of all secrets from a node on.
func totalOf(n *tree.Node) cost {
	return cost(tree.Measure(&tree.Tree{Root: n}).Solved.Total)
}

// tree is the tree of the best parts.
func (a *attempt) tree(g game.Game) *tree.Tree {
	root := &tree.Node{Guess: a.guess}
	for _, p := range a.parts {
		root.Branches = append(root.Branches, tree.Branch{Feedback: p.Feedback, Next: p.tree})
	}
	if a.hit {
		root.Branches = append(root.Branches, tree.Branch{Feedback: g.Final()})
	}

	root.Sort()
	return &tree.Tree{Game: g, Root: root}
}

// widen searches with one width after another.
func (v *solver) widen(list search.Choices, width int, known *tree.Tree, workers int) error {
	attempts, err := v.attempts(list, width, known, workers)
	if err != nil || v.ctx.Err() != nil || len(attempts) == 0 {
		return err
	}

	for w := 1; ; w = min(2*w, width) {
		v.minimise(search.Prices{PerGuess: 1})
		v.search.Narrow(w, cmp.Or(v.result.Tree, v.sample))

		// The cheapest attempts first.
		slices.SortStableFunc(attempts, func(a, b *attempt) int {
			return cmp.Compare(a.total(v.root.Size()), b.total(v.root.Size()))
		})
		promising := attempts[:min(bits.Len(uint(w)), len(attempts))]
		for i, a := range promising {
			v.update(func(p *Progress) {
				*p = Progress{
					Stage:        fmt.Sprintf("width %d", w),
					FirstGuesses: len(promising) - i,
					Upper:        v.format(cost(v.figures.Total)),
				}
			})
			if err := v.improve(a); err != nil || v.ctx.Err() != nil {
				return err
			}
		}

		if w == width {
			return nil
		}
	}
}

// attempts lists the first guesses that are tried, with trees of one-step
// strategies.
func (v *solver) attempts(
	list search.Choices,
	most int,
	known *tree.Tree,
	workers int,
) (attempts []*attempt, err error) {
	for len(attempts) < most {
		c, ok := list.Next()
		if !ok {
			break
		}
		attempts = append(attempts, v.newAttempt(c.Code()))
	}

	if known != nil {
		i := slices.IndexFunc(attempts, func(a *attempt) bool {
			return a.guess == known.Root.Guess
		})
		if i < 0 {
			i = len(attempts)
			attempts = append(attempts, v.newAttempt(known.Root.Guess))
		}
		if err := v.offer(attempts[i], known); err != nil {
			return nil, err
		}
	}

	for _, a := range attempts {
		for _, criterion := range strategy.Classic() {
			t, err := v.oneStep(criterion, &a.guess, workers)
			if t == nil {
				return attempts, err
			}

			v.sample = cmp.Or(v.sample, t)
			if err := v.offer(a, t); err != nil {
				return nil, err
			}
		}
	}
	return attempts, nil
}

// offer has an attempt take over what is better in a tree, and the solver the attempt's tree.
func (v *solver) offer(a *attempt, t *tree.Tree) error {
	a.take(t, v.problem.depth())
	return v.adopt(a)
}

func (v *solver) newAttempt(guess game.Code) *attempt {
	parts, hit := v.search.Parts(v.root, guess)
	a := &attempt{guess: guess, hit: hit}
	for _, p := range parts {
		a.parts = append(a.parts, tried{Part: p, cost: search.Impossible})
	}
	slices.SortStableFunc(a.parts, func(p, q tried) int {
		return q.Size() - p.Size()
	})
	return a
}

// improve searches the parts of a first guess.
func (v *solver) improve(a *attempt) error {
	k := v.problem.depth() - 1
	for i := range a.parts {
		p := &a.parts[i]
		c, guess, found := v.search.Solve(p.Position, k, p.cost)
		if v.ctx.Err() != nil {
			return nil
		}
		if !found {
			continue
		}

		n, ok := v.search.Node(p.Position, guess, k)
		if !ok {
			return nil // the context has ended meanwhile
		}

		p.tree = n
		p.cost = c
		if err := v.adopt(a); err != nil {
			return err
		}
	}
	return nil
}

// adopt takes the tree of an attempt for the solver's own if it is better.
func (v *solver) adopt(a *attempt) error {
	total := a.total(v.root.Size())
	if total >= search.Impossible || v.result.Tree != nil && total >= cost(v.figures.Total) {
		return nil
	}

	t := a.tree(v.problem.Game)
	f := tree.Measure(t).Solved
	if cost(f.Total) != total {
		return fmt.Errorf("the tree put together for %s costs %d; its parts cost %d", v.problem.Game, f.Total, total)
	}

	v.take(t, f)
	v.update(func(p *Progress) { p.Upper = v.format(total) })
	if v.improved != nil {
		v.improved(t)
	}
	return nil
}
