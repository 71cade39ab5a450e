package search

import (
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// load puts the candidates into the space.
func (w *worker) load(candidates set) {
	w.codes = w.codes[:0]
	for _, i := range candidates {
		w.codes = append(w.codes, w.secrets[i])
	}
	w.space.Load(w.codes)
}

// guessesAt lists the guesses that may be made at the candidates loaded. Guesses that are
// equivalent to one before them are left out, as far as it pays to know.
func (w *worker) guessesAt(past history) partition.Guesses {
	codes := w.codes
	switch {
	case past.allowed != nil:
		return w.listOf(past.allowed)
	case w.pool == ConsistentButLastFancidev && past.before != nil:
		return w.reducer.Fancidev(past.path, past.before, w.space)
	case w.pool == ConsistentButLast && past.before != nil:
		codes = past.before
	case Free(w.pool, len(past.path)) && (w.reducer == nil || w.off.symmetry):
		return w.list
	case Free(w.pool, len(past.path)):
		return w.reducer.Guesses(w.ctx, past.path, w.space)
	}

	switch {
	case w.reducer == nil || w.off.symmetry:
		return partition.NewGuesses(w.game, codes)
	case len(past.path) == 0:
		// However few there are it pays, since each is the root of a search of its own.
		return w.reducer.Guesses(w.ctx, nil, w.space).Keep(w.game.IsSecret)
	}
	return w.reducer.Candidates(w.ctx, past.path, codes)
}

// scanWork is about how many words of candidates are scanned, run by run, before
// the context is looked at: some milliseconds' worth.
const scanWork = 1 << 20

// scan has the space scan a list of guesses. ok is false if the context ends
// before the end of the list.
func (w *worker) scan(
	list partition.Guesses,
	m partition.Measure,
	limit int64,
	visit func(guess game.Code, score int64) int64,
) (ok bool) {
	words := (len(w.codes) + 63) / 64
	for size := max(1, scanWork/words/partition.RunWork(w.game)); ; {
		block := list.Cut(size)
		w.space.Scan(&block, m, limit, func(guess game.Code, score int64) int64 {
			limit = visit(guess, score)
			return limit
		})
		if list.Empty() {
			return true
		}
		if w.ctx.Err() != nil {
			return false
		}
	}
}

// eachChoice calls visit for the choices at a set whose bounds are below the limit, which
// visit returns for what follows. The bounds are those after the history by. ok is false if
// the context ended before the last.
func (w *worker) eachChoice(
	candidates set,
	k int,
	past, by history,
	limit Cost,
	visit func(Choice) (limit Cost),
) (ok bool) {
	w.load(candidates)
	least, measure := w.sizesAfter(by, k-1)
	hit := least[1] // which the measure adds for the guess itself, though it costs nothing more
	together := least[len(candidates)]
	own := Cost(len(candidates)) * w.PerGuess

	return w.scan(w.guessesAt(past), measure, limit-own+hit, func(guess game.Code, score int64) int64 {
		c := Choice{Bound: own + score, guess: uint64(guess)}
		_, isCandidate := slices.BinarySearch(w.codes, guess)
		if isCandidate {
			c.Bound += w.hitCost(k) - hit
		} else {
			c.guess |= otherGuess
		}

		// A guess that leaves all candidates together is of no use.
		if c.Bound < limit {
			perhaps := score == together && !isCandidate
			if !perhaps || w.wordParts(candidates, guess) > 1 {
				limit = visit(c)
			}
		}
		return limit - own + hit
	})
}

// choices lists the guesses whose bounds are below limit. The list and its
// order do not depend on what the search has found before. ok is false if the
// context ended before the list was complete.
func (w *worker) choices(candidates set, k int, past history, limit Cost) (out Choices, ok bool) {
	found := w.found[:0]
	by := past
	if len(candidates) <= 2*past.most.candidate {
		by = history{} // parts are too small for better bounds
	}

	ok = w.eachChoice(candidates, k, past, by, limit, func(c Choice) Cost {
		found = append(found, c)
		return limit
	})

	if by.most.known() {
		for i, c := range found {
			found[i].lower = c.Bound
			found[i].Bound = w.guessBound(candidates, c.Code(), k)
		}
	}

	w.found = found
	out = slices.Clone(found)
	out.order()
	return out, ok
}

// firstChoice returns the first of the choices below the limit, as choices lists
// them; without any, one whose bound is the limit. ok is false if the context
// ended before.
func (w *worker) firstChoice(candidates set, k int, past history, limit Cost) (first Choice, ok bool) {
	m := w.matrix(candidates, past)
	if m != nil && w.PerGuess > 0 {
		return w.firstOfMatrix(m, candidates, k, limit), true
	}

	first = Choice{Bound: limit}
	ok = w.eachChoice(candidates, k, past, history{}, limit, func(c Choice) Cost {
		if c.before(first) {
			first = c
		}
		return first.Bound + 1 // a candidate of the same bound comes before another guess
	})
	return first, ok
}

// matrixTo is the number of candidates up to which their rows are read. Beyond twice the
// kinds of feedback of the game most parts have more than two, and the number of parts says little.
func (s *shared) matrixTo() int {
	return min(64, 2*s.game.Outcomes())
}

// matrix returns the matrix that has a row for each candidate, with the rows of
// these filled and their offsets set, if there is one, and any code may be guessed.
func (w *worker) matrix(candidates set, past history) *matrix {
	m := w.feedbacks.ofSecret
	if m == nil || len(candidates) > w.matrixTo() || w.game.OutcomeLimit() > maxSeparate {
		return nil
	}
	if !Free(w.pool, len(past.path)) || past.allowed != nil || w.pool == strategy.Answers {
		return nil
	}

	w.offsets = w.offsets[:0]
	for _, c := range candidates {
		m.row(int(c))
		w.offsets = append(w.offsets, c*int32(m.width))
	}
	return m
}

// firstOfMatrix is firstChoice for a matrix. A guess that makes p parts costs no
// less than if one candidate of each were solved by the next guess, and all others
// with the one after that; if it is a candidate it needs no more itself.
func (w *worker) firstOfMatrix(m *matrix, candidates set, k int, limit Cost) Choice {
	n := Cost(len(candidates))
	least := w.leastWith(k - 1)
	one := least[1]
	more := least[2] - one
	own := n * w.PerGuess
	first := Choice{Bound: limit}

	// 1. The candidates.
	for _, i := range candidates {
		p := Cost(w.parts(candidates, i))
		atLeast := own + w.hitCost(k) + (p-1)*one + (n-p)*more
		if atLeast >= first.Bound {
			continue
		}
		c := Choice{
			Bound: w.guessBound(candidates, w.secrets[i], k),
			guess: uint64(w.secrets[i]),
		}
		if c.before(first) {
			first = c
		}
	}

	// 2. The least number of parts of another guess that is better.
	atLeast := func(parts Cost) Cost { return own + parts*one + (n-parts)*more }
	parts := n
	for parts > 2 && atLeast(parts-1) < first.Bound {
		parts--
	}
	if atLeast(parts) >= first.Bound {
		return first
	}

	// 3. The guesses that make as many.
	if len(w.partCounts) < m.width {
		w.partCounts = make([]uint8, m.width)
		w.many = make([]uint16, m.width/block)
	}
	countParts(widest, m, w.offsets, int(parts), w.partCounts, w.many)
	for i, many := range w.many[:m.width/block] {
		for ; many != 0; many &= many - 1 {
			number := i*block + bits.TrailingZeros16(many)
			if atLeast(Cost(w.partCounts[number])) >= first.Bound {
				continue
			}
			guess := w.guesses[number]
			c := Choice{
				Bound: w.guessBound(candidates, guess, k),
				guess: uint64(guess) | otherGuess,
			}
			if c.Bound < first.Bound && !w.contains(candidates, guess) {
				first = c
			}
		}
	}
	return first
}

// guessBound is the bound of a guess by the sizes of its parts.
func (w *worker) guessBound(candidates set, guess game.Code, k int) Cost {
	bound, hit := w.sumParts(w.leastWith(k-1), guess, candidates)
	if hit {
		bound += w.hitCost(k)
	}
	return bound + Cost(len(candidates))*w.PerGuess
}
