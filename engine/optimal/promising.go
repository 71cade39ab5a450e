package optimal

import (
	"slices"

	"codebreak/engine/game"
)

// estimateUnit is what a guess counts in estimates, so that averages keep some
// digits.
const estimateUnit = 256

// promising lists the choices below the limit that are tried if there is a width,
// as many as that: by turns the next of the least bound and the next of the least estimate.
// Of guesses that make the same parts there is one. ok is false if the context
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
	type splitting struct {
		parts     uint64
		candidate bool
	}
	seen := map[splitting]bool{}
	for turn := 0; len(list) < w.width && len(byBound)+len(byEstimate) > 0; turn++ {
		from := &byBound
		if turn%2 == 1 {
			from = &byEstimate
		}
		for len(*from) > 0 {
			c, _ := from.next()
			key := splitting{w.partition(candidates, c.code()), c.guess&otherGuess == 0}
			if seen[key] {
				continue
			}
			seen[key] = true
			c.bound = w.guessBound(candidates, c.code(), k)
			list = append(list, c)
			break
		}
	}
	return list, true
}

// partition is a hash of the parts that a guess makes, whatever their feedback.
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
