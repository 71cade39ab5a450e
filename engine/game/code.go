package game

import (
	"fmt"
	"strings"
)

// A Code is a row of pegs: up to [MaxPositions] colours, four bits each, the
// first position in the highest bits. Comparing two codes of one game as
// numbers therefore compares them in lexicographic order of their colours.
type Code uint32

const codeBits = 4

// shift is how far the colour at position i sits from bit 0.
func shift(i int) int { return (MaxPositions - 1 - i) * codeBits }

// At returns the colour at position i (0 for the leftmost), counted from 0.
func (c Code) At(i int) int { return int(c>>shift(i)) & (MaxColours - 1) }

// with returns c with the given colour put at position i, which must be
// empty (colour 0) before.
func (c Code) with(i, colour int) Code { return c | Code(colour)<<shift(i) }

// Colours returns the colours of the code, one number from 0 per position.
func (g Game) Colours(c Code) []int {
	out := make([]int, g.Positions)
	for i := range out {
		out[i] = c.At(i)
	}
	return out
}

// FromColours builds a code from one colour per position, counted from 0. It
// is the inverse of [Game.Colours] and checks the game's rules.
func (g Game) FromColours(colours []int) (Code, error) {
	if len(colours) != g.Positions {
		return 0, fmt.Errorf("code %v has %d positions; %s codes have %d", colours, len(colours), g, g.Positions)
	}
	var c Code
	seen := 0
	for i, colour := range colours {
		if colour < 0 || colour >= g.ColourCount {
			return 0, fmt.Errorf("code %v: colour %d at position %d is out of range 0..%d of %s", colours, colour, i+1, g.ColourCount-1, g)
		}
		if !g.Repeats && seen&(1<<colour) != 0 {
			return 0, fmt.Errorf("code %v repeats colour %d; %s forbids repeats", colours, colour, g)
		}
		seen |= 1 << colour
		c = c.with(i, colour)
	}
	return c, nil
}

const (
	digitsFromOne  = "123456789ABCDEFG" // Mastermind: the literature counts colours from 1
	digitsFromZero = "0123456789ABCDEF" // Bulls and Cows: codes are digit strings
)

// Alphabet returns the symbols of the game's colours, in order.
func (g Game) Alphabet() string {
	if g.Repeats {
		return digitsFromOne[:g.ColourCount]
	}
	return digitsFromZero[:g.ColourCount]
}

// FormatCode writes a code with one symbol of the game's alphabet per
// position, such as 1122 or 01AF.
func (g Game) FormatCode(c Code) string {
	alphabet := g.Alphabet()
	var b strings.Builder
	for i := range g.Positions {
		b.WriteByte(alphabet[c.At(i)])
	}
	return b.String()
}

// ParseCode reads a code as [Game.FormatCode] writes it; letters may be in
// either case. The error names the offending symbol and what is allowed.
func (g Game) ParseCode(s string) (Code, error) {
	alphabet := g.Alphabet()
	symbols := []rune(s)
	if len(symbols) != g.Positions {
		return 0, fmt.Errorf("code %q has %s; %s codes have %d", s, plural(len(symbols), "position"), g, g.Positions)
	}
	var c Code
	seen := 0
	for i, symbol := range symbols {
		colour := -1
		if symbol < 128 {
			colour = strings.Index(alphabet, strings.ToUpper(string(symbol)))
		}
		if colour < 0 {
			return 0, fmt.Errorf("code %q: %q at position %d is not a colour of %s (allowed: %s)", s, symbol, i+1, g, alphabet)
		}
		if !g.Repeats && seen&(1<<colour) != 0 {
			return 0, fmt.Errorf("code %q repeats %q; %s forbids repeats", s, symbol, g)
		}
		seen |= 1 << colour
		c = c.with(i, colour)
	}
	return c, nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
