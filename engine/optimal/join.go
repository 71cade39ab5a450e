package optimal

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codebreak/engine/tree"
)

// A Joined is what the subproblems of a decomposition come to, and which of
// them are still open. While some are, there may be another tree that is as
// good as the answer's and comes before it in the order of the search.
type Joined struct {
	Answer Answer
	Open   []string
}

// Join puts the subproblems of a decomposition together, by name; they must
// have been checked. The answer is that of a search that was stopped, or, once
// none is open, of one that was not. A tree that does not cost what the
// subproblems say is an error.
func (v *Verified) Join(ctx context.Context, subproblems map[string]Subproblem, o Options) (Joined, error) {
	o.Memory = cmp.Or(o.Memory, 16<<20)
	base, end, err := newSolver(ctx, v.problem, o)
	if err != nil {
		return Joined{}, err
	}
	defer end()
	base.minimise(1, v.Problem.Objective.perLast())
	known := map[string]Bounds{}
	for name, s := range subproblems {
		known[name] = s.Bounds
	}
	now := v.status(known)
	j := joiner{base, v, subproblems}
	t, err := j.assemble(now)
	if err != nil {
		return Joined{}, err
	}
	if _, err := tree.Check(ctx, t); err != nil {
		return Joined{}, fmt.Errorf("the joined tree is wrong: %w", err)
	}
	base.take(t, tree.Measure(t).Hit)
	if err := base.verify(now.best.cost, v.depth()); err != nil {
		return Joined{}, err
	}
	j.ranges(now.lower)
	base.answer.Proved = now.lower == now.best.cost
	out := Joined{Answer: base.answer}
	for _, name := range v.Names() {
		s, ok := subproblems[name]
		if !ok {
			s, _ = v.Subproblem(name)
		}
		if !v.settled(now, name, s.From, s.Bounds) {
			out.Open = append(out.Open, name)
		}
	}
	return out, nil
}

// A joiner puts subproblems together.
type joiner struct {
	*solver
	in          *Verified
	subproblems map[string]Subproblem
}

// ranges says what a lower bound of the cost tells of the numbers of the
// objective.
func (j joiner) ranges(lower cost) {
	if j.problem.Objective != Total {
		j.answer.Ranges = append(j.answer.Ranges, Range{"worst", j.in.Depth, j.in.Depth})
	}
	if j.problem.Objective == WorstCount {
		j.rangeCount(lower, j.in.Depth)
		return
	}
	j.answer.Ranges = append(j.answer.Ranges, Range{"total", int(lower), j.figures.Total})
}

// assemble puts the best tree together.
func (j joiner) assemble(s status) (*tree.Tree, error) {
	if s.best.number < 0 || s.best.number >= len(j.in.Guesses) {
		return j.in.tree, nil
	}
	g := j.in.Guesses[s.best.number]
	guess, err := j.game.ParseCode(g.Guess)
	if err != nil {
		return nil, err
	}
	n := &tree.Node{Guess: guess}
	if slices.Contains(j.worker.answersTo(guess, j.all()), j.final) {
		n.Branches = append(n.Branches, tree.Branch{Feedback: j.final})
	}
	for i, part := range s.parts[s.best.number] {
		f, err := j.game.ParseFeedback(g.Parts[i].Feedback)
		if err != nil {
			return nil, err
		}
		var child *tree.Node
		if part.name == "" {
			child, err = j.solvedPart(g.Guess, g.Parts[i].Feedback)
		} else {
			child, err = j.in.subtree(j.ctx, j.subproblems[part.name])
		}
		if err != nil {
			return nil, err
		}
		n.Branches = append(n.Branches, tree.Branch{Feedback: f, Next: child})
	}
	slices.SortFunc(n.Branches, func(a, b tree.Branch) int { return cmp.Compare(a.Feedback, b.Feedback) })
	return &tree.Tree{Game: j.game, Root: n}, nil
}

// solvedPart makes the tree of a part that was solved when the search was split.
func (j joiner) solvedPart(guess, feedback string) (*tree.Node, error) {
	candidates, past, err := j.follow([]string{guess, feedback})
	if err != nil {
		return nil, err
	}
	k := j.in.depth() - 1
	_, next, found := j.worker.solve(candidates, k, past, impossible)
	if found {
		var root *tree.Node
		if root, found = j.worker.node(candidates, next, k, past); found {
			return root, nil
		}
	}
	return nil, cmp.Or(j.ctx.Err(), fmt.Errorf("%s %s: there is no tree within the depth", guess, feedback))
}
