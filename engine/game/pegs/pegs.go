// Package pegs holds the games of coloured pegs, Mastermind and Bulls and Cows, and
// twod5, a game of pairs. Importing it makes them known to [game.Parse].
//
// A code is a row of pegs, one colour in each position, and the feedback to a guess
// is black pegs (right colour in the right position) and white pegs (right colour
// in the wrong position); in Bulls and Cows these are called bulls and cows:
//
//   - mmPxC, Mastermind with P positions and C colours, repeats allowed; the
//     literature's MM(P,C). Colours are written 1..9 then A..G.
//   - bcPxC, Bulls and Cows with P positions and C digits, no repeats; the
//     literature's AB(P,C). Digits are written 0..9 then A..F.
//   - bpPxC, Mastermind with black pegs only; bcPxC-bulls, Bulls and Cows with
//     bulls only.
//   - mmPxC-distinct, Mastermind whose secrets have no repeats, though
//     guesses may; mmPxC-digits, Mastermind written with digits from 0;
//     bcPxC-nozero, Bulls and Cows without 0 in the first position.
//
// In [Places], posPxC and posPxC-counted, feedback to the same codes as in bcPxC says which
// places are right.
package pegs

import (
	"fmt"
	"math/bits"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
)

// A Game is a game of coloured pegs: Mastermind, Bulls and Cows, or a variant. Make
// one with [Parse]; it is a plain comparable value.
type Game struct {
	Positions     int  // 1 to game.MaxPositions
	Colours       int  // 2 to game.MaxColours
	GuessRepeats  bool // whether a colour may occur more than once in a guess
	SecretRepeats bool // the same for secrets
	BlackOnly     bool // whether there are no white pegs
	NoLeadingZero bool // whether the first position may not hold colour 0
	FromZero      bool // whether colours are written from 0 rather than from 1

	// Symbols write the colours, in order, and Words with commas between are read for them.
	// Both are empty for the usual digits.
	Symbols, Words string
}

// count returns the number of codes with or without repeats.
func (g Game) count(repeats bool) int {
	n := 1
	for i := range g.Positions {
		choices := g.Colours
		if !repeats {
			choices -= i
		}
		if i == 0 && g.NoLeadingZero {
			choices--
		}
		n *= choices
	}
	return n
}

// Structure says that the feedback is pegs.
func (g Game) Structure() game.Structure {
	rules := game.Pegs{
		Positions:     g.Positions,
		Colours:       g.Colours,
		GuessRepeats:  g.GuessRepeats,
		SecretRepeats: g.SecretRepeats,
		BlackOnly:     g.BlackOnly,
	}
	return game.Structure{
		Of:        g,
		Sizes:     g.sizes,
		Enumerate: g.enumerate,
		FullOrder: g.fullOrder,
		Symmetry:  g.symmetry(),
		Alphabet:  g.alphabet(),
		Written:   g.written,
		Pegs:      &rules,
		Feedbacks: g.feedbacks,
		Forms:     pegForms,
	}
}

// pegForms are the usual ways to write pegs.
const pegForms = `1A2B, "1 2" or XOO`

// symmetry excludes games whose first position is special. With black pegs only, a
// colour matters only at its own position.
func (g Game) symmetry() game.Symmetry {
	switch {
	case g.NoLeadingZero:
		return game.Asymmetric
	case g.BlackOnly && g.GuessRepeats && g.SecretRepeats:
		return game.PerPosition
	}
	return game.Throughout
}

// sizes returns the numbers of secrets and of guesses.
func (g Game) sizes() (secrets, guesses int) {
	return g.count(g.SecretRepeats), g.count(g.GuessRepeats)
}

// fullOrder allows Swap in games without repeats.
func (g Game) fullOrder(order game.Order) (game.Order, bool) {
	return order, order == game.Lex || order == game.Swap && !g.GuessRepeats
}

// enumerate calls yield for each code in the order; without repeats, if the game has none.
func (g Game) enumerate(order game.Order, yield func(game.Code)) {
	if order == game.Swap {
		swapped(g.Positions, g.Colours, yield)
		return
	}
	lexicographic(g.Positions, g.Colours, !g.GuessRepeats && !g.SecretRepeats, yield)
}

// lexicographic calls yield for each code of the given numbers of positions and
// colours, in lexicographic order; if distinct, only for those without repeats.
func lexicographic(positions, colours int, distinct bool, yield func(game.Code)) {
	var place func(c game.Code, position int, used uint16)
	place = func(c game.Code, position int, used uint16) {
		if position == positions {
			yield(c)
			return
		}
		for colour := range colours {
			if !distinct || used&(1<<colour) == 0 {
				place(c.With(position, colour), position+1, used|1<<colour)
			}
		}
	}
	place(0, 0, 0)
}

// swapped calls yield for each code of the given numbers of positions and colours
// without repeats, in the order of recursive swaps.
func swapped(positions, colours int, yield func(game.Code)) {
	list := numbers.Below[int](colours)
	var place func(c game.Code, position int)
	place = func(c game.Code, position int) {
		if position == positions {
			yield(c)
			return
		}
		for i := position; i < colours; i++ {
			list[position], list[i] = list[i], list[position]
			place(c.With(position, list[position]), position+1)
			list[position], list[i] = list[i], list[position]
		}
	}
	place(0, 0)
}

func (g Game) String() string {
	return g.kind().name(g)
}

// Describe gives the name of the game in the literature, with its differences from it.
func (g Game) Describe() string {
	return fmt.Sprintf(g.kind().literature, g.Positions, g.Colours)
}

func (g Game) Shape() (positions, numbers int) {
	return g.Positions, g.Colours
}

func (g Game) IsSecret(c game.Code) bool {
	return g.allows(c, g.SecretRepeats)
}

func (g Game) IsGuess(c game.Code) bool {
	return g.allows(c, g.GuessRepeats)
}

func (g Game) allows(c game.Code, repeats bool) bool {
	if g.NoLeadingZero && c.At(0) == 0 {
		return false
	}
	return repeats || bits.OnesCount16(g.mask(c)) == g.Positions
}

// mask returns the set of colours in the code: bit k for colour k.
func (g Game) mask(c game.Code) uint16 {
	var m uint16
	for i := range g.Positions {
		m |= 1 << c.At(i)
	}
	return m
}

// Feedback counts the pegs. Black pegs count the positions where secret and guess
// agree; black and white pegs together count, for each colour, how often both codes
// have it (the smaller of the two numbers). It is symmetric in secret and guess and
// takes O(positions) time.
func (g Game) Feedback(secret, guess game.Code) game.Feedback {
	black := g.Positions - differences(secret, guess)
	if g.BlackOnly {
		return game.NewFeedback(black, 0)
	}
	return game.NewFeedback(black, inCommon(g.coloursOf(secret), g.coloursOf(guess))-black)
}

// Reference marks the positions that agree, then pairs up the other pegs, one at a
// time, as a person with a pencil would.
func (g Game) Reference(secret, guess game.Code) game.Feedback {
	var secretUsed, guessUsed [game.MaxPositions]bool
	black := 0
	white := 0
	for i := range g.Positions {
		if secret.At(i) == guess.At(i) {
			black++
			secretUsed[i] = true
			guessUsed[i] = true
		}
	}
	if g.BlackOnly {
		return game.NewFeedback(black, 0)
	}

	for i := range g.Positions {
		for j := range g.Positions {
			if !guessUsed[i] && !secretUsed[j] && guess.At(i) == secret.At(j) {
				white++
				guessUsed[i] = true
				secretUsed[j] = true
			}
		}
	}
	return game.NewFeedback(black, white)
}

func (g Game) OutcomeLimit() int {
	return int(g.Final()) + 1
}

func (g Game) Final() game.Feedback {
	return game.NewFeedback(g.Positions, 0)
}

// Outcomes does not count the impossible feedback: all pegs but one black, and the last in
// the wrong position. Games without repeats and with fewer than two colours per position
// have too few colours for the feedback with the fewest pegs. If all colours are in every
// code, a last peg alone cannot be wrong.
func (g Game) Outcomes() int {
	switch {
	case g.BlackOnly && !g.GuessRepeats && g.Positions == g.Colours:
		return g.Positions
	case g.BlackOnly:
		return g.Positions + 1
	}
	outcomes := 0
	for pegs := range g.Positions + 1 {
		if g.GuessRepeats || pegs >= 2*g.Positions-g.Colours {
			outcomes += pegs + 1
		}
	}
	return outcomes - 1
}

const (
	digitsFromOne  = "123456789ABCDEFG" // Mastermind: the literature counts colours from 1
	digitsFromZero = "0123456789ABCDEF" // Bulls and Cows: codes are digit strings
)

// alphabet returns the symbols of the game's colours, in order.
func (g Game) alphabet() string {
	switch {
	case g.Symbols != "":
		return g.Symbols
	case g.FromZero:
		return digitsFromZero[:g.Colours]
	}
	return digitsFromOne[:g.Colours]
}

// written returns the game with other symbols.
func (g Game) written(symbols, words string) game.Game {
	g.Symbols = symbols
	g.Words = words
	return g
}

// FormatCode writes a code with one symbol of the alphabet per position, such
// as 1122 or 01AF.
func (g Game) FormatCode(c game.Code) string {
	return game.FormatSymbols(g, g.alphabet(), c)
}

// ParseCode reads a code as FormatCode writes it; letters may be in either
// case.
func (g Game) ParseCode(s string) (game.Code, error) {
	return g.parseCode(g, s)
}

// parseCode is ParseCode for a game of the same codes.
func (g Game) parseCode(of game.Game, s string) (game.Code, error) {
	c, err := game.ParseSymbols(of, g.alphabet(), g.Words, s)
	if err != nil {
		return 0, err
	}

	if g.NoLeadingZero && c.At(0) == 0 {
		return 0, fmt.Errorf("code %q begins with %.1s; %s forbids that", s, g.FormatCode(c), of)
	}
	if !g.IsGuess(c) {
		plain := g.FormatCode(c)
		for i, symbol := range plain {
			if strings.ContainsRune(plain[:i], symbol) {
				return 0, fmt.Errorf("code %q repeats %q; %s forbids repeats", s, symbol, of)
			}
		}
	}
	return c, nil
}

// FormatFeedback writes the feedback as 1A2B.
func (g Game) FormatFeedback(f game.Feedback) string { return f.String() }

// ParseFeedback reads feedback in the notations of [game.ParsePegs]. In games with black pegs
// only it may be their number alone.
func (g Game) ParseFeedback(s string) (game.Feedback, error) {
	f, err := game.ParsePegs(g, g.Positions, g.BlackOnly, s)
	black, _ := f.Pegs()
	if err == nil && g.BlackOnly && g.Outcomes() == g.Positions && black == g.Positions-1 {
		return 0, fmt.Errorf("feedback %q cannot occur: the last of %d different digits is right, too", s, g.Colours)
	}
	return f, err
}
