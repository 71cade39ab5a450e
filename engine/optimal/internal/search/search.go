package search

import (
	"cmp"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/scatter"
)

// solve returns the least cost of a set with k guesses left, if that is below
// the limit (found), with the first guess, in the order of choices, of a tree
// that attains it; else a lower bound that is no less than the limit. If the
// context ends what it returns is a lower bound.
func (w *worker) solve(
	candidates set,
	k int,
	past history,
	limit Cost,
) (least Cost, guess game.Code, found bool) {
	p := part{set: candidates, first: unknownChoice}
	p.normal, p.normalised = w.normalKey(candidates, k)
	if e, ok := w.recallNormal(&p); ok {
		p.least = e.least
		if e.exact { // the guess that attains it is looked for
			limit = min(limit, e.least+1)
		}
	}
	return w.solvePart(&p, k, past, limit)
}

// solvePart is solve for a part of a position, whose bounds may be known.
func (w *worker) solvePart(
	p *part,
	k int,
	past history,
	limit Cost,
) (least Cost, guess game.Code, found bool) {
	candidates := p.set
	n := len(candidates)

	// 1. Bounds by size, and what the candidates do as guesses.
	bySize, _ := w.sizesAfter(past, k)
	least, guess, found = w.quick(candidates, k, past, bySize)
	if found {
		return least, guess, least < limit
	}
	least = max(least, p.least)
	if least >= limit {
		return least, 0, false
	}

	// 2. The transposition table.
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

	// 3. Small sets are decided by pairs.
	if n <= w.branches+1 && w.byPairs(k) {
		decided, guess, exact, ok := w.decide(candidates, k, past, limit)
		if !ok {
			return least, 0, false
		}
		if exact || decided >= limit {
			w.known.put(p.key, entry{
				least: decided,
				guess: guess,
				exact: exact,
			}, n)
			return decided, guess, exact
		}
		least = decided
	}

	// 4. List the choices; of some sets the first is tried before that.
	t := trials{
		candidates: candidates,
		k:          k,
		past:       past,
		lower:      least,
		best:       limit,
		index:      -1,
	}
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

	// 5. Try them.
	if w.workers != nil && n >= parallelFrom {
		w.tryInParallel(&t)
	} else {
		w.tryAll(&t)
	}
	if w.ctx.Err() != nil {
		return least, 0, false
	}

	// 6. Remember what was found.
	found = t.index >= 0
	w.remember(p, entry{
		least: t.best,
		guess: t.guess,
		exact: found,
	})
	return t.best, t.guess, found
}

// listFrom is the number of candidates from which the choices are listed at once.
const listFrom = 128

// tryFirst tries the first of the choices, and lists the others if they may be
// better: mostly they may not. ok is false if the context ends.
func (w *worker) tryFirst(t *trials, first Choice) (ok bool) {
	if first == unknownChoice {
		first, ok = w.firstChoice(t.candidates, t.k, t.past, t.best)
		if !ok {
			return false
		}
	}
	if first.Bound >= t.best {
		return true // there is nothing to prove
	}

	v, better := w.try(t.candidates, first, t.k, t.past, t.best)
	if w.ctx.Err() != nil {
		return false
	}
	t.taken = 1
	if better {
		t.record(first, 0, v)
		if v == first.Bound {
			return true // all others cost as much, or more
		}
	}

	t.past = w.withMost(t.candidates, t.past)
	t.choices, ok = w.choices(t.candidates, t.k, t.past, t.best)
	if !ok || len(t.choices) == 0 {
		return ok
	}
	if t.choices[0].guess == first.guess {
		t.choices.Next() // it has been tried
	}
	return true
}

// try returns what a guess costs, if that is below the limit.
func (w *worker) try(candidates set, c Choice, k int, past history, limit Cost) (total Cost, ok bool) {
	defer w.release(w.mark())
	parts, hit := w.split(candidates, c.Code())
	next := w.afterGuess(past, candidates, c.Code())

	// 1. Bounds by the sizes of the parts. From here on total is the sum of the least of all
	// parts, and the guess is of no use as soon as it reaches the limit.
	total = Cost(len(candidates)) * w.PerGuess
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

	// 2. What the candidates of each part do as guesses. The parts that are not decided stay
	// open.
	open := parts[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		least, _, exact := w.quick(p.set, k-1, next, bySize)
		total += p.raise(least)
		if !exact {
			p.key = w.key(p.set, k-1, w.afterFeedback(next, p.feedback))
			w.known.fetch(p.key)
			open = append(open, p)
		}
	}

	// 3. The transposition table.
	parts = open
	open = open[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		e, ok := w.recall(p.key)
		total += p.raise(e.least)
		if !ok || !e.exact {
			open = append(open, p)
		}
	}

	// 4. What is known about images of the parts.
	parts = open
	open = open[:0]
	for _, p := range parts {
		if total >= limit {
			return total, false
		}
		p.normal, p.normalised = w.normalKey(p.set, k-1)
		e, ok := w.recallNormal(&p)
		total += p.raise(e.least)
		if !ok || !e.exact {
			open = append(open, p)
		}
	}
	if total >= limit {
		return total, false
	}

	// 5. Bounds by the guesses at each part, the smallest first.
	slices.SortStableFunc(open, smallerPart)
	for i := range open {
		p := &open[i]
		if w.off.partBounds || len(p.set) < boundFrom || len(p.set) == len(candidates) {
			continue
		}
		var ok bool
		p.first, ok = w.firstChoice(p.set, k-1, w.afterFeedback(next, p.feedback), limit-total+p.least)
		if !ok {
			return total, false
		}
		more := p.raise(p.first.Bound)
		if more > 0 {
			total += more
			w.remember(p, entry{least: p.least})
		}
		if total >= limit {
			return total, false
		}
	}

	// 6. Search of each part.
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

// raise raises the lower bound of a part, if least is more, and returns by how much.
func (p *part) raise(least Cost) Cost {
	more := max(0, least-p.least)
	p.least += more
	return more
}

// smallerPart orders parts by their numbers of candidates.
func smallerPart(a, b part) int {
	return cmp.Compare(len(a.set), len(b.set))
}

// normalFrom and normalTo are the numbers of candidates of sets for which normal forms pay.
const normalFrom, normalTo = 24, 1024

// normalKey is the key of the normal form of a set with k guesses left; ok is false for
// sets for which it does not pay, and where the choice of guesses depends on their order.
//
// Sets that symmetries of the game take into each other cost the same, whatever the guesses
// that led there: with any code allowed a set has all the guesses and the feedback that its
// image has. So what is known of a set is kept under its own key, with the guess, and once
// more under that of a normal form, for all its images.
func (w *worker) normalKey(candidates set, k int) (key setKey, ok bool) {
	n := len(candidates)
	if n < normalFrom || n > normalTo {
		return key, false
	}
	if w.normal == nil || w.width > 0 || w.off.normal {
		return key, false
	}

	w.codes = w.codes[:0]
	for _, i := range candidates {
		w.codes = append(w.codes, w.secrets[i])
	}

	for _, code := range w.normal.Form(w.codes) {
		key.a += scatter.Number(uint64(code))
		key.b += scatter.Number(^uint64(code))
	}
	key.a ^= w.leftKey(k)
	return key, true
}

// remember keeps what was found of a part, and without the guess for its images.
func (w *worker) remember(p *part, found entry) {
	w.known.put(p.key, found, len(p.set))
	if p.normalised {
		found.guess = 0
		w.known.put(p.normal, found, len(p.set))
	}
}

// recallNormal returns what is known about the images of a part.
func (w *worker) recallNormal(p *part) (entry, bool) {
	if !p.normalised {
		return entry{}, false
	}
	return w.recall(p.normal)
}
