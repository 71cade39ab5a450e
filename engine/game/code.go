package game

// A Code is a secret or a guess: a row of up to [MaxPositions] small numbers
// (colours, in peg games), four bits each, the first position in the highest
// bits. So two codes of one game compare as numbers in lexicographic order.
type Code uint32

const (
	// MaxPositions and MaxColours bound the size of a code.
	MaxPositions = 8
	MaxColours   = 16
	// MaxCodes is the largest number of codes of a game: enough for mm7x8 and
	// bc8x10. Beyond it a decision tree takes days.
	MaxCodes = 1 << 21
	// MaxLongCodes is the limit for games of pegs with more positions, whose codes are numbered:
	// enough for bc9x10 and bc10x10.
	MaxLongCodes = 1 << 22
)

const codeBits = 4

// shift is the lowest bit of the number at position i.
func shift(i int) int { return (MaxPositions - 1 - i) * codeBits }

// At returns the number at position i, 0 for the leftmost.
func (c Code) At(i int) int {
	return int(c>>shift(i)) & (MaxColours - 1)
}

// With returns c with a number set at position i. The position must be 0 before.
func (c Code) With(i, number int) Code {
	return c | Code(number)<<shift(i)
}

// Without returns c with 0 at position i.
func (c Code) Without(i int) Code {
	return c &^ ((MaxColours - 1) << shift(i))
}

// serialShift is the lowest bit of the number of a serial code.
const serialShift = MaxPositions*codeBits - 16

// Serial returns code number i, from 0, of a game whose codes are not rows of
// symbols but numbered: the number, below 1<<16, in four digits of base 16.
func Serial(i int) Code { return Code(i) << serialShift }

// Serial returns the number of a serial code.
func (c Code) Serial() int { return int(c >> serialShift) }
