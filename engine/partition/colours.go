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

// newBags numbers the bags of a game, which are the multisets of colours of up to as many pegs
// as it has positions, the empty one first: next[b*colours+c] is bag b with a peg of colour c
// added. It takes O(bags·colours) time. There are none where there are too many, or white
// pegs are not told.
func newBags(g game.Pegs) (next []uint16) {
	of := [][]uint64{{0}} // by number of pegs, each with four bits per colour
	number := map[uint64]uint16{0: 0}
	for range g.Positions {
		var more []uint64
		for _, bag := range of[len(of)-1] {
			for c := bits.Len64(bag|1) - 1; c/4 < g.Colours; c += 4 { // no colour before the last
				next := bag + 1<<(c/4*4)
				if len(number) == mostBags || g.BlackOnly {
					return nil
				}
				number[next] = uint16(len(number))
				more = append(more, next)
			}
		}
		of = append(of, more)
	}
	next = make([]uint16, len(number)*g.Colours)
	for _, level := range of[:g.Positions] {
		for _, bag := range level {
			for c := range g.Colours {
				next[int(number[bag])*g.Colours+c] = number[bag+1<<(c*4)]
			}
		}
	}
	return next
}

// A colourBound bounds from below what guesses measure. The black and white pegs together
// depend on the colours of a guess alone, not on their order: however the colours are
// arranged, the candidates with t pegs give at most t+1 answers, by the number of black pegs
// (P if t is the number P of positions, for a single white peg is impossible). No arrangement
// measures less than if each of these sets fell into as many parts as even as can be. Many
// guesses have their colours in common, so bounds are computed once for each bag.
type colourBound struct {
	bags  func() []uint16
	of    Measure // that the bounds are of
	bound []int64 // by bag; unknown where it is not computed
	last  game.Code
	valid int                           // the depth to which path is that of last
	path  [game.MaxPositions + 1]uint16 // the bags of its prefixes
}

const unknown = math.MaxInt64

func newColourBound(g game.Pegs) colourBound {
	return colourBound{bags: sync.OnceValue(func() []uint16 { return newBags(g) })}
}

// use prepares for a measure. It reports whether guesses can be bounded.
func (b *colourBound) use(m Measure, candidates, colours int) bool {
	if candidates < boundFrom || m.kind == computed || m.kind == weighted && candidates > m.convexTo {
		return false
	}
	n := len(b.bags()) / colours
	if len(b.bound) == n && b.of.same(m) {
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

// row returns the bags of a prefix and one colour more, by that colour.
func (b *colourBound) row(prefix game.Code, last, colours int) []uint16 {
	next := b.bags()
	for i := min(bits.LeadingZeros32(uint32(prefix^b.last))/4, b.valid); i < last; i++ {
		b.path[i+1] = next[int(b.path[i])*colours+prefix.At(i)]
	}
	b.last, b.valid = prefix, last
	return next[int(b.path[last])*colours:][:colours]
}

// least bounds the guesses of a bag to which so[t] candidates give t pegs.
func (b *colourBound) least(so []int) (bound int64) {
	for t, n := range so {
		if n == 0 {
			continue
		}
		answers := t + 1
		if t > 1 && t == len(so)-1 {
			answers = t
		}
		least := b.of.even(n, min(n, answers))
		if b.of.kind == largest {
			bound = max(bound, least)
		} else {
			bound += least
		}
	}
	return bound
}
