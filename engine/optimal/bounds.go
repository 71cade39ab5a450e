package optimal

import (
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// minimise sets what is minimised: perGuess for every guess of every secret,
// and perLast for every secret that is hit with the last guess allowed. What
// was found for other costs is forgotten.
func (s *search) minimise(perGuess, perLast cost) {
	s.perGuess, s.perLast = perGuess, perLast
	s.known.clear()
	s.least, s.bounds = nil, nil
	n := len(s.secrets)
	for k := 0; ; k++ {
		row := make([]cost, n+1)
		level, room := 0, 0 // the level that the next candidate is hit at, and the room there
		capacity := 1
		for i := 1; i <= n; i++ {
			for room == 0 && level < k {
				level++
				room = capacity
				capacity = min(capacity*max(1, s.branches), n)
			}
			if room == 0 {
				row[i] = impossible
				continue
			}
			room--
			row[i] = row[i-1] + cost(level)*perGuess
			if level == k {
				row[i] += perLast
			}
		}
		s.least = append(s.least, row)
		s.bounds = append(s.bounds, partition.Weighted(row))
		if level < k {
			break // more guesses left make no difference to these bounds
		}
	}
}

// row is the index into least and bounds for k guesses left.
func (s *search) row(k int) int { return min(k, len(s.least)-1) }

// hitCost is what a guess that hits a candidate costs besides the guess itself,
// with k guesses left including it.
func (s *search) hitCost(k int) cost {
	if k == 1 {
		return s.perLast
	}
	return 0
}

// separates reports whether a guess separates all candidates.
func (w *worker) separates(candidates set, guess game.Code) bool {
	seen := uint64(0)
	for _, f := range w.answersTo(guess, candidates) {
		if seen>>f&1 == 1 {
			return false
		}
		seen |= 1 << f
	}
	return true
}

// separator returns the first candidate that separates all others, if any.
func (w *worker) separator(candidates set) (game.Code, bool) {
	if len(candidates) > w.branches+1 || w.off.separator {
		return 0, false
	}
	for _, i := range candidates {
		if guess := w.secrets[i]; w.separates(candidates, guess) {
			return guess, true
		}
	}
	return 0, false
}

// notSeparated bounds a set in which no candidate separates all others: either
// no secret is hit by the first guess, or some guess after it leaves two.
func (s *search) notSeparated(n, k int) cost {
	c := 2 * cost(n) * s.perGuess
	if k == 2 {
		c += cost(n) * s.perLast
	}
	if k < 2 {
		return impossible
	}
	return max(c, s.least[s.row(k)][n])
}

// quick bounds a set without looking at guesses other than its candidates. If
// exact, the bound is attained, beginning with the guess.
func (w *worker) quick(candidates set, k int) (bound cost, guess game.Code, exact bool) {
	n := len(candidates)
	bound = w.least[w.row(k)][n]
	if bound >= impossible {
		return bound, 0, false
	}
	if n <= 2 {
		return bound, w.secrets[candidates[0]], true
	}
	if n > w.branches+1 {
		return bound, 0, false
	}
	if guess, ok := w.separator(candidates); ok {
		return bound, guess, true
	}
	if w.off.separator {
		return bound, 0, false
	}
	return w.notSeparated(n, k), 0, false
}

// bound sharpens the lower bound of a set by the least bound of any guess. It is
// 0, which is one too, if the context ends.
func (w *worker) bound(candidates set, k int, past history, limit cost) cost {
	w.load(candidates)
	row := w.row(k - 1)
	own := cost(len(candidates)) * w.perGuess
	hit := w.least[row][1]
	list := w.worth(past)
	best := limit
	ok := w.scan(list, w.bounds[row], best-own+hit, func(_ game.Code, score int64) int64 {
		// A candidate's bound is lower by hit than its score says; taking that
		// off any guess keeps a lower bound.
		best = min(best, own+score-hit)
		return best - own + hit
	})
	if !ok {
		return 0
	}
	return best
}

// boundFrom is the number of candidates from which it pays to bound a part by
// the guesses at it before it is searched.
const boundFrom = 24
