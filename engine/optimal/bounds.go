package optimal

import (
	"sync"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// minimise sets what is minimised: perGuess for every guess of every secret,
// and perLast for every secret solved by the last guess allowed. What
// was found for other costs is forgotten.
func (s *search) minimise(perGuess, perLast cost) {
	s.perGuess, s.perLast = perGuess, perLast
	s.prices = nil
	s.limits()
}

// limits makes the tables of bounds of what is minimised.
func (s *search) limits() {
	s.known.clear()
	capacity := bounds.CapacityOf(s.game)
	if s.off.capacity {
		capacity = bounds.CapacityByCounting(len(s.secrets), s.game.Outcomes())
	}
	s.whole = sizesOf(s.leastBy(len(s.secrets), capacity.Set, capacity.Total))
	s.byMost = nil
	if s.pool == strategy.All && s.game.Outcomes() <= maxSeparate {
		s.byMost = make([][]func() sizes, s.game.Outcomes()+1)
	}
	for candidate := range s.byMost {
		for other := range s.byMost {
			s.byMost[candidate] = append(s.byMost[candidate], sync.OnceValue(func() sizes {
				return s.sizesByMost(most{candidate, other}, capacity)
			}))
		}
	}
	s.leastAfter = nil
	if !capacity.ByAnswer() {
		return
	}
	s.leastAfter = make([][][]cost, s.game.OutcomeLimit())
	for f := range s.leastAfter {
		if f := game.Feedback(f); capacity.Part(1, f) > 0 { // else there is no such part
			s.leastAfter[f] = s.leastBy(len(s.secrets),
				func(k int) int { return capacity.Part(k, f) },
				func(n int) int { return capacity.PartTotal(n, f) })
		}
	}
}

// sizes are bounds of what sets cost by their sizes: least[k][n] of n candidates with k
// guesses left, and the same as measures.
type sizes struct {
	least  [][]cost
	bounds []partition.Measure
}

// sizesOf makes measures of bounds.
func sizesOf(least [][]cost) sizes {
	out := sizes{least: least}
	for _, row := range least {
		out.bounds = append(out.bounds, partition.Weighted(row))
	}
	return out
}

// sizesAfter returns the bounds for k guesses left after a history.
func (s *search) sizesAfter(past history, k int) (least []cost, bound partition.Measure) {
	table := s.whole
	if past.most.known() {
		table = s.byMost[past.most.candidate][past.most.other]()
	}
	if s.prices != nil {
		k = s.row(k)
	}
	k = min(k, len(table.least)-1)
	return table.least[k], table.bounds[k]
}

// leastBy bounds what sets cost, by the number of guesses left and of candidates, where
// each number of guesses finds no more than a number of candidates. Beyond the last number of
// guesses left, more make no difference. The total of n candidates is no less than
// a number either.
func (s *search) leastBy(n int, capacity, total func(n int) int) (least [][]cost) {
	totals := make([]cost, n+1)
	for i := range totals {
		totals[i] = cost(total(i))
	}
	for {
		k, guesses := len(least), 0 // left, and before the set
		if s.prices != nil {
			k, guesses = unlimited, k
		}
		row := make([]cost, n+1)
		level, room := 0, 0 // the level that solves the next candidate, and the room there
		byLevel, price := cost(0), cost(0)
		for i := 1; i <= n; i++ {
			for room == 0 && level < k {
				level++
				room = capacity(level) - capacity(level-1)
			}
			if room == 0 {
				row[i] = impossible
				continue
			}
			room--
			byLevel += cost(level) * s.perGuess
			last := cost(0) // what secrets solved by the last guess cost besides
			if level == k {
				last = cost(i-capacity(k-1)) * s.perLast
			}
			if s.prices != nil {
				price += s.price(guesses + level - 1)
			}
			row[i] = max(byLevel, totals[i]*s.perGuess) + last + price
		}
		least = append(least, row)
		if s.prices == nil && level < k || s.prices != nil && len(least) == len(s.prices) {
			return least
		}
	}
}

// leastOfPart bounds what a part costs with k guesses left, after the feedback so far and
// its own.
func (s *search) leastOfPart(past history, p *part, k int) cost {
	rows := s.leastAfter[max(past.sharpest, p.feedback)]
	if s.prices != nil {
		k = s.row(k)
	}
	return rows[min(k, len(rows)-1)][len(p.set)]
}

// row is the index into least and bounds for k guesses left: their number, or with prices
// that of the guesses before.
func (s *search) row(k int) int {
	if s.prices != nil {
		k = unlimited - k
	}
	return min(k, len(s.whole.least)-1)
}

// hitCost is what a guess that solves a candidate costs besides the guess itself,
// with k guesses left including it.
func (s *search) hitCost(k int) cost {
	if s.prices != nil {
		return s.price(s.row(k))
	}
	if k == 1 {
		return s.perLast
	}
	return 0
}

// price is what a secret costs besides its guesses if one guess more than these solves it.
func (s *search) price(guesses int) cost { return s.prices[min(guesses, len(s.prices)-1)] }

// A near is what the candidates do to a small set as guesses.
type near struct {
	separator, pair game.Code // the first that separates all others, and that leaves one pair together
	separates       bool
	leavesPair      bool
}

// near looks at the candidates of a set of at most branches+1 until one separates
// all others. It takes O(n²) time.
func (w *worker) near(candidates set) (c near) {
	n := len(candidates)
	for _, i := range candidates {
		switch w.parts(candidates, i) {
		case n:
			c.separator, c.separates = w.secrets[i], true
			return c
		case n - 1:
			if !c.leavesPair {
				c.pair, c.leavesPair = w.secrets[i], true
			}
		}
	}
	return c
}

// notSeparated bounds a set in which no candidate separates all others: either
// no secret is solved by the first guess, or some guess after it leaves two. bySize are
// the bounds for k guesses left.
func (s *search) notSeparated(n, k int, bySize []cost) cost {
	c := 2 * cost(n) * s.perGuess
	if k == 2 {
		c += cost(n) * s.perLast
	}
	if k < 2 {
		return impossible
	}
	if s.prices != nil {
		u, m := s.row(k), cost(n)
		c += min(m*s.price(u+1), s.price(u)+(m-2)*s.price(u+1)+s.price(u+2))
	}
	return max(c, bySize[n])
}

// quick bounds a set without looking at guesses other than its candidates. If
// exact, the bound is attained, beginning with the guess.
//
// A candidate that leaves one pair together costs as much as the bound of sets
// that none separates, and comes before all other guesses that do, as long as no
// secret is solved by the last guess.
//
// bySize are the bounds for k guesses left after the history.
func (w *worker) quick(candidates set, k int, past history, bySize []cost) (bound cost, guess game.Code, exact bool) {
	n := len(candidates)
	bound = bySize[n]
	if bound >= impossible {
		return bound, 0, false
	}
	if n <= 2 {
		return bound, w.secrets[candidates[0]], true
	}
	if n > w.branches+1 || w.off.separator {
		return bound, 0, false
	}
	if past.most.known() && n > past.most.candidate+1 {
		return w.notSeparated(n, k, bySize), 0, false // no candidate makes enough parts
	}
	c := w.near(candidates)
	switch {
	case c.separates:
		return bound, c.separator, true
	case c.leavesPair && w.byPairs(k) && (k > 3 || k == 3 && w.perLast == 0):
		return w.notSeparated(n, k, w.whole.least[w.row(k)]), c.pair, true
	}
	return w.notSeparated(n, k, bySize), 0, false
}

// byPairs reports whether small sets are decided by pairs: each guess must cost as much as
// any other.
func (w *worker) byPairs(k int) bool {
	if w.prices != nil && w.row(k) < len(w.prices)-1 {
		return false
	}
	return k >= 2 && w.perGuess > 0 && !w.off.separator && !w.off.pairs
}

// boundFrom is the number of candidates from which it pays to bound a part by
// the guesses at it before it is searched.
const boundFrom = 12
