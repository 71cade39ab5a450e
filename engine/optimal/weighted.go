package optimal

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// MostWeight bounds the sum of the weights of all secrets: totals fit 62 bits.
const MostWeight = 1 << 58

// CheckWeights returns an error unless there is a weight for each secret of a game, none of
// them is negative, and their sum is from 1 to [MostWeight].
func CheckWeights(g game.Game, weights []int) error {
	if n := game.CountSecrets(g); len(weights) != n {
		return fmt.Errorf("weights: %d; there must be one for each secret of %s: %d", len(weights), g, n)
	}
	sum := 0
	for _, w := range weights {
		if w < 0 || w > MostWeight-sum {
			return fmt.Errorf("the weights must not be negative, nor have a sum of more than %d", MostWeight)
		}
		sum += w
	}
	if sum == 0 {
		return fmt.Errorf("all secrets of %s weigh 0", g)
	}
	return nil
}

// Weighted finds decision trees of the least weighted total of one game: the guesses that
// each secret takes, times its weight, summed over the secrets. It belongs to one goroutine.
type Weighted struct {
	*worker
	symmetries game.Symmetries
	// level has, for each number of secrets of a set, the least number of guesses that one
	// secret more takes.
	level   []cost
	weights []int
}

// unbounded is above every weighted total.
const unbounded cost = 1 << 62

// NewWeighted makes a search with a transposition table of about as many bytes as memory
// says. The symmetries are exchanges that leave the weights as they are: none where each
// secret has its own weight. The error is that of a game whose feedback cannot be tabulated,
// or the context's.
func NewWeighted(ctx context.Context, g game.Game, symmetries game.Symmetries, memory int64) (*Weighted, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}

	w := &Weighted{worker: newSearch(ctx, g, strategy.All, memory).newWorker(), symmetries: symmetries}
	capacity := bounds.CapacityOf(g)
	level := 1
	for n := range w.secrets {
		for capacity.Set(level) <= n {
			level++
		}
		w.level = append(w.level, cost(level))
	}
	return w, nil
}

// Solve finds the tree for the weights of the secrets that [game.Codes] lists, in that order;
// see [CheckWeights]. First, if not nil, is the first guess; any code may be guessed after it.
// progress, if not nil, is called for each first guess.
//
// If the context ends before the proof, what is returned has the best tree so far, if there
// is one, and a bound, and the error is the context's. Without symmetries this is far slower
// than [Solve]: lists of more than some hundreds of words want a first guess.
func (w *Weighted) Solve(ctx context.Context, weights []int, first *game.Code, progress func(Progress)) (a Answer, err error) {
	if err := CheckWeights(w.game, weights); err != nil {
		return a, err
	}
	if err := game.CheckRounds(w.game, nil, first); err != nil {
		return a, err
	}
	w.restart(ctx, weights)

	// 1. List the first guesses. Every set has its heaviest secrets first: a bound is read
	// off it in one pass.
	root := w.all()
	slices.SortStableFunc(root, func(i, j int32) int { return cmp.Compare(weights[j], weights[i]) })
	guesses := w.symmetries.Representatives(w.guesses)
	if first != nil {
		guesses = slices.Values([]game.Code{*first})
	}
	list := w.choices(root, guesses, unbounded)
	if len(list) == 0 {
		return a, fmt.Errorf("first guess %s tells nothing: every secret of %s answers it alike", w.game.FormatCode(*first), w.game)
	}

	// 2. Try them.
	lower, upper := unbounded, unbounded
	for left := len(list); left > 0; left-- {
		c, _ := list.next()
		if progress != nil {
			progress(Progress{
				Stage:        "weighted total",
				FirstGuesses: left,
				Lower:        w.format(min(lower, c.bound)),
				Upper:        w.format(upper),
				Nodes:        w.nodes.Load(),
			})
		}
		if ctx.Err() != nil || c.bound >= upper {
			lower = min(lower, c.bound)
			break // the bounds of all others are no less
		}

		total, found := w.try(root, c, w.symmetries, upper)
		lower = min(lower, total)
		if !found {
			continue
		}
		if node, ok := w.node(root, c.code(), w.symmetries); ok {
			upper, a.Tree = total, &tree.Tree{Game: w.game, Root: node}
		}
	}

	// 3. Measure the tree: its total must be what the search says.
	r := Range{Name: "weighted total", Lower: int(min(lower, upper))}
	a.Nodes, a.Proved = w.nodes.Load(), ctx.Err() == nil
	if a.Tree != nil {
		r.Upper = a.Tree.Weighted(weights).Total
		if r.Upper != int(upper) {
			return a, fmt.Errorf("the tree found for %s has the weighted total %d; the search says %d", w.game, r.Upper, upper)
		}
	}
	a.Ranges = []Range{r}
	return a, ctx.Err()
}

// restart forgets what was found for other weights.
func (w *Weighted) restart(ctx context.Context, weights []int) {
	w.ctx = parallel.Yielding(ctx)
	w.weights = weights
	w.nodes.Store(0)
	w.known.clear()
}

// bound bounds what a guess costs a set: the secrets of each part take as few guesses more
// as their number allows, and the heaviest the fewest. It is unbounded for a guess that
// leaves all candidates together. The second result is whether the guess is a
// candidate.
func (w *Weighted) bound(candidates set, guess game.Code) (sum cost, hit bool) {
	feedbacks := w.feedbackTo(guess, candidates)
	for i, f := range feedbacks {
		weight := cost(w.weights[candidates[i]])
		sum += weight
		if f != w.final {
			sum += weight * w.level[w.counts[f]]
		}
		w.counts[f]++
	}

	hit = w.counts[w.final] > 0
	if !hit && int(w.counts[feedbacks[0]]) == len(candidates) {
		sum = unbounded
	}
	w.uncount(feedbacks)
	return sum, hit
}

// choices lists the guesses whose bounds are below a limit, as a heap.
func (w *Weighted) choices(candidates set, guesses iter.Seq[game.Code], limit cost) (list choices) {
	for guess := range guesses {
		bound, hit := w.bound(candidates, guess)
		if bound >= limit {
			continue
		}

		c := choice{bound: bound, guess: uint64(guess)}
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
func (w *Weighted) least(candidates set) (sum cost) {
	for i, c := range candidates {
		sum += cost(w.weights[c]) * w.level[i]
	}
	return sum
}

// solve is [worker.solve] for weights. The symmetries leave the rounds so far as they are.
func (w *Weighted) solve(candidates set, symmetries game.Symmetries, limit cost) (least cost, guess game.Code, found bool) {
	heaviest := candidates[0]
	least = w.least(candidates)
	if n := len(candidates); n <= 2 || n <= w.branches+1 && w.parts(candidates, heaviest) == n {
		return least, w.secrets[heaviest], least < limit
	}

	key := hash(candidates, w.keys)
	if e, ok := w.known.get(key); ok {
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
	for c, ok := list.next(); ok && c.bound < best; c, ok = list.next() {
		if total, better := w.try(candidates, c, symmetries, best); better {
			best, guess, found = total, c.code(), true
		}
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}

	w.known.put(key, entry{least: best, guess: guess, exact: found}, len(candidates))
	return best, guess, found
}

// try returns what a guess costs, if that is below the limit; else a bound that is no less.
func (w *Weighted) try(candidates set, c choice, symmetries game.Symmetries, limit cost) (total cost, ok bool) {
	defer w.release(w.mark())

	parts, _ := w.split(candidates, c.code())
	slices.SortStableFunc(parts, smallerPart)
	left := symmetries.Fixing(c.code())
	total = c.bound
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
		_, next, found := w.solve(p.set, symmetries, unbounded)
		if !found {
			return nil, false
		}
		return w.node(p.set, next, symmetries)
	})
}
