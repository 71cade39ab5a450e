package search

import (
	"sync"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// Minimise sets what is minimised. What was found for other prices is forgotten.
func (s *shared) Minimise(p Prices) {
	s.Prices = p
	s.limits()
}

// limits makes the tables of bounds of what is minimised.
func (s *shared) limits() {
	s.known.clear()
	capacity := bounds.CapacityOf(s.game)
	if s.off.capacity {
		capacity = bounds.CapacityByCounting(len(s.secrets), s.game.Outcomes())
	}
	s.whole = sizesOf(s.leastBy(len(s.secrets), capacity.Set, capacity.Total))
	s.byMost = s.tablesByMost(capacity)
	s.leastAfter = s.tablesAfter(capacity)
}

// tablesByMost returns the bounds by the most parts that candidates and others make, each
// made when it is needed; nil where that is not known.
func (s *shared) tablesByMost(capacity *bounds.Capacity) (tables [][]func() sizes) {
	if s.pool != strategy.All || s.game.Outcomes() > maxSeparate {
		return nil
	}
	tables = make([][]func() sizes, s.game.Outcomes()+1)
	for candidate := range tables {
		for other := range tables {
			tables[candidate] = append(tables[candidate], sync.OnceValue(func() sizes {
				return s.sizesByMost(most{candidate, other}, capacity)
			}))
		}
	}
	return tables
}

// tablesAfter returns the bounds of parts by their feedback; nil where feedback says no more
// than the size.
func (s *shared) tablesAfter(capacity *bounds.Capacity) (tables [][][]Cost) {
	if !capacity.ByFeedback() {
		return nil
	}
	tables = make([][][]Cost, s.game.OutcomeLimit())
	for i := range tables {
		f := game.Feedback(i)
		if capacity.Part(1, f) == 0 {
			continue // there is no such part
		}
		tables[i] = s.leastBy(len(s.secrets),
			func(k int) int { return capacity.Part(k, f) },
			func(n int) int { return capacity.PartTotal(n, f) })
	}
	return tables
}

// sizes are bounds of what sets cost by their sizes.
type sizes struct {
	least  [][]Cost            // by guesses left and candidates
	bounds []partition.Measure // the same rows as measures
}

// sizesOf makes measures of bounds.
func sizesOf(least [][]Cost) sizes {
	out := sizes{least: least}
	for _, row := range least {
		out.bounds = append(out.bounds, partition.Weighted(row))
	}
	return out
}

// sizesAfter returns the bounds for k guesses left after a history.
func (s *shared) sizesAfter(past history, k int) (least []Cost, bound partition.Measure) {
	table := s.whole
	if past.most.known() {
		table = s.byMost[past.most.candidate][past.most.other]()
	}

	row := min(s.level(k), len(table.least)-1)
	return table.least[row], table.bounds[row]
}

// leastBy bounds what sets of up to n candidates cost, by the number of guesses left and of
// candidates. Of a set, k guesses solve no more than capacity(k) secrets, and all trees for m
// candidates have a total of total(m) guesses or more. Beyond the last row more guesses left
// make no difference.
func (s *shared) leastBy(n int, capacity, total func(n int) int) (least [][]Cost) {
	totals := make([]Cost, n+1)
	for i := range totals {
		totals[i] = Cost(total(i))
	}

	for {
		row, levels := s.leastWithin(len(least), totals, capacity)
		least = append(least, row)
		isLast := levels < len(least)-1
		if s.ByGuesses != nil {
			isLast = len(least) == len(s.ByGuesses)
		}
		if isLast {
			return least
		}
	}
}

// leastWithin is a row of leastBy: for a number of guesses left or, with prices, of guesses
// before. levels is the number of guesses that the last set takes.
func (s *shared) leastWithin(
	index int,
	totals []Cost,
	capacity func(k int) int,
) (row []Cost, levels int) {
	k := index
	before := 0
	if s.ByGuesses != nil {
		k = Unlimited
		before = index
	}

	row = make([]Cost, len(totals))
	room := 0 // for more secrets at the last level
	byLevel := Cost(0)
	price := Cost(0)
	for i := 1; i < len(row); i++ {
		// 1. The level that solves the next candidate.
		for room == 0 && levels < k {
			levels++
			room = capacity(levels) - capacity(levels-1)
		}
		if room == 0 {
			row[i] = Impossible
			continue
		}
		room--

		// 2. What the candidates cost together.
		byLevel += Cost(levels) * s.PerGuess
		last := Cost(0) // for the secrets solved by the last guess
		if levels == k {
			last = Cost(i-capacity(k-1)) * s.PerLast
		}
		if s.ByGuesses != nil {
			price += s.price(before + levels - 1)
		}
		row[i] = max(byLevel, totals[i]*s.PerGuess) + last + price
	}
	return row, levels
}

// leastOfPart bounds what a part costs with k guesses left, after the feedback so far and
// its own.
func (s *shared) leastOfPart(past history, p *part, k int) Cost {
	rows := s.leastAfter[max(past.sharpest, p.feedback)]
	return rows[min(s.level(k), len(rows)-1)][len(p.set)]
}

// level is what rows of bounds are numbered by, for k guesses left: their number or, with
// prices, that of the guesses before. The last row holds for all after it.
func (s *shared) level(k int) int {
	if s.ByGuesses != nil {
		return Unlimited - k
	}
	return k
}

// row is the index into the bounds of all sets for k guesses left.
func (s *shared) row(k int) int {
	return min(s.level(k), len(s.whole.least)-1)
}

// leastWith has the bounds of all sets with k guesses left, by their size.
func (s *shared) leastWith(k int) []Cost {
	return s.whole.least[s.row(k)]
}

// hitCost is what it costs, besides the guess itself, that a guess solves a candidate, with k
// guesses left including it.
func (s *shared) hitCost(k int) Cost {
	if s.ByGuesses != nil {
		return s.price(s.row(k))
	}
	if k == 1 {
		return s.PerLast
	}
	return 0
}

// notSeparated bounds a set of n candidates where no candidate separates all others: either
// no secret is solved by the first guess, or two or more are left after the second. bySize are
// the bounds for k guesses left.
func (s *shared) notSeparated(n, k int, bySize []Cost) Cost {
	if k < 2 {
		return Impossible
	}
	c := 2 * Cost(n) * s.PerGuess
	if k == 2 {
		c += Cost(n) * s.PerLast
	}
	if s.ByGuesses != nil {
		before := s.row(k)
		m := Cost(n)
		first := s.price(before)
		second := s.price(before + 1)
		third := s.price(before + 2)
		c += min(m*second, first+(m-2)*second+third)
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
func (w *worker) quick(
	candidates set,
	k int,
	past history,
	bySize []Cost,
) (bound Cost, guess game.Code, exact bool) {
	n := len(candidates)
	bound = bySize[n]
	if bound >= Impossible {
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
	case c.leavesPair && w.byPairs(k) && (k > 3 || k == 3 && w.PerLast == 0):
		return w.notSeparated(n, k, w.leastWith(k)), c.pair, true
	}
	return w.notSeparated(n, k, bySize), 0, false
}

// byPairs reports whether small sets are decided by pairs: each guess must cost as much as
// any other.
func (w *worker) byPairs(k int) bool {
	if w.ByGuesses != nil && w.row(k) < len(w.ByGuesses)-1 {
		return false
	}
	return k >= 2 && w.PerGuess > 0 && !w.off.separator && !w.off.pairs
}

// boundFrom is the number of candidates from which it pays to bound a part by
// the guesses at it before it is searched.
const boundFrom = 12
