package chance

import (
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/scatter"
)

// A canonical brings sets of codes into a form that is the same for sets that
// differ only by an exchange of positions or of colours. Positions and colours
// are distinguished by marks: numbers that are computed from how they occur together,
// first in the whole set and then, where that leaves some alike, after one of these is
// marked. It does not matter which, since in most sets those alike can be
// exchanged; where they cannot, the form may differ between sets that are
// equivalent, which costs time and nothing else. It belongs to one goroutine.
type canonical struct {
	symmetric          bool
	positions, colours int

	positionMark [game.MaxPositions]uint64
	colourMark   [game.MaxColours]uint64
	pairs        [game.MaxPositions][game.MaxColours]uint64
	present      uint16
	repeats      []uint32 // of each code: how often the colour of a position occurs, in four bits as in the code
	form         []game.Code
}

func newCanonical(g game.Game) *canonical {
	positions, colours := g.Shape()
	return &canonical{symmetric: game.CanonicalGuesses(g) != nil, positions: positions, colours: colours}
}

// of returns the form of a set of codes in ascending order, in ascending order as
// well and valid until the next call. It takes O(codes·positions) time for each
// mark.
func (c *canonical) of(codes []game.Code) []game.Code {
	c.form = c.form[:0]
	if !c.symmetric {
		c.form = append(c.form, codes...)
		return c.form
	}

	// 1. Marks, until positions and colours are all distinguished.
	c.begin(codes)
	c.settle(codes)
	for markOne(c.positionMark[:c.positions], ^uint16(0)) || markOne(c.colourMark[:c.colours], c.present) {
		c.settle(codes)
	}

	// 2. The images of the codes, with positions and colours in the order of their marks.
	positions := ranks(c.positionMark[:c.positions], ^uint16(0))
	colours := ranks(c.colourMark[:c.colours], c.present)
	for _, code := range codes {
		var image game.Code
		for position := range c.positions {
			image = image.With(int(positions[position]), int(colours[code.At(position)]))
		}
		c.form = append(c.form, image)
	}
	slices.Sort(c.form)
	return c.form
}

// begin forgets all marks.
func (c *canonical) begin(codes []game.Code) {
	clear(c.positionMark[:])
	clear(c.colourMark[:])
	c.present = 0
	c.repeats = c.repeats[:0]

	for _, code := range codes {
		var pegs uint64 // how often each colour occurs, in four bits
		for i := range c.positions {
			pegs += 1 << (4 * code.At(i))
		}

		var repeats uint32
		for i := range c.positions {
			colour := code.At(i)
			c.present |= 1 << colour
			repeats = repeats<<4 | uint32(pegs>>(4*colour)&15)
		}
		c.repeats = append(c.repeats, repeats)
	}
}

// settle refines until no more positions and colours are distinguished.
func (c *canonical) settle(codes []game.Code) {
	for kinds := 0; ; {
		c.refine(codes)
		now := kindsOf(c.positionMark[:c.positions], ^uint16(0))
		now += kindsOf(c.colourMark[:c.colours], c.present)
		if now == kinds || now == c.positions+bits.OnesCount16(c.present) {
			return
		}
		kinds = now
	}
}

// kindsOf returns the number of different marks that count: counts has a bit for each.
func kindsOf(marks []uint64, counts uint16) (kinds int) {
	for i, mark := range marks {
		if counts>>i&1 != 0 && !slices.Contains(marks[:i], mark) {
			kinds++
		}
	}
	return kinds
}

// refine computes new marks from which codes hold which colours in which positions. Sums
// make the marks independent of the order of codes, positions and colours.
func (c *canonical) refine(codes []game.Code) {
	// 1. Each code adds a number to the pairs of position and colour that it holds.
	clear(c.pairs[:c.positions])
	for i, code := range codes {
		var peg [game.MaxPositions]uint64
		whole := uint64(0)
		repeats := c.repeats[i]
		for position := c.positions - 1; position >= 0; position-- {
			p := scatter.Number(c.positionMark[position] + 3*c.colourMark[code.At(position)] + uint64(repeats&15))
			repeats >>= 4
			peg[position] = p
			whole += p
		}
		for position := range c.positions {
			c.pairs[position][code.At(position)] += scatter.Number(whole ^ peg[position]<<1)
		}
	}

	// 2. Each pair adds a number to the marks of its position and of its colour.
	for i := range c.positions {
		for colour := range c.colours {
			pair := c.pairs[i][colour]
			if pair != 0 {
				pair = scatter.Number(pair)
				c.positionMark[i] += pair
				c.colourMark[colour] += pair << 1
			}
		}
	}

	for i := range c.positions {
		c.positionMark[i] = scatter.Number(c.positionMark[i])
	}
	for i := range c.colours {
		c.colourMark[i] = scatter.Number(c.colourMark[i])
	}
}

// markOne changes one of several equal marks, the first of the lowest value that occurs
// more than once, and reports whether there was any. Only some marks count: a bit for each.
func markOne(marks []uint64, counts uint16) bool {
	lowest := -1
	for i, mark := range marks {
		if counts>>i&1 == 0 || lowest >= 0 && mark >= marks[lowest] {
			continue
		}
		for j := range i {
			if counts>>j&1 != 0 && marks[j] == mark {
				lowest = j
				break
			}
		}
	}

	if lowest < 0 {
		return false
	}
	marks[lowest] = scatter.Number(marks[lowest] + 1)
	return true
}

// ranks returns the place of each mark among all that count.
func ranks(marks []uint64, counts uint16) (out [game.MaxColours]uint8) {
	for i, mark := range marks {
		if counts>>i&1 == 0 {
			continue
		}
		for j, other := range marks {
			if counts>>j&1 != 0 && other < mark {
				out[i]++
			}
		}
	}
	return out
}
