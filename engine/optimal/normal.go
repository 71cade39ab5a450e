package optimal

import (
	"math"
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/scatter"
	"codebreak/engine/strategy"
)

// Sets that symmetries of the game take into each other cost the same, whatever the guesses
// that led there: with any code allowed a set has all the guesses and the feedback that its
// image has. So what is known of a set is kept under its own key, with the guess, and once
// more under that of a normal form, for all its images.
//
// The normal form is an image. Its positions and colours stand in the order of marks, which
// say how they occur in the set and do not depend on the order of anything in it: first how
// often each colour is at each position, then, round by round, the marks of the candidates
// there (the refinement of colours of Weisfeiler and Leman, 1968). Of positions or colours
// with the same marks one is set apart, and the marks are refined, until all differ. Where
// the ones that are alike are not exchanged by a symmetry of the set, its images may have
// several normal forms: that loses a match, but what matches is an image.

// normalFrom and normalTo are the numbers of candidates of sets for which it pays.
const normalFrom, normalTo = 24, 1024

// A normaliser finds normal forms.
type normaliser struct {
	positions  int
	apart      bool // each position has colours of its own
	ofPosition [game.MaxPositions]uint64
	ofColour   marks // by position, the same at all unless apart
	occurs     [game.MaxPositions]uint16
}

// marks are numbers for colours at positions.
type marks [game.MaxPositions][game.MaxColours]uint64

// newNormaliser returns one for the sets of a search; nil if they have no images, or cost as
// much only after the same guesses.
func (s *search) newNormaliser() *normaliser {
	symmetry := game.SymmetryOf(s.game)
	if symmetry == game.Asymmetric || s.pool != strategy.All {
		return nil
	}
	positions, _ := s.game.Shape()
	return &normaliser{positions: positions, apart: symmetry == game.PerPosition}
}

// form returns the hash of the normal form of a set.
func (n *normaliser) form(codes []game.Code) setKey {
	n.ofPosition, n.ofColour, n.occurs = [game.MaxPositions]uint64{}, marks{}, [game.MaxPositions]uint16{}
	var times marks
	anywhere := uint16(0)
	for _, c := range codes {
		for p := range n.positions {
			at := c.At(p)
			times[p][at]++
			n.occurs[p] |= 1 << at
			anywhere |= 1 << at
		}
	}
	if !n.apart {
		for p := range n.occurs {
			n.occurs[p] = anywhere
		}
	}
	n.add(&times)
	n.refine(codes)
	for n.setApart() {
		n.refine(codes)
	}
	var image marks // of a colour at a position, as a code
	for p := range n.positions {
		place := 0
		for _, other := range n.ofPosition[:n.positions] {
			if other < n.ofPosition[p] {
				place++
			}
		}
		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c, rank := bits.TrailingZeros16(rest), 0
			for others := n.occurs[p]; others != 0; others &= others - 1 {
				if n.ofColour[p][bits.TrailingZeros16(others)] < n.ofColour[p][c] {
					rank++
				}
			}
			image[p][c] = uint64(game.Code(0).With(place, rank))
		}
	}
	var h setKey
	for _, c := range codes {
		code := uint64(0)
		for p := range n.positions {
			code |= image[p][c.At(p)]
		}
		h.a += scatter.Number(code)
		h.b += scatter.Number(^code)
	}
	return h
}

// refine has the marks of positions and colours say more: what marks the candidates have
// that have the colour at the position.
func (n *normaliser) refine(codes []game.Code) {
	var pairs, sums marks
	for p := range n.positions {
		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros16(rest)
			pairs[p][c] = scatter.Number(n.ofPosition[p] + odd*n.ofColour[p][c])
		}
	}
	for _, code := range codes {
		mark := uint64(0)
		for p := range n.positions {
			mark += pairs[p][code.At(p)]
		}
		mark = scatter.Number(mark)
		for p := range n.positions {
			sums[p][code.At(p)] += mark
		}
	}
	n.add(&sums)
}

// add has the marks say more by a number for each colour at each position: a position by
// those of its colours, a colour by those of its positions, in whatever order.
func (n *normaliser) add(what *marks) {
	positions := n.ofPosition
	var common [game.MaxColours]uint64
	for p := range n.positions {
		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros16(rest)
			n.ofPosition[p] += scatter.Number(what[p][c] + odd*n.ofColour[p][c])
			mark := scatter.Number(what[p][c] + odd*positions[p])
			common[c] += mark
			if n.apart {
				n.ofColour[p][c] = scatter.Number(n.ofColour[p][c] + mark)
			}
		}
	}
	for p := range n.positions {
		n.ofPosition[p] = scatter.Number(n.ofPosition[p])
		if n.apart {
			continue
		}
		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros16(rest)
			n.ofColour[p][c] = scatter.Number(n.ofColour[p][c] + common[c])
		}
	}
}

// setApart changes the mark of one of several positions that have the same, or of one of
// several colours at a position: the ones with the least mark. It returns false if
// all differ.
func (n *normaliser) setApart() bool {
	least, at, colour := uint64(math.MaxUint64), -1, -1
	for p, mark := range n.ofPosition[:n.positions] {
		if mark < least && slices.Contains(n.ofPosition[p+1:n.positions], mark) {
			least, at = mark, p
		}
	}
	if at >= 0 {
		n.ofPosition[at] = scatter.Number(least + 1)
		return true
	}
	for p := range n.positions {
		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros16(rest)
			mark := n.ofColour[p][c]
			for more := rest & (rest - 1); more != 0 && mark < least; more &= more - 1 {
				if n.ofColour[p][bits.TrailingZeros16(more)] == mark {
					least, at, colour = mark, p, c
				}
			}
		}
		if !n.apart {
			break
		}
	}
	if at < 0 {
		return false
	}
	last := at + 1
	if !n.apart {
		last = n.positions
	}
	for p := at; p < last; p++ {
		n.ofColour[p][colour] = scatter.Number(least + 1)
	}
	return true
}

// odd keeps two numbers that are added apart.
const odd = 0x9e3779b97f4a7c15

// normalKey is the key of the normal form of a set with k guesses left; ok is false for
// sets for which it does not pay, and where the choice of guesses depends on their order.
func (w *worker) normalKey(candidates set, k int) (key setKey, ok bool) {
	if len(candidates) < normalFrom || len(candidates) > normalTo || w.normal == nil || w.width > 0 || w.off.normal {
		return key, false
	}
	w.codes = w.codes[:0]
	for _, i := range candidates {
		w.codes = append(w.codes, w.secrets[i])
	}
	key = w.normal.form(w.codes)
	key.a ^= w.left(k)
	return key, true
}

// recallNormal returns what is known about the images of a part.
func (w *worker) recallNormal(p *part) (entry, bool) {
	if !p.normalised {
		return entry{}, false
	}
	return w.recall(p.normal)
}
