package partition

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
)

// mostBags is how many multisets of colours a game may have for guesses to be bounded by
// theirs: numbers of bags have 16 bits.
const mostBags = 1 << 16

// boundFrom is the number of candidates from which bounds soon pay. To bound all bags takes
// about as long as to look at boundAfter runs for each with fewer candidates; with more it
// takes as long as to look at one run for boundEach smaller bags.
const boundFrom, boundAfter, boundEach = 49, 2, 16

// Bags are the multisets of colours of up to as many pegs as a game has positions, numbered
// from the empty one up: those of guesses. There are none where there are too many, or white
// pegs are not told.
type bags struct {
	next    []uint16 // b*colours+c: bag b, of fewer pegs than positions, with a peg of colour c added; 0 if no guess has it
	smaller int      // bags of fewer pegs than positions, which come first
	all     int
}

// newBags takes O(bags·colours) time.
func newBags(g game.Pegs) bags {
	of := [][]uint64{{0}} // by number of pegs, each with four bits per colour
	number := map[uint64]uint16{0: 0}
	smaller := 0
	for range g.Positions {
		smaller = len(number)
		var more []uint64
		for _, bag := range of[len(of)-1] {
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
		of = append(of, more)
	}
	next := make([]uint16, 0, smaller*g.Colours)
	for _, level := range of[:g.Positions] {
		for _, bag := range level {
			for c := range g.Colours {
				next = append(next, number[bag+1<<(c*4)])
			}
		}
	}
	return bags{next, smaller, len(number)}
}

// A colourBound bounds from below what guesses measure. The black and white pegs together
// depend on the colours of a guess alone, not on their order: however the colours are
// arranged, the candidates with t pegs give at most t+1 answers, by the number of black pegs
// (P if t is the number P of positions, for a single white peg is impossible). No arrangement
// measures less than if each of these sets fell into as many parts as even as can be. The
// bound of a smaller bag is the least of the bags that it is part of: if that is too much,
// no guess that begins with these colours is worth a look.
//
// Forks of a space share it.
type colourBound struct {
	game game.Pegs
	bags func() bags

	mu    sync.Mutex
	seen  int                              // runs looked at with the candidates that are loaded
	ready bool                             // whether the bounds are those of these candidates
	of    Measure                          // that the bounds are of
	even  [game.MaxPositions + 1][65]int64 // the least that n candidates with t pegs measure
	bound []int64                          // by bag
	sums  [game.MaxPositions][]number      // room: the pegs of a bag's guesses, by its size
}

// use returns a walk by what guesses measure at least, before that many runs are looked at;
// nil if they cannot be bounded, or it does not pay yet.
func (b *colourBound) use(load *pegLoad, m Measure, runs int) *walk {
	n := len(load.codes)
	if m.kind == computed || m.kind == weighted && n > m.convexTo {
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
			b.bound = nil // others may read it
		}
		b.prepare(m)
		b.fill(load, all)
		b.ready = true
	}
	return &walk{next: all.next, bound: b.bound, colours: b.game.Colours}
}

// prepare tabulates what up to 64 candidates measure at least.
func (b *colourBound) prepare(m Measure) {
	if b.bound != nil && b.of.same(m) {
		return
	}
	b.of = m
	for t := range b.game.Positions + 1 {
		for n := 1; n < len(b.even[t]) && (m.kind != weighted || n < len(m.table)); n++ {
			b.even[t][n] = b.least(t, n)
		}
	}
}

// least returns what n candidates with t pegs each measure at least.
func (b *colourBound) least(t, n int) int64 {
	answers := t + 1
	if t > 1 && t == b.game.Positions {
		answers = t
	}
	return b.of.even(n, min(n, answers))
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
	b.bound[0] = math.MaxInt64 // until it is known, for bags of no guess
	b.add(load, 0, 0, 0)
	for bag := all.smaller - 1; bag >= 0; bag-- {
		of := all.next[bag*b.game.Colours:][:b.game.Colours]
		least := b.bound[of[0]]
		for _, next := range of[1:] {
			least = min(least, b.bound[next])
		}
		b.bound[bag] = least
	}
}

// add appends, in the order of their numbers, the bounds of the bags that can be completed from
// one with that many pegs without a colour before the given one, of which it has nth.
func (b *colourBound) add(load *pegLoad, pegs, colour, nth int) {
	positions := b.game.Positions
	for c := colour; c < b.game.Colours; c++ {
		has := load.has[(c*positions+nth)*load.words:][:load.words]
		if pegs == positions-1 {
			b.bound = append(b.bound, b.boundOf(load, has))
		} else {
			in, out := b.sums[pegs], b.sums[pegs+1]
			for w := range has {
				out[w] = in[w].plus(has[w])
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

// boundOf bounds the guesses of the bag that is summed and one peg more, of the colour of has.
func (b *colourBound) boundOf(load *pegLoad, has []uint64) (bound int64) {
	var so [game.MaxPositions + 1]int // candidates by pegs
	positions := b.game.Positions
	sums := b.sums[positions-1][:len(has)]
	for w := range has {
		var p sorted
		all := sums[w].plus(has[w])
		all.sort(&p)
		for t := range so {
			so[t] += bits.OnesCount64(p[t])
		}
	}
	so[0] -= -len(load.codes) & 63 // bits beyond the candidates
	for t, n := range so[:positions+1] {
		least := int64(0)
		if n < len(b.even[t]) {
			least = b.even[t][n]
		} else {
			least = b.least(t, n)
		}
		if b.of.kind == largest {
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
	last    game.Code
	valid   int                           // the depth to which path is that of last
	path    [game.MaxPositions + 1]uint16 // the bags of its prefixes
}

// hopeless returns how many first positions of a prefix, of the given depth, show that no guess
// which begins with them measures less than the limit; 0 if one may.
func (w *walk) hopeless(prefix game.Code, depth int, limit int64) int {
	from := min(bits.LeadingZeros32(uint32(prefix^w.last))/4, w.valid)
	w.last, w.valid = prefix, max(from, depth)
	for i := from; i < depth; i++ {
		bag := w.next[int(w.path[i])*w.colours+prefix.At(i)]
		if w.path[i+1] = bag; w.bound[bag] >= limit {
			w.valid = i
			return i + 1
		}
	}
	return 0
}

// promising returns the colours of a set that may come next, at the depth to which hopeless has
// looked at a prefix, in a guess that measures less than the limit.
func (w *walk) promising(depth int, colours uint16, limit int64) (promising uint16) {
	row := w.next[int(w.path[depth])*w.colours:][:w.colours]
	for left := colours; left != 0; left &= left - 1 {
		if w.bound[row[bits.TrailingZeros16(left)]] < limit {
			promising |= left & -left
		}
	}
	return promising
}
