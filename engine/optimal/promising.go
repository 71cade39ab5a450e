package optimal

import (
	"slices"

	"codebreak/engine/game"
)

// estimateUnit is what a guess counts in estimates, so that averages keep some
// digits.
const estimateUnit = 256

// promising lists the choices below the limit that are tried if there is a width, no more
// than that many: by turns the next of the least bound and the next of the least estimate.
// Of guesses that make the same parts only the first is listed. ok is false if the context
// ends.
func (w *worker) promising(candidates set, k int, past history, limit cost) (list choices, ok bool) {
	byBound, ok := w.choices(candidates, k, past, limit)
	if !ok || len(byBound) == 0 {
		return nil, ok
	}
	byEstimate := slices.Clone(byBound)
	for i, c := range byEstimate {
		byEstimate[i].bound, _ = w.sumParts(w.estimate, c.code(), candidates)
	}
	byEstimate.order()

	seen := map[splitting]bool{}
	for turn := 0; len(list) < w.width && len(byBound)+len(byEstimate) > 0; turn++ {
		from := &byBound
		if turn%2 == 1 {
			from = &byEstimate
		}
		if c, ok := w.nextUnseen(from, candidates, seen); ok {
			c.bound = w.guessBound(candidates, c.code(), k)
			list = append(list, c)
		}
	}
	return list, true
}

// A splitting is what a guess does to a set.
type splitting struct {
	parts     uint64 // a hash of them
	candidate bool   // the guess is a candidate
}

// nextUnseen takes the next choice out that does not split the candidates as one before.
func (w *worker) nextUnseen(from *choices, candidates set, seen map[splitting]bool) (c choice, ok bool) {
	for c, ok = from.next(); ok; c, ok = from.next() {
		key := splitting{parts: w.partition(candidates, c.code()), candidate: c.guess&otherGuess == 0}
		if !seen[key] {
			seen[key] = true
			return c, true
		}
	}
	return c, false
}

// partition is a hash of the parts that a guess makes. It does not depend on their feedback.
func (w *worker) partition(candidates set, guess game.Code) uint64 {
	names := w.counts // of parts, in the order in which they begin; from 1
	parts := int32(0)
	h := uint64(14695981039346656037) // FNV-1a
	feedbacks := w.feedbackTo(guess, candidates)
	for _, f := range feedbacks {
		if names[f] == 0 {
			parts++
			names[f] = parts
		}
		h = (h ^ uint64(names[f])) * 1099511628211
	}

	w.uncount(feedbacks)
	return h
}

// exactTo is the number of candidates up to which sets are searched exactly even if
// there is a width: twice the kinds of feedback of the game, which three guesses nearly always
// distinguish, but no more than 32. That takes little time.
func (w *worker) exactTo() int { return min(32, 2*w.game.Outcomes()) }
