package search

import (
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// Most sets that a search meets are small: of no more candidates than a guess
// has kinds of feedback. Nearly all of them are decided here, by what their candidates do
// and one scan of the other guesses, without a list of choices.
//
// With n candidates, a candidate that separates all others costs 2n-1 guesses, and
// is found by quick. Besides, if no secret is solved by the last guess,
//
//   - 2n is the cost of a candidate that leaves one pair together, which quick
//     finds too, and of another code that separates all candidates;
//   - 2n+1 is that of a candidate that leaves two pairs, or a triple whose
//     members one of them separates, and of another code that leaves one pair;
//   - all else costs more.
//
// A secret solved by the last guess costs more by perLast. With three
// guesses left one of each pair is, and two of the triple; with two, all secrets
// are that the first guess does not solve, and they must be separated.

// decide returns what a set costs that quick has not decided, with the first guess, in the
// order of choices, of a tree that attains it (exact). Else it returns a lower bound: if that
// is below the limit, the set is not decided here. ok is false if the context ends. There must
// be two guesses left, or more.
func (w *worker) decide(
	candidates set,
	k int,
	past history,
	limit Cost,
) (least Cost, guess game.Code, exact, ok bool) {
	unit := w.PerGuess
	last := Cost(0) // what a secret solved by the third guess costs besides
	if k == 3 {
		last = w.PerLast
	}

	// 1. Another code that separates all candidates.
	least = w.notSeparated(len(candidates), k, w.leastWith(k))
	separator, pair, ok := w.others(candidates, k, past, k > 2 && least+last < limit)
	switch {
	case !ok:
		return least, 0, false, false
	case separator != 0:
		return least, separator.Code(), true, true
	case k == 2:
		return Impossible, 0, false, true
	}

	// 2. What leaves one pair.
	if last > 0 {
		// Candidates that leave a pair were no match for a separator, but are for
		// all else; and what leaves one pair is better than what leaves two.
		if least += last; least >= limit {
			return least, 0, false, true
		}
		if c := w.near(candidates); c.leavesPair {
			return least, c.pair, true, true
		}

		if least += unit; least >= limit {
			return least, 0, false, true
		}
		if pair != 0 {
			return least, pair.Code(), true, true
		}
		least += last
	} else {
		least += unit
	}
	if least >= limit {
		return least, 0, false, true
	}

	// 3. A candidate that leaves two pairs, or a triple.
	for _, i := range candidates {
		guess := w.secrets[i]
		if w.parts(candidates, i) == len(candidates)-2 && w.leavesLittle(candidates, guess) {
			return least, guess, true, true
		}
	}
	if pair != 0 && last == 0 {
		return least, pair.Code(), true, true
	}
	return least + unit, 0, false, true
}

// An other is a guess that is not a candidate, or 0 for none.
type other uint64

func (o other) Code() game.Code {
	return game.Code(o &^ otherGuess)
}

// others looks for the first code that is not a candidate and separates all
// candidates, and, if pairs are asked for, for the first that leaves one pair
// together: of this it does not know whether it is a candidate. ok is false if the
// context ends.
//
// Neither can be equivalent to a guess before it, or that would have been found:
// so all codes may be looked at, which is faster than to know those worth it.
func (w *worker) others(candidates set, k int, past history, pairs bool) (separator, pair other, ok bool) {
	if past.most.known() && len(candidates) > max(past.most.candidate, past.most.other)+1 {
		return 0, 0, true // no guess makes enough parts
	}

	m := w.matrix(candidates, past)
	if m != nil {
		first, second := separate(widest, m, w.offsets)
		if first >= 0 {
			separator = other(w.guesses[first]) | otherGuess
		}
		if second >= 0 {
			pair = other(w.guesses[second]) | otherGuess
		}
		return separator, pair, true
	}

	w.load(candidates)
	row := w.row(k - 1)
	n := Cost(len(candidates))
	one := w.whole.least[row][1]
	two := w.whole.least[row][2]
	separated := n * one
	paired := (n-2)*one + two
	limit := separated + 1
	if pairs {
		limit = paired + 1
	}
	ok = w.scan(w.guessesAt(past), w.whole.bounds[row], limit, func(guess game.Code, score int64) int64 {
		if score == separated {
			separator = other(guess) | otherGuess
			return partition.Stop
		}
		if pair == 0 {
			pair = other(guess) | otherGuess
		}
		return paired
	})
	return separator, pair, ok
}

// leavesLittle reports whether a guess that leaves two candidates fewer than it
// has parts leaves two pairs, or a triple whose members one of them separates.
func (w *worker) leavesLittle(candidates set, guess game.Code) bool {
	defer w.release(w.mark())
	parts, _ := w.split(candidates, guess)
	for _, p := range parts {
		if len(p.set) == 3 {
			return w.near(p.set).separates
		}
	}
	return true
}
