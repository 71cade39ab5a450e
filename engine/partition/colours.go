package partition

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition/internal/kernel"
)

// mostBags is the greatest number of multisets of colours with which guesses are bounded by
// theirs: numbers of bags have 16 bits.
const mostBags = 1 << 16

// boundFrom is the number of candidates from which bounds soon pay. With fewer candidates, to
// bound all bags takes about as long as to measure boundAfter runs for each bag; with more,
// as long as to measure one run for every boundEach smaller bags.
const boundFrom, boundAfter, boundEach = 49, 2, 16

// bags are the multisets of colours of guesses and their beginnings, numbered from the empty
// one up. There are none where there are too many, or the game has no white pegs.
type bags struct {
	next    []uint16 // b*colours+c: bag b, of fewer pegs than positions, with a peg of colour c added; 0 if no guess has it
	smaller int      // bags of fewer pegs than positions, which come first
	all     int
}

// newBags takes O(bags·colours) time.
func newBags(g game.Pegs) bags {
	levels := [][]uint64{{0}} // the bags by number of pegs, each with four bits per colour
	number := map[uint64]uint16{0: 0}
	smaller := 0
	for range g.Positions {
		smaller = len(number)
		var more []uint64
		for _, bag := range levels[len(levels)-1] {
			for c := (bits.Len64(bag|1) - 1) / 4; c < g.Colours; c++ { // no colour before the last
				next := bag + 1<<(c*4)
				if !g.GuessRepeats && next>>(c*4)&15 > 1 {
					continue
				}
				if len(number) == mostBags || g.BlackOnly {
					return bags{}
				}
				number[next] = uint16(len(number))
				more = append(more, next)
			}
		}
		levels = append(levels, more)
	}

	next := make([]uint16, 0, smaller*g.Colours)
	for _, level := range levels[:g.Positions] {
		for _, bag := range level {
			for c := range g.Colours {
				next = append(next, number[bag+1<<(c*4)])
			}
		}
	}
	return bags{next, smaller, len(number)}
}

// A colourBound bounds the scores of guesses from below. The sum of black and white pegs
// depends on the colours of a guess alone, not on their order: however the colours are
// arranged, the candidates with t pegs give at most t+1 kinds of feedback, by the number of
// black pegs (P if t is the number P of positions, for a single white peg is impossible). No
// arrangement measures less than the most even division of each of these sets into that many
// parts. The bound of a smaller bag is the least bound of the bags that contain it: if that
// is too high, no guess that begins with these colours is worth measuring.
//
// Forks of a space share it.
type colourBound struct {
	game game.Pegs
	bags func() bags

	mu    sync.Mutex
	seen  int                                // runs measured since the candidates were loaded
	ready bool                               // whether the bounds are for these candidates
	of    Measure                            // the measure that is bounded
	even  [game.MaxPositions + 1][65]int64   // even[t][n] is the least score of n candidates with t pegs
	bound []int64                            // by bag
	sums  [game.MaxPositions][]kernel.Number // room: the pegs of a bag's guesses, by its size
}

// use returns a walk with lower bounds for a list of the given number of runs; nil if the
// measure cannot be bounded, or bounds do not pay yet.
func (b *colourBound) use(load *pegLoad, m Measure, runs int) *walk {
	n := len(load.codes)
	if m.kind == kernel.Computed || m.kind == kernel.Weighted && n > m.convexTo {
		return nil
	}

	all := b.bags()
	b.mu.Lock()
	defer b.mu.Unlock()

	if !b.ready || !b.of.same(m) {
		b.seen += runs
		pays := b.seen >= boundAfter*all.all || n >= boundFrom && runs >= all.smaller/boundEach
		if all.all == 0 || !pays {
			return nil
		}

		if b.ready {
			b.bound = nil // forks may read it
		}
		b.prepare(m)
		b.fill(load, all)
		b.ready = true
	}
	return &walk{next: all.next, bound: b.bound, colours: b.game.Colours}
}

// prepare tabulates the least scores of up to 64 candidates.
func (b *colourBound) prepare(m Measure) {
	if b.bound != nil && b.of.same(m) {
		return
	}
	b.of = m
	for t := range b.game.Positions + 1 {
		most := len(b.even[t])
		if m.kind == kernel.Weighted {
			most = min(most, len(m.table))
		}
		for n := 1; n < most; n++ {
			b.even[t][n] = b.least(t, n)
		}
	}
}

// least returns the least score of n candidates with t pegs each.
func (b *colourBound) least(t, n int) int64 {
	outcomes := t + 1
	if t > 1 && t == b.game.Positions {
		outcomes = t
	}
	return b.of.even(n, min(n, outcomes))
}

// fill bounds all bags. It takes O(bags·(words + colours)) time.
func (b *colourBound) fill(load *pegLoad, all bags) {
	if cap(b.bound) < all.all {
		b.bound = make([]int64, all.all)
	}
	b.bound = b.bound[:all.smaller]
	for d := range b.sums {
		b.sums[d] = slices.Grow(b.sums[d][:0], load.words)[:load.words]
	}
	clear(b.sums[0])

	// The bags of whole guesses.
	b.bound[0] = math.MaxInt64 // until it is known, for bags of no guess
	b.add(load, 0, 0, 0)

	// The smaller ones, from the largest down.
	for bag := all.smaller - 1; bag >= 0; bag-- {
		of := all.next[bag*b.game.Colours:][:b.game.Colours]
		least := b.bound[of[0]]
		for _, next := range of[1:] {
			least = min(least, b.bound[next])
		}
		b.bound[bag] = least
	}
}

// add appends the bounds of all guesses that extend a bag of pegs pegs with colours ≥ colour, in
// the order of their numbers. The bag has colour nth times.
func (b *colourBound) add(load *pegLoad, pegs, colour, nth int) {
	positions := b.game.Positions
	for c := colour; c < b.game.Colours; c++ {
		has := load.has[(c*positions+nth)*load.words:][:load.words]
		if pegs == positions-1 {
			b.bound = append(b.bound, b.boundOf(load, has))
		} else {
			in := b.sums[pegs]
			out := b.sums[pegs+1]
			for w := range has {
				out[w] = in[w].Plus(has[w])
			}
			if b.game.GuessRepeats {
				b.add(load, pegs+1, c, nth+1)
			} else {
				b.add(load, pegs+1, c+1, 0)
			}
		}
		nth = 0
	}
}

// boundOf bounds the guesses of the summed bag with one more peg, of the colour of has.
func (b *colourBound) boundOf(load *pegLoad, has []uint64) (bound int64) {
	var counts [game.MaxPositions + 1]int // candidates by pegs
	positions := b.game.Positions
	sums := b.sums[positions-1][:len(has)]
	for w := range has {
		var p kernel.Sorted
		all := sums[w].Plus(has[w])
		all.Sort(&p)
		for t := range counts {
			counts[t] += bits.OnesCount64(p[t])
		}
	}
	counts[0] -= -len(load.codes) & 63 // bits beyond the candidates

	for t, n := range counts[:positions+1] {
		least := int64(0)
		if n < len(b.even[t]) {
			least = b.even[t][n]
		} else {
			least = b.least(t, n)
		}
		if b.of.kind == kernel.Largest {
			bound = max(bound, least)
		} else {
			bound += least
		}
	}
	return bound
}

// A walk goes along a list of guesses by the bags of their first positions.
type walk struct {
	next    []uint16
	bound   []int64
	colours int
	last    game.Code                     // the last prefix
	valid   int                           // the depth to which path belongs to last
	path    [game.MaxPositions + 1]uint16 // the bags of its prefixes
}

// hopeless returns the number of first positions of a prefix, of the given depth, such that no
// guess that begins with them measures less than the limit; 0 if one may.
func (w *walk) hopeless(prefix game.Code, depth int, limit int64) int {
	from := min(bits.LeadingZeros32(uint32(prefix^w.last))/4, w.valid)
	w.last = prefix
	w.valid = max(from, depth)
	for i := from; i < depth; i++ {
		bag := w.next[int(w.path[i])*w.colours+prefix.At(i)]
		w.path[i+1] = bag
		if w.bound[bag] >= limit {
			w.valid = i
			return i + 1
		}
	}
	return 0
}

// promising returns the colours of a set that may come next in a guess that measures less than
// the limit: at the given depth, to which hopeless has followed a prefix.
func (w *walk) promising(depth int, colours uint16, limit int64) (promising uint16) {
	row := w.next[int(w.path[depth])*w.colours:][:w.colours]
	for left := colours; left != 0; left &= left - 1 {
		if w.bound[row[bits.TrailingZeros16(left)]] < limit {
			promising |= left & -left
		}
	}
	return promising
}
