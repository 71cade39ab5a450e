package optimal

import (
	"cmp"
	"slices"

	"codebreak/engine/game"
)

// solve returns the least cost of a set with k guesses left, if that is below
// the limit (found), with the first guess, in the order of choices, of a tree
// that attains it; else a lower bound that is no less than the limit. If the
// context ends what it returns is a lower bound.
func (w *worker) solve(candidates set, k int, past history, limit cost) (least cost, guess game.Code, found bool) {
	return w.solveFrom(candidates, k, past, limit, unknownChoice)
}

// solveFrom is solve for a set whose first choice may be known.
func (w *worker) solveFrom(candidates set, k int, past history, limit cost, first choice) (least cost, guess game.Code, found bool) {
	n := len(candidates)
	least, guess, found = w.quick(candidates, k)
	if found {
		return least, guess, least < limit
	}
	if least >= limit {
		return least, 0, false
	}
	key := w.key(candidates, k, past)
	if e, ok := w.recall(key); ok {
		if e.exact {
			return e.least, e.guess, e.least < limit
		}
		least = max(least, e.least)
		if least >= limit {
			return least, 0, false
		}
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}
	if n := w.nodes.Add(1); n > w.most && w.most > 0 {
		w.giveUp()
	}
	if n <= w.branches+1 && w.byPairs(k) {
		decided, guess, exact, ok := w.decide(candidates, k, past, limit)
		if !ok {
			return least, 0, false
		}
		if exact || decided >= limit {
			w.known.put(key, entry{least: decided, guess: guess, exact: exact}, n)
			return decided, guess, exact
		}
		least = decided
	}
	t := trials{candidates: candidates, k: k, past: past, lower: least, best: limit, index: -1}
	var ok bool
	switch {
	case w.width > 0 && n > w.exactTo():
		t.promising = true
		t.choices, ok = w.promising(candidates, k, past, limit)
	case n < listFrom && !w.off.bestFirst:
		ok = w.tryFirst(&t, first)
	default:
		t.choices, ok = w.choices(candidates, k, past, limit)
	}
	if !ok {
		return least, 0, false
	}
	if w.workers != nil && n >= parallelFrom {
		w.tryInParallel(&t)
	} else {
		w.tryAll(&t)
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}
	found = t.index >= 0
	w.known.put(key, entry{least: t.best, guess: t.guess, exact: found}, n)
	return t.best, t.guess, found
}

// listFrom is the number of candidates from which the choices are listed at once.
const listFrom = 128

// tryFirst tries the first of the choices, and lists the others if they may be
// better: mostly they may not. ok is false if the context ends.
func (w *worker) tryFirst(t *trials, first choice) (ok bool) {
	if first == unknownChoice {
		if first, ok = w.firstChoice(t.candidates, t.k, t.past, t.best); !ok {
			return false
		}
	}
	if first.bound >= t.best {
		return true // there is nothing to prove
	}
	v, better := w.try(t.candidates, first, t.k, t.past, t.best)
	if w.ctx.Err() != nil {
		return false
	}
	t.taken = 1
	if better {
		t.record(first, 0, v)
		if v == first.bound {
			return true // all others cost as much, or more
		}
	}
	if t.choices, ok = w.choices(t.candidates, t.k, t.past, t.best); ok {
		t.choices.next() // which is the first again
	}
	return ok
}

// try returns what a guess costs, if that is below the limit.
func (w *worker) try(candidates set, c choice, k int, past history, limit cost) (total cost, ok bool) {
	defer w.release(w.mark())
	parts, hit := w.split(candidates, c.code())
	next := w.after(past, candidates, c.code())
	total = cost(len(candidates)) * w.perGuess
	if hit {
		total += w.hitCost(k)
	}
	bySize := w.least[w.row(k-1)]
	for i := range parts {
		parts[i].least = bySize[len(parts[i].set)]
		if w.leastAfter != nil {
			parts[i].least = w.leastOfPart(next, &parts[i], k-1)
		}
		total += parts[i].least
	}
	// First what is cheap, part by part until the guess is of no use.
	open := parts[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		least, _, exact := w.quick(p.set, k-1)
		if !exact {
			if e, ok := w.recall(w.key(p.set, k-1, w.told(next, p.feedback))); ok {
				least = max(least, e.least)
				exact = e.exact
			}
		}
		least = max(least, p.least)
		total += least - p.least
		p.least = least
		if !exact {
			open = append(open, p)
		}
	}
	if total >= limit {
		return total, false
	}
	slices.SortStableFunc(open, func(a, b part) int { return cmp.Compare(len(a.set), len(b.set)) })
	for i := range open {
		p := &open[i]
		if w.off.partBounds || len(p.set) < boundFrom || len(p.set) == len(candidates) {
			continue
		}
		told := w.told(next, p.feedback)
		var ok bool
		if p.first, ok = w.firstChoice(p.set, k-1, told, limit-total+p.least); !ok {
			return total, false
		}
		if b := p.first.bound; b > p.least {
			total += b - p.least
			p.least = b
			w.known.put(w.key(p.set, k-1, told), entry{least: b}, len(p.set))
		}
		if total >= limit {
			return total, false
		}
	}
	for _, p := range open {
		v, _, found := w.solveFrom(p.set, k-1, w.told(next, p.feedback), limit-total+p.least, p.first)
		total += v - p.least
		if !found || total >= limit {
			return total, false
		}
	}
	return total, true
}
