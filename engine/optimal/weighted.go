package optimal

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/tree"
)

// MostWeight is the largest weight of a secret.
const MostWeight = 1_000_000

// SolveWeighted finds the decision tree of the least weighted total: the guesses that each
// secret takes, times its weight, summed over the secrets. The weights, from 0 to
// [MostWeight], are those of the secrets that [game.Codes] lists, in that order. First, if
// not nil, is the first guess; any code may be guessed after it.
//
// If the context ends before the proof, the answer has the best tree so far, if there is
// one, and a bound, and the error is the context's. Of the options only Memory and Progress
// matter. No guesses are equivalent where secrets weigh differently, so this search is far
// slower than [Solve]: lists of more than some hundreds of words want a first guess.
func SolveWeighted(ctx context.Context, g game.Game, weights []int, first *game.Code, o Options) (a Answer, err error) {
	v, end, err := newSolver(ctx, Problem{Game: g, First: first}, Options{Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return a, err
	}
	defer end()
	s := &weigher{worker: v.worker, weights: weights, level: make([]cost, len(v.secrets)), counts: make([]int32, g.OutcomeLimit())}
	capacity, level := bounds.CapacityOf(g), 1
	for n := range s.level {
		for capacity.Set(level) <= n {
			level++
		}
		s.level[n] = cost(level)
	}
	// Every set has its heaviest secrets first: a bound is read off it in one pass.
	slices.SortStableFunc(v.root, func(i, j int32) int { return cmp.Compare(weights[j], weights[i]) })
	guesses := v.guesses
	if first != nil {
		guesses = []game.Code{*first}
	}
	cs := s.choices(v.root, guesses, impossible)
	lower, upper := impossible, impossible
	for c, ok := cs.next(); ok; c, ok = cs.next() {
		v.tell(func(p *Progress) {
			*p = Progress{Stage: "weighted total", FirstGuesses: len(cs) + 1, Lower: v.format(min(lower, c.bound)), Upper: v.format(upper)}
		})
		if ctx.Err() != nil || c.bound >= upper {
			lower = min(lower, c.bound)
			break // the bounds of all others are no less
		}
		total, found := s.try(v.root, c, upper)
		if found {
			if root, ok := s.node(v.root, c.code()); ok {
				upper, a.Tree = total, &tree.Tree{Game: g, Root: root}
			}
		}
		lower = min(lower, total)
	}
	a.Nodes, a.Proved = v.nodes.Load(), ctx.Err() == nil
	r := Range{Name: "weighted total", Lower: int(min(lower, upper))}
	if a.Tree != nil {
		if r.Upper = a.Tree.Weighted(weights).Total; r.Upper != int(upper) {
			return a, fmt.Errorf("the tree found for %s has the weighted total %d; the search says %d", g, r.Upper, upper)
		}
	}
	a.Ranges = []Range{r}
	return a, ctx.Err()
}

// A weigher is a worker for secrets with weights.
type weigher struct {
	*worker
	weights []int
	level   []cost  // the least number of guesses of a set's secret, by those heavier
	counts  []int32 // by answer, all 0
}

// bound bounds what a guess costs a set: the secrets of each part take as many guesses more
// as their number allows, and fewer the heavier they are. It is impossible for a guess that
// tells nothing. The second result is whether the guess is a candidate.
func (s *weigher) bound(candidates set, guess game.Code) (sum cost, hit bool) {
	answers := s.answersTo(guess, candidates)
	for i, f := range answers {
		w := cost(s.weights[candidates[i]])
		sum += w
		if f == s.final {
			hit = true
		} else {
			sum += w * s.level[s.counts[f]]
		}
		s.counts[f]++
	}
	if !hit && int(s.counts[answers[0]]) == len(candidates) {
		sum = impossible
	}
	for _, f := range answers {
		s.counts[f] = 0
	}
	return sum, hit
}

// choices lists the guesses whose bounds are below a limit, as a heap.
func (s *weigher) choices(candidates set, guesses []game.Code, limit cost) (cs choices) {
	for _, guess := range guesses {
		bound, hit := s.bound(candidates, guess)
		if bound >= limit {
			continue
		}
		c := choice{bound, uint64(guess)}
		if !hit {
			c.guess |= otherGuess
		}
		cs = append(cs, c)
	}
	cs.order()
	return cs
}

// least bounds what a set costs: no guess is better than to solve the heaviest secret, and
// then the next ones all at once.
func (s *weigher) least(candidates set) (sum cost) {
	for i, c := range candidates {
		sum += cost(s.weights[c]) * s.level[i]
	}
	return sum
}

// solve is [worker.solve] for secrets with weights.
func (s *weigher) solve(candidates set, limit cost) (least cost, guess game.Code, found bool) {
	heaviest := s.secrets[candidates[0]]
	least = s.least(candidates)
	if n := len(candidates); n <= 2 || n <= s.branches+1 && s.wordParts(candidates, heaviest) == n {
		return least, heaviest, least < limit
	}
	key := hash(candidates, s.keys)
	if e, ok := s.known.get(key); ok {
		if e.exact {
			return e.least, e.guess, e.least < limit
		}
		least = max(least, e.least)
	}
	if least >= limit || s.ctx.Err() != nil {
		return least, 0, false
	}
	s.nodes.Add(1)
	best := limit
	cs := s.choices(candidates, s.guesses, limit)
	for c, ok := cs.next(); ok && c.bound < best; c, ok = cs.next() {
		if total, better := s.try(candidates, c, best); better {
			best, guess, found = total, c.code(), true
		}
	}
	if s.ctx.Err() != nil {
		return least, 0, false
	}
	s.known.put(key, entry{least: best, guess: guess, exact: found}, len(candidates))
	return best, guess, found
}

// try returns what a guess costs, if that is below the limit; else a bound that is no less.
func (s *weigher) try(candidates set, c choice, limit cost) (total cost, ok bool) {
	defer s.release(s.mark())
	parts, _ := s.split(candidates, c.code())
	slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(len(p.set), len(q.set)) })
	total = c.bound
	for _, p := range parts {
		least := s.least(p.set)
		own, _, found := s.solve(p.set, limit-total+least)
		if total += own - least; !found {
			return max(total, c.bound), false
		}
	}
	return total, true
}

// node is [worker.node] for secrets with weights.
func (s *weigher) node(candidates set, guess game.Code) (*tree.Node, bool) {
	return s.grow(candidates, guess, func(p part) (*tree.Node, bool) {
		if _, next, found := s.solve(p.set, impossible); found {
			return s.node(p.set, next)
		}
		return nil, false
	})
}
