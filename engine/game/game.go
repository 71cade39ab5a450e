// Package game holds the rules of codebreaking games: which codes there are,
// how a guess is answered, and how codes and feedback are written.
//
// A game is played between a codemaker, who fixes a secret code, and a
// codebreaker, who guesses codes. A code is a row of pegs: one colour in each
// position. Each guess is answered with a number of black pegs (right colour
// in the right position) and of white pegs (right colour in the wrong
// position); in Bulls and Cows these are called bulls and cows. The game ends
// when every peg is black.
//
// Two families are built in, for 1 to 8 positions and 2 to 16 colours:
//
//   - mmPxC, Mastermind with P positions and C colours, repeats allowed; the
//     literature's MM(P,C). Colours are written 1..9 then A..G.
//   - bcPxC, Bulls and Cows with P positions and C digits, no repeats; the
//     literature's AB(P,C). Digits are written 0..9 then A..F.
//
// Start with [Parse], list the codes with [Game.Codes], and answer guesses
// with [Game.Feedback].
package game

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
)

const (
	// MaxPositions and MaxColours bound the size of a code.
	MaxPositions = 8
	MaxColours   = 16
	// MaxCodes is the largest number of codes a game may have: enough for
	// mm7x8 and bc8x10. Beyond it a decision tree takes days.
	MaxCodes = 1 << 21
)

// A Game is a set of rules. Make one with [Parse], [Mastermind] or
// [BullsAndCows]; it is a plain comparable value and never changes.
type Game struct {
	Positions   int  // 1 to MaxPositions
	ColourCount int  // 2 to MaxColours
	Repeats     bool // whether a colour may occur more than once in a code
}

// Mastermind returns the game with repeats allowed (Meirowitz, 1970).
func Mastermind(positions, colours int) (Game, error) {
	return newGame(Game{positions, colours, true})
}

// BullsAndCows returns the game without repeats, which was played with pencil
// and paper long before Mastermind.
func BullsAndCows(positions, colours int) (Game, error) {
	return newGame(Game{positions, colours, false})
}

func newGame(g Game) (Game, error) {
	switch {
	case g.Positions < 1 || g.Positions > MaxPositions:
		return Game{}, fmt.Errorf("game %s has %s; 1 to %d are allowed", g, plural(g.Positions, "position"), MaxPositions)
	case g.ColourCount < 2 || g.ColourCount > MaxColours:
		return Game{}, fmt.Errorf("game %s has %s; 2 to %d are allowed", g, plural(g.ColourCount, "colour"), MaxColours)
	case !g.Repeats && g.ColourCount < g.Positions:
		return Game{}, fmt.Errorf("game %s has %d colours for %d positions; without repeats it needs at least %d colours", g, g.ColourCount, g.Positions, g.Positions)
	case g.Size() > MaxCodes:
		return Game{}, fmt.Errorf("game %s has %d codes; at most %d are allowed", g, g.Size(), MaxCodes)
	}
	return g, nil
}

var gameName = regexp.MustCompile(`^(mm|bc)([0-9]{1,9})x([0-9]{1,9})$`)

// Parse reads a game's name, such as mm4x6 or bc4x10.
func Parse(name string) (Game, error) {
	m := gameName.FindStringSubmatch(name)
	if m == nil {
		return Game{}, fmt.Errorf("unknown game %q; allowed: mmPxC (Mastermind) and bcPxC (Bulls and Cows) with P positions and C colours, such as mm4x6 or bc4x10", name)
	}
	positions, _ := strconv.Atoi(m[2]) // the pattern leaves only digits that fit
	colours, _ := strconv.Atoi(m[3])
	g := Game{positions, colours, m[1] == "mm"}
	if g.String() != name {
		return Game{}, fmt.Errorf("unknown game %q; write it without leading zeros: %s", name, g)
	}
	return newGame(g)
}

// String returns the game's name as [Parse] reads it.
func (g Game) String() string {
	if g.Repeats {
		return fmt.Sprintf("mm%dx%d", g.Positions, g.ColourCount)
	}
	return fmt.Sprintf("bc%dx%d", g.Positions, g.ColourCount)
}

// LiteratureName returns the name that papers use: MM(4,6) or AB(4,10).
func (g Game) LiteratureName() string {
	if g.Repeats {
		return fmt.Sprintf("MM(%d,%d)", g.Positions, g.ColourCount)
	}
	return fmt.Sprintf("AB(%d,%d)", g.Positions, g.ColourCount)
}

// Size returns the number of codes: C to the power of P with repeats, else
// C·(C-1)·…·(C-P+1).
func (g Game) Size() int {
	size := 1
	for i := range g.Positions {
		if g.Repeats {
			size *= g.ColourCount
		} else {
			size *= g.ColourCount - i
		}
	}
	return size
}

// Patterns returns one code for each kind of first guess, in lexicographic
// order. Before anything is known all colours and all positions are alike, so
// two first guesses differ only in how often their colours repeat; of each
// kind the code first in lexicographic order is given: 1111, 1112, 1122, 1123
// and 1234 for mm4x6, only 0123 for bc4x10.
func (g Game) Patterns() []Code {
	if !g.Repeats {
		return []Code{ascending(g.Positions)}
	}
	var out []Code
	// repeat appends runs of new colours, none longer than the run before it.
	var repeat func(c Code, position, colour, longest int)
	repeat = func(c Code, position, colour, longest int) {
		if position == g.Positions {
			out = append(out, c)
			return
		}
		if colour == g.ColourCount {
			return
		}
		for run := min(longest, g.Positions-position); run >= 1; run-- {
			next := c
			for i := range run {
				next = next.with(position+i, colour)
			}
			repeat(next, position+run, colour+1, run)
		}
	}
	repeat(0, 0, 0, g.Positions)
	return out
}

func ascending(positions int) Code {
	var c Code
	for i := range positions {
		c = c.with(i, i)
	}
	return c
}

// Mask returns the set of colours in the code: bit k for colour k.
func (g Game) Mask(c Code) uint16 {
	var m uint16
	for i := range g.Positions {
		m |= 1 << c.At(i)
	}
	return m
}

// Feedback answers a guess. Black pegs count the positions where secret and
// guess agree; black and white pegs together count, for each colour, how
// often both codes have it (the smaller of the two numbers). It is symmetric
// in secret and guess and takes O(positions) time.
func (g Game) Feedback(secret, guess Code) Feedback {
	// One four-bit counter per colour would overflow at no size: a colour
	// occurs at most 8 times.
	var inSecret, inGuess uint64
	black := 0
	for i := range g.Positions {
		s, q := secret.At(i), guess.At(i)
		if s == q {
			black++
		}
		inSecret += 1 << (s * 4)
		inGuess += 1 << (q * 4)
	}
	common := 0
	for rest := inGuess; rest != 0; {
		low := bits.TrailingZeros64(rest) &^ 3
		common += min(int(inSecret>>low&15), int(rest>>low&15))
		rest &^= 15 << low
	}
	return NewFeedback(black, common-black)
}
