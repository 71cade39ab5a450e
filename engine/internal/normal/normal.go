// Package normal takes sets of codes to a normal form: sets that symmetries of a game take into
// each other nearly always have the same one.
//
// The normal form is an image. Its positions and colours stand in the order of marks, which
// say how they occur in the set and do not depend on the order of anything in it: first how
// often each colour is at each position, then, round by round, the marks of the candidates
// there (the refinement of colours of Weisfeiler and Leman, 1968). Of positions or colours
// with the same marks one is set apart, and the marks are refined, until all differ. Where
// the ones that are alike are not exchanged by a symmetry of the set, its images may have
// several normal forms: that loses a match, but what matches is an image.
package normal

import (
	"math"
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/scatter"
)

// A Normaliser finds normal forms. It belongs to one goroutine.
type Normaliser struct {
	positions int
	rounds    int  // of refinement, each time
	apart     bool // each position has colours of its own

	// The marks of positions, and of colours by position: the same at all unless apart.
	ofPosition [game.MaxPositions]uint64
	ofColour   marks
	// occurs has the colours at each position, a bit for each: those at any unless apart.
	occurs [game.MaxPositions]uint16

	form []game.Code // room
}

// marks are numbers for colours at positions.
type marks [game.MaxPositions][game.MaxColours]uint64

// New returns a normaliser by symmetries that the game has; nil if there are none. With more
// rounds of refinement it takes longer, and misses fewer sets that are alike.
func New(g game.Game, symmetry game.Symmetry, rounds int) *Normaliser {
	if symmetry == game.Asymmetric {
		return nil
	}
	positions, _ := g.Shape()
	return &Normaliser{
		positions: positions,
		rounds:    rounds,
		apart:     symmetry == game.PerPosition,
	}
}

// Form returns the codes of the normal form of a set, in the order of the set's, until it is
// called again.
func (n *Normaliser) Form(codes []game.Code) []game.Code {
	n.begin(codes)
	n.refine(codes)
	for n.setApart() {
		n.refine(codes)
	}

	image := n.image()
	n.form = n.form[:0]
	for _, c := range codes {
		var code game.Code
		for p := range n.positions {
			code |= image[p][c.At(p)]
		}
		n.form = append(n.form, code)
	}
	return n.form
}

// begin marks positions and colours by how often each colour is at each position.
func (n *Normaliser) begin(codes []game.Code) {
	n.ofPosition = [game.MaxPositions]uint64{}
	n.ofColour = marks{}
	n.occurs = [game.MaxPositions]uint16{}

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
}

// image returns what each colour at each position becomes in the normal form, as a code of
// which the other positions are 0: positions and colours stand in the order of their marks.
func (n *Normaliser) image() (image [game.MaxPositions][game.MaxColours]game.Code) {
	for p := range n.positions {
		place := 0
		for _, other := range n.ofPosition[:n.positions] {
			if other < n.ofPosition[p] {
				place++
			}
		}

		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros16(rest)
			rank := 0
			for others := n.occurs[p]; others != 0; others &= others - 1 {
				if n.ofColour[p][bits.TrailingZeros16(others)] < n.ofColour[p][c] {
					rank++
				}
			}
			image[p][c] = game.Code(0).With(place, rank)
		}
	}
	return image
}

// refine makes the marks of positions and colours distinguish more: a colour at a position
// by the marks of the candidates that have it there.
func (n *Normaliser) refine(codes []game.Code) {
	for range n.rounds {
		n.refineOnce(codes)
	}
}

func (n *Normaliser) refineOnce(codes []game.Code) {
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

// add makes the marks distinguish more by a number for each colour at each position: a
// position by the sum over its colours, a colour by that over its positions.
func (n *Normaliser) add(what *marks) {
	positions := n.ofPosition
	var common [game.MaxColours]uint64 // to add to colours that are not apart
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
// several colours at a position: of those with the least mark. It returns false if
// all differ.
func (n *Normaliser) setApart() bool {
	if p, mark := n.alikePosition(); p >= 0 {
		n.ofPosition[p] = scatter.Number(mark + 1)
		return true
	}

	p, colour, mark := n.alikeColour()
	if p < 0 {
		return false
	}
	last := p + 1
	if !n.apart {
		last = n.positions
	}
	for ; p < last; p++ {
		n.ofColour[p][colour] = scatter.Number(mark + 1)
	}
	return true
}

// alikePosition returns the first position of the least mark that several have, or -1.
func (n *Normaliser) alikePosition() (at int, least uint64) {
	at = -1
	least = math.MaxUint64
	for p, mark := range n.ofPosition[:n.positions] {
		if mark < least && slices.Contains(n.ofPosition[p+1:n.positions], mark) {
			at = p
			least = mark
		}
	}
	return at, least
}

// alikeColour returns the first colour of the least mark that several have at a position, and
// that position, or -1.
func (n *Normaliser) alikeColour() (at, colour int, least uint64) {
	at = -1
	least = math.MaxUint64
	for p := range n.positions {
		for rest := n.occurs[p]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros16(rest)
			mark := n.ofColour[p][c]
			for more := rest & (rest - 1); more != 0 && mark < least; more &= more - 1 {
				if n.ofColour[p][bits.TrailingZeros16(more)] == mark {
					at = p
					colour = c
					least = mark
				}
			}
		}
		if !n.apart {
			break // the colours are the same at all positions
		}
	}
	return at, colour, least
}

// odd keeps two numbers that are added apart.
const odd = 0x9e3779b97f4a7c15
