package partition

import (
	"math"
	"math/bits"
	"sync"

	"codebreak/engine/game"
)

// boundFrom is the number of candidates from which it pays to bound guesses by their colours.
const boundFrom = 49

// mostBags is how many multisets of colours a game may have for guesses to be bounded by
// theirs: numbers of bags have 16 bits.
const mostBags = 1 << 16

// bags are the multisets of colours of up to as many pegs as a game has positions, the empty
// one first: next[b*colours+c] is bag b with a peg of colour c added.
type bags struct {
	next []uint16
	n    int
}

// newBags numbers the bags of a game in O(bags·colours) time. There are none where there are
// too many, or white pegs are not told.
func newBags(g game.Pegs) *bags {
	of := [][]uint64{{0}} // by number of pegs, each with four bits per colour
	number := map[uint64]uint16{0: 0}
	for range g.Positions {
		var more []uint64
		for _, bag := range of[len(of)-1] {
			for c := bits.Len64(bag|1) - 1; c/4 < g.Colours; c += 4 { // no colour before the last
				next := bag + 1<<(c/4*4)
				if len(number) == mostBags || g.BlackOnly {
					return &bags{}
				}
				number[next] = uint16(len(number))
				more = append(more, next)
			}
		}
		of = append(of, more)
	}
	b := &bags{make([]uint16, len(number)*g.Colours), len(number)}
	for _, level := range of[:g.Positions] {
		for _, bag := range level {
			for c := range g.Colours {
				b.next[int(number[bag])*g.Colours+c] = number[bag+1<<(c*4)]
			}
		}
	}
	return b
}

// A colourBound bounds from below what guesses measure. The black and white pegs together
// depend on the colours of a guess alone, not on their order: however the colours are
// arranged, the candidates with t pegs give at most t+1 answers, by the number of black pegs
// (P if t is the number P of positions, for a single white peg is impossible). No arrangement
// measures less than if each of these sets fell into as many parts as even as can be. Many
// guesses have their colours in common, so bounds are computed once for each bag.
type colourBound struct {
	bags  func() *bags
	of    Measure                       // that the bounds are of
	bound []int64                       // by bag; unknown where it is not computed
	last  game.Code                     // of which path is valid
	path  [game.MaxPositions + 1]uint16 // the bags of its prefixes
}

const unknown = math.MaxInt64

func newColourBound(g game.Pegs) colourBound {
	return colourBound{bags: sync.OnceValue(func() *bags { return newBags(g) })}
}

// bounds prepares to bound what guesses measure, and reports whether that is possible. Of a
// computed measure those of the measure close to it are bounded.
func (s *planes) bounds(m Measure) bool {
	if m.near != nil {
		m = *m.near
	}
	return s.colours.use(m, len(s.codes))
}

// use prepares for a measure. It reports whether guesses can be bounded.
func (b *colourBound) use(m Measure, candidates int) bool {
	if candidates < boundFrom || m.kind == computed || m.kind == weighted && candidates > m.convexTo {
		return false
	}
	n := b.bags().n
	if len(b.bound) == n && b.of.kind == m.kind && (m.kind != weighted || &b.of.table[0] == &m.table[0]) {
		return n > 0
	}
	if b.of = m; cap(b.bound) < n {
		b.bound = make([]int64, n)
	}
	b.bound = b.bound[:n]
	for i := range b.bound {
		b.bound[i] = unknown
	}
	return n > 0
}

// promising returns the last colours of a run's guesses that may measure less than the limit.
func (s *planes) promising(r run, limit int64) (promising uint16) {
	b := &s.colours
	next, colours, last := b.bags().next, s.game.Colours, s.game.Positions-1
	for i := bits.LeadingZeros32(uint32(r.prefix^b.last)) / 4; i < last; i++ {
		b.path[i+1] = next[int(b.path[i])*colours+r.prefix.At(i)]
	}
	b.last = r.prefix
	row := next[int(b.path[last])*colours:][:colours]
	for left := r.last; left != 0; left &= left - 1 {
		c := bits.TrailingZeros16(left)
		bound := &b.bound[row[c]]
		if *bound == unknown {
			s.sum(r.prefix, last)
			*bound = s.boundOf(c)
		}
		if *bound < limit {
			promising |= left & -left
		}
	}
	return promising
}

// boundOf bounds the guesses of the colours of the prefix that is summed, and one colour more.
func (s *planes) boundOf(colour int) (bound int64) {
	last := s.game.Positions - 1
	var with [game.MaxPositions + 1]int // candidates by pegs
	for w, has := range s.hasPlane(colour, s.pegs[last]) {
		var p sorted
		all := s.sums[last][w].pegs.plus(has)
		all.sort(&p)
		for t := range last + 2 {
			with[t] += bits.OnesCount64(p[t])
		}
	}
	with[0] -= -len(s.codes) & 63 // bits beyond the candidates
	for t, n := range with[:last+2] {
		if n == 0 {
			continue
		}
		answers := t + 1
		if t > 1 && t == last+1 {
			answers = t
		}
		least := s.colours.of.even(n, min(n, answers))
		if s.colours.of.kind == largest {
			bound = max(bound, least)
		} else {
			bound += least
		}
	}
	return bound
}
