package pegs

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
)

// A long game has more positions than a [game.Code]. Its codes are the numbers of rows in
// lexicographic order, so that nothing is known of their symmetries. A number has as few digits
// of base 16 as possible, since checkers try all codes of the shape. Secrets and guesses are the
// same codes.
type long struct {
	Game                // the rules
	rows   func() []row // by their numbers; made at the first use
	digits int          // of a number
}

// A row is the colours of a code, four bits each, the last position in the lowest bits.
type row uint64

func init() { game.RegisterOwn(familiesOf(kinds, mostPositions, gameOf)...) }

// mostPositions is the largest number of positions of a game.
const mostPositions = 10

// gameOf returns a game of the rules. Rules with too many positions are refused later, as they are.
func gameOf(g Game) game.Game {
	if g.Positions <= game.MaxPositions || g.Positions > mostPositions {
		return g
	}
	return newLong(g)
}

func newLong(g Game) *long {
	digits := (bits.Len(uint(g.count(g.GuessRepeats)-1)) + 3) / 4
	return &long{Game: g, rows: sync.OnceValue(g.rows), digits: digits}
}

// code returns the code of a number, and number is its inverse; it is negative for other codes.
func (g *long) code(number int) game.Code {
	return game.Code(number) << g.shift()
}

func (g *long) number(c game.Code) int {
	number := int(c >> g.shift())
	if g.code(number) == c {
		return number
	}
	return -1
}

// shift is the lowest bit of a number in a code.
func (g *long) shift() int {
	return 4 * (game.MaxPositions - g.digits)
}

// rows lists the rows of the game in order.
func (g Game) rows() []row {
	rows := make([]row, 0, g.count(g.GuessRepeats))
	var place func(r row, position int, used uint16)
	place = func(r row, position int, used uint16) {
		if position == g.Positions {
			rows = append(rows, r)
			return
		}
		for colour := range g.Colours {
			zero := colour == 0 && position == 0 && g.NoLeadingZero
			if !zero && (g.GuessRepeats || used>>colour&1 == 0) {
				place(r<<4|row(colour), position+1, used|1<<colour)
			}
		}
	}
	place(0, 0, 0)
	return rows
}

// Structure offers no symmetry, since exchanges would change the numbers of codes, and only the
// lexicographic order.
func (g *long) Structure() game.Structure {
	return game.Structure{
		Of:        g,
		Sizes:     g.sizes,
		Enumerate: g.enumerate,
		FullOrder: func(order game.Order) (game.Order, bool) { return order, order == game.Lex },
		Alphabet:  g.alphabet(),
		Letters:   g.Positions,
		Written:   g.written,
		Feedbacks: g.feedbacks,
		Marks:     game.Feedback.Pegs,
		Forms:     pegForms,
	}
}

// Shape is that of the numbers.
func (g *long) Shape() (positions, numbers int) {
	return g.digits, game.MaxColours
}

// enumerate calls yield for each code.
func (g *long) enumerate(_ game.Order, yield func(game.Code)) {
	for i := range g.rows() {
		yield(g.code(i))
	}
}

func (g *long) IsSecret(c game.Code) bool {
	return g.IsGuess(c)
}

func (g *long) IsGuess(c game.Code) bool {
	n := g.number(c)
	return n >= 0 && n < g.count(g.GuessRepeats)
}

// Feedback compares rows.
func (g *long) Feedback(secret, guess game.Code) game.Feedback {
	rows := g.rows()
	return g.compare(rows[g.number(secret)], rows[g.number(guess)])
}

// feedbacks looks up the rows of the secrets only once.
func (g *long) feedbacks(secrets []game.Code) func(guess game.Code, out []game.Feedback) {
	all := g.rows()
	rows := make([]row, len(secrets))
	for i, secret := range secrets {
		rows[i] = all[g.number(secret)]
	}
	return func(guess game.Code, out []game.Feedback) {
		b := all[g.number(guess)]
		for i, a := range rows {
			out[i] = g.compare(a, b)
		}
	}
}

// compare counts equal positions, and the colours in common.
func (g *long) compare(a, b row) game.Feedback {
	differ := a ^ b
	differ |= differ >> 2
	differ |= differ >> 1
	black := g.Positions - bits.OnesCount64(uint64(differ)&0x1111111111111111)
	if g.BlackOnly {
		return game.NewFeedback(black, 0)
	}

	var left [game.MaxColours]int8 // of each colour, in the secret
	common := 0
	for range g.Positions {
		left[a&15]++
		a >>= 4
	}
	for range g.Positions {
		if left[b&15] > 0 {
			left[b&15]--
			common++
		}
		b >>= 4
	}
	return game.NewFeedback(black, common-black)
}

// Reference marks the positions that agree, then looks for a partner of each other peg.
func (g *long) Reference(secret, guess game.Code) game.Feedback {
	hidden := g.colours(secret)
	guessed := g.colours(guess)
	const used = -1
	black := 0
	white := 0
	for i, colour := range guessed {
		if hidden[i] == colour {
			black++
			hidden[i] = used
			guessed[i] = used
		}
	}
	for _, colour := range guessed {
		i := slices.Index(hidden, colour)
		if colour != used && i >= 0 && !g.BlackOnly {
			white++
			hidden[i] = used
		}
	}
	return game.NewFeedback(black, white)
}

// colours lists the colours of a code.
func (g *long) colours(c game.Code) []int {
	out := make([]int, g.Positions)
	r := g.rows()[g.number(c)]
	for i := range out {
		out[i] = int(r>>(4*(g.Positions-1-i))) & 15
	}
	return out
}

// written returns the game with other symbols.
func (g *long) written(symbols, words string) game.Game {
	written := *g
	written.Symbols = symbols
	written.Words = words
	return &written
}

// FormatCode writes a code with one symbol for each position.
func (g *long) FormatCode(c game.Code) string {
	if !g.IsGuess(c) {
		return fmt.Sprintf("code %d", c)
	}
	symbols := []rune(g.alphabet())
	out := make([]rune, g.Positions)
	for i, colour := range g.colours(c) {
		out[i] = symbols[colour]
	}
	return string(out)
}

// ParseCode reads a code as FormatCode writes it.
func (g *long) ParseCode(s string) (game.Code, error) {
	colours, err := game.ParseNumbers(g, g.Positions, g.alphabet(), g.Words, s)
	if err != nil {
		return 0, err
	}

	var r row
	for _, colour := range colours {
		r = r<<4 | row(colour)
	}
	number, ok := slices.BinarySearch(g.rows(), r)
	switch {
	case ok:
		return g.code(number), nil
	case g.NoLeadingZero && colours[0] == 0:
		return 0, fmt.Errorf("code %q begins with %c; %s forbids that", s, []rune(g.alphabet())[0], g)
	}
	return 0, fmt.Errorf("code %q repeats a digit; %s forbids repeats", s, g)
}
