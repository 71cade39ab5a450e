package search

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Weighted finds decision trees of the least weighted total of one game: the guesses that
// each secret takes, times its weight, summed over the secrets. It belongs to one goroutine.
type Weighted struct {
	*worker
	symmetries game.Symmetries
	// level has, for each number of secrets of a set, the least number of guesses that one
	// secret more takes.
	level   []Cost
	weights []int
	root    set // all secrets; here and in every set the heaviest come first
}

// Unbounded is above every weighted total.
const Unbounded Cost = 1 << 62

// NewWeighted makes a search with a transposition table of about as many bytes as memory
// says. The symmetries must leave the weights as they are.
func NewWeighted(ctx context.Context, g game.Game, symmetries game.Symmetries, memory int64) *Weighted {
	w := &Weighted{worker: newSearch(ctx, g, strategy.All, memory).newWorker(), symmetries: symmetries}
	capacity := bounds.CapacityOf(g)
	level := 1
	for n := range w.secrets {
		for capacity.Set(level) <= n {
			level++
		}
		w.level = append(w.level, Cost(level))
	}
	return w
}

// Restart takes other weights, and forgets what was found for those before.
func (w *Weighted) Restart(ctx context.Context, weights []int) {
	w.ctx = parallel.Yielding(ctx)
	w.weights = weights
	w.nodes.Store(0)
	w.known.clear()

	// A bound is read off a set in one pass if its heaviest secrets come first.
	w.root = w.all()
	slices.SortStableFunc(w.root, func(i, j int32) int {
		return cmp.Compare(weights[j], weights[i])
	})
}

// First lists the first guesses, or the one that is given if it is of use.
func (w *Weighted) First(only *game.Code) Choices {
	guesses := w.symmetries.Representatives(w.guesses)
	if only != nil {
		guesses = slices.Values([]game.Code{*only})
	}
	return w.choices(w.root, guesses, Unbounded)
}

// Try returns what a first guess costs, if that is below the limit (found); else a bound that
// is no less, unless the context ends.
func (w *Weighted) Try(first Choice, limit Cost) (total Cost, found bool) {
	return w.try(w.root, first, w.symmetries, limit)
}

// Node makes the tree that begins with a guess and goes on as the search has found best. ok is
// false if the context ends.
func (w *Weighted) Node(first game.Code) (n *tree.Node, ok bool) {
	return w.node(w.root, first, w.symmetries)
}

// bound bounds what a guess costs a set: the secrets of each part take as few guesses more
// as their number allows, and the heaviest the fewest. It is Unbounded for a guess that
// leaves all candidates together. The second result is whether the guess is a
// candidate.
func (w *Weighted) bound(candidates set, guess game.Code) (sum Cost, hit bool) {
	feedbacks := w.feedbackTo(guess, candidates)
	for i, f := range feedbacks {
		weight := Cost(w.weights[candidates[i]])
		sum += weight
		if f != w.final {
			sum += weight * w.level[w.counts[f]]
		}
		w.counts[f]++
	}

	hit = w.counts[w.final] > 0
	if !hit && int(w.counts[feedbacks[0]]) == len(candidates) {
		sum = Unbounded
	}
	w.uncount(feedbacks)
	return sum, hit
}

// choices lists the guesses whose bounds are below a limit, as a heap.
func (w *Weighted) choices(candidates set, guesses iter.Seq[game.Code], limit Cost) (list Choices) {
	for guess := range guesses {
		bound, hit := w.bound(candidates, guess)
		if bound >= limit {
			continue
		}

		c := Choice{Bound: bound, guess: uint64(guess)}
		if !hit {
			c.guess |= otherGuess
		}
		list = append(list, c)
	}
	list.order()
	return list
}

// least bounds what a set costs: no first guess does more than to solve the heaviest secret
// and to separate all others, and so on.
func (w *Weighted) least(candidates set) (sum Cost) {
	for i, c := range candidates {
		sum += Cost(w.weights[c]) * w.level[i]
	}
	return sum
}

// solve is [worker.solve] for weights. The symmetries leave the rounds so far as they are.
func (w *Weighted) solve(
	candidates set,
	symmetries game.Symmetries,
	limit Cost,
) (least Cost, guess game.Code, found bool) {
	heaviest := candidates[0]
	least = w.least(candidates)
	n := len(candidates)
	if n <= 2 || n <= w.branches+1 && w.parts(candidates, heaviest) == n {
		return least, w.secrets[heaviest], least < limit
	}

	key := hash(candidates, w.keys)
	e, ok := w.known.get(key)
	if ok {
		if e.exact {
			return e.least, e.guess, e.least < limit
		}
		least = max(least, e.least)
	}
	if least >= limit || w.ctx.Err() != nil {
		return least, 0, false
	}

	w.nodes.Add(1)
	best := limit
	list := w.choices(candidates, symmetries.Representatives(w.guesses), limit)
	for c, ok := list.Next(); ok && c.Bound < best; c, ok = list.Next() {
		total, better := w.try(candidates, c, symmetries, best)
		if better {
			best = total
			guess = c.Code()
			found = true
		}
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}

	w.known.put(key, entry{
		least: best,
		guess: guess,
		exact: found,
	}, len(candidates))
	return best, guess, found
}

// try returns what a guess costs, if that is below the limit; else a bound that is no less.
func (w *Weighted) try(candidates set, c Choice, symmetries game.Symmetries, limit Cost) (total Cost, ok bool) {
	defer w.release(w.mark())

	parts, _ := w.split(candidates, c.Code())
	slices.SortStableFunc(parts, smallerPart)
	left := symmetries.Fixing(c.Code())
	total = c.Bound
	for _, p := range parts {
		least := w.least(p.set)
		own, _, found := w.solve(p.set, left(p.feedback), limit-total+least)
		total += own - least
		if !found {
			return total, false
		}
	}
	return total, true
}

// node is [worker.node] for weights.
func (w *Weighted) node(candidates set, guess game.Code, symmetries game.Symmetries) (*tree.Node, bool) {
	left := symmetries.Fixing(guess)
	return w.grow(candidates, guess, func(p part) (*tree.Node, bool) {
		symmetries := left(p.feedback)
		_, next, found := w.solve(p.set, symmetries, Unbounded)
		if !found {
			return nil, false
		}
		return w.node(p.set, next, symmetries)
	})
}
