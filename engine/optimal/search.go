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
	p := part{set: candidates, first: unknownChoice}
	p.normal, p.normalised = w.normalKey(candidates, k)
	if e, ok := w.recallNormal(&p); ok {
		if p.least = e.least; e.exact { // the guess that attains it is looked for
			limit = min(limit, e.least+1)
		}
	}
	return w.solvePart(&p, k, past, limit)
}

// solvePart is solve for a part, of which more may be known.
func (w *worker) solvePart(p *part, k int, past history, limit cost) (least cost, guess game.Code, found bool) {
	candidates := p.set
	n := len(candidates)
	bySize, _ := w.sizesAfter(past, k)
	least, guess, found = w.quick(candidates, k, past, bySize)
	if found {
		return least, guess, least < limit
	}
	if least = max(least, p.least); least >= limit {
		return least, 0, false
	}
	if p.key == (setKey{}) {
		p.key = w.key(candidates, k, past)
	}
	if e, ok := w.recall(p.key); ok {
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
			w.known.put(p.key, entry{least: decided, guess: guess, exact: exact}, n)
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
		ok = w.tryFirst(&t, p.first)
	default:
		t.past = w.withMost(candidates, past)
		t.choices, ok = w.choices(candidates, k, t.past, limit)
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
	w.known.put(p.key, entry{least: t.best, guess: t.guess, exact: found}, n)
	if p.normalised {
		w.known.put(p.normal, entry{least: t.best, exact: found}, n)
	}
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
	t.past = w.withMost(t.candidates, t.past)
	if t.choices, ok = w.choices(t.candidates, t.k, t.past, t.best); ok && len(t.choices) > 0 && t.choices[0].guess == first.guess {
		t.choices.next()
	}
	return ok
}

// try returns what a guess costs, if that is below the limit.
func (w *worker) try(candidates set, c choice, k int, past history, limit cost) (total cost, ok bool) {
	defer w.release(w.mark())
	parts, hit := w.split(candidates, c.code())
	next := w.afterGuess(past, candidates, c.code())
	total = cost(len(candidates)) * w.perGuess
	if hit {
		total += w.hitCost(k)
	}
	bySize, _ := w.sizesAfter(past, k-1)
	for i := range parts {
		parts[i].least = bySize[len(parts[i].set)]
		if w.leastAfter != nil {
			parts[i].least = max(parts[i].least, w.leastOfPart(next, &parts[i], k-1))
		}
		total += parts[i].least
	}
	// First what is cheap, part by part until the guess is of no use.
	open := parts[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		least, _, exact := w.quick(p.set, k-1, next, bySize)
		if least > p.least {
			total += least - p.least
			p.least = least
		}
		if !exact {
			p.key = w.key(p.set, k-1, w.afterFeedback(next, p.feedback))
			w.known.fetch(p.key)
			open = append(open, p)
		}
	}
	parts, open = open, open[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		e, ok := w.recall(p.key)
		if ok && e.least > p.least {
			total += e.least - p.least
			p.least = e.least
		}
		if !ok || !e.exact {
			open = append(open, p)
		}
	}
	parts, open = open, open[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		p.normal, p.normalised = w.normalKey(p.set, k-1)
		e, ok := w.recallNormal(&p)
		if ok && e.least > p.least {
			total += e.least - p.least
			p.least = e.least
		}
		if !ok || !e.exact {
			open = append(open, p)
		}
	}
	if total >= limit {
		return total, false
	}
	slices.SortStableFunc(open, smallerPart)
	for i := range open {
		p := &open[i]
		if w.off.partBounds || len(p.set) < boundFrom || len(p.set) == len(candidates) {
			continue
		}
		told := w.afterFeedback(next, p.feedback)
		var ok bool
		if p.first, ok = w.firstChoice(p.set, k-1, told, limit-total+p.least); !ok {
			return total, false
		}
		if b := p.first.bound; b > p.least {
			total += b - p.least
			p.least = b
			w.known.put(p.key, entry{least: b}, len(p.set))
			if p.normalised {
				w.known.put(p.normal, entry{least: b}, len(p.set))
			}
		}
		if total >= limit {
			return total, false
		}
	}
	for i := range open {
		p := &open[i]
		v, _, found := w.solvePart(p, k-1, w.afterFeedback(next, p.feedback), limit-total+p.least)
		total += v - p.least
		if !found || total >= limit {
			return total, false
		}
	}
	return total, true
}

// smallerPart orders parts by their numbers of candidates.
func smallerPart(a, b part) int { return cmp.Compare(len(a.set), len(b.set)) }
