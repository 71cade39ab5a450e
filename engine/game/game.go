// Package game holds the rules of codebreaking games: which codes there are,
// how a guess is answered, and how codes and feedback are written.
//
// A game is played between a codemaker, who fixes a secret code, and a
// codebreaker, who guesses codes. A [Game] says which codes may be secret,
// which may be guessed, which feedback a guess gets, and which feedback ends
// the game. In peg games ([Pegs]) a code is a row of pegs, one colour in each
// position, and a guess is answered with black pegs (right colour in the
// right position) and white pegs (right colour in the wrong position); in
// Bulls and Cows these are called bulls and cows:
//
//   - mmPxC, Mastermind with P positions and C colours, repeats allowed; the
//     literature's MM(P,C). Colours are written 1..9 then A..G.
//   - bcPxC, Bulls and Cows with P positions and C digits, no repeats; the
//     literature's AB(P,C). Digits are written 0..9 then A..F.
//   - bpPxC, Mastermind answered with black pegs only.
//   - mmPxC-distinct, Mastermind whose secrets have no repeats, though
//     guesses may; mmPxC-digits, Mastermind written with digits from 0;
//     bcPxC-nozero, Bulls and Cows without 0 in the first position.
//
// Games of words ([Words]) take secrets and guesses from lists: Wordle and its kin.
// Those whose words can be computed have names of their own, such as primel; others
// are named after their lists, which must be at hand ([ListsFrom], [AddList]).
//
// Any other game of deduction can be played as well: [TwoD] is one. Adding
// another is a file with its [Game] and its [Family], which [Register] makes
// known; it may be of another module.
//
// Start with [Parse], list the codes with [Codes], and answer guesses with
// the game's Feedback. What only some games can do, such as telling which
// codes are symmetric, is a [Capability].
package game

import (
	"fmt"
	"slices"
	"strings"
)

// A Code is what is guessed: a row of up to [MaxPositions] small numbers
// (colours, in peg games), four bits each, the first position in the highest
// bits. Comparing two codes of one game as numbers therefore compares them in
// lexicographic order.
type Code uint32

const codeBits = 4

// shift is how far the number at position i sits from bit 0.
func shift(i int) int { return (MaxPositions - 1 - i) * codeBits }

// At returns the number at position i, 0 for the leftmost.
func (c Code) At(i int) int { return int(c>>shift(i)) & (MaxColours - 1) }

// With returns c with the number at position i, which must be 0 before, set.
func (c Code) With(i, number int) Code { return c | Code(number)<<shift(i) }

// Without returns c with the number at position i made 0.
func (c Code) Without(i int) Code { return c &^ ((MaxColours - 1) << shift(i)) }

const (
	// MaxPositions and MaxColours bound the size of a code.
	MaxPositions = 8
	MaxColours   = 16
	// MaxCodes is the largest number of codes a game may have: enough for
	// mm7x8 and bc8x10. Beyond it a decision tree takes days.
	MaxCodes = 1 << 21
)

// A Game is a set of rules. Games never change and are shared freely.
type Game interface {
	// String returns the game's name as Parse reads it.
	String() string
	// Describe says in a few words what the game is.
	Describe() string
	// Shape returns the number of positions of a code, and how many numbers,
	// from 0, a position may hold.
	Shape() (positions, numbers int)
	// IsSecret and IsGuess report whether a code of the game's shape may be
	// secret, and whether it may be guessed.
	IsSecret(Code) bool
	IsGuess(Code) bool
	// Feedback answers a guess. It is Final exactly if the guess is the secret.
	Feedback(secret, guess Code) Feedback
	// Reference answers a guess by the rule as a person would state it,
	// sharing nothing with Feedback where Feedback is clever. Checkers and
	// tests judge the engine by it.
	Reference(secret, guess Code) Feedback
	// OutcomeLimit bounds the feedback indices: they are 0 to OutcomeLimit()-1,
	// at most MaxFeedbacks. Outcomes is how many of them occur; in peg games
	// with fewer colours than positions it may count a few that do not.
	OutcomeLimit() int
	Outcomes() int
	// Final is the feedback that ends the game.
	Final() Feedback

	FormatCode(Code) string
	// ParseCode reads a code that may be guessed. The error names what is
	// wrong and what is allowed.
	ParseCode(string) (Code, error)
	FormatFeedback(Feedback) string
	// ParseFeedback reads feedback that some guess may get.
	ParseFeedback(string) (Feedback, error)
}

// A Family is a kind of games with names of one form.
type Family struct {
	Pattern string // the form, such as mmPxC
	Help    string // says what the games are, in a line
	// Title is what people call the games, such as Mastermind; nil if only by name.
	Title func(name string) string
	// Parse reads the name of a game; ok is false if it is not of the family.
	Parse func(name string) (g Game, ok bool, err error)
	// Families added by [Register] also say: Example, the name of a game for people
	// to try; and Version, that of the rules. Raise it whenever games are answered
	// otherwise, or have other codes: answers that are kept go by it. For those built
	// in the fingerprint of the engine stands.
	Example, Version string
}

// Families lists the kinds of games there are: those built in, then those added
// by [Register].
func Families() []Family { return slices.Concat(builtIn(), Registered()) }

func builtIn() []Family {
	return slices.Concat(pegFamilies(), []Family{
		twoDFamily,
	}, wordFamilies())
}

// Title returns what people call the game of a name, such as Mastermind; empty if
// they have no word for it. The lists of a game of words need not be found.
func Title(name string) string {
	for _, f := range Families() {
		if _, ok, _ := f.Parse(name); ok && f.Title != nil {
			return f.Title(name)
		} else if ok {
			return ""
		}
	}
	return ""
}

// titled is the title of families whose games have one.
func titled(title string) func(string) string { return func(string) string { return title } }

// Parse reads a game's name, such as mm4x6 or bc4x10.
func Parse(name string) (Game, error) { return parseAs(name, Families()) }

func parseAs(name string, families []Family) (Game, error) {
	var patterns []string
	for _, f := range families {
		if g, ok, err := f.Parse(name); ok {
			return g, err
		}
		patterns = append(patterns, f.Pattern)
	}
	return nil, fmt.Errorf("unknown game %q; allowed: %s, with P positions and C colours, such as mm4x6 or bc4x10", clip(name), strings.Join(patterns, ", "))
}

// lexicographic calls yield for each code of so many positions and numbers, in
// lexicographic order; if distinct, only for those without repeats.
func lexicographic(positions, numbers int, distinct bool, yield func(Code)) {
	var place func(c Code, position int, used uint16)
	place = func(c Code, position int, used uint16) {
		if position == positions {
			yield(c)
			return
		}
		for number := range numbers {
			if !distinct || used&(1<<number) == 0 {
				place(c.With(position, number), position+1, used|1<<number)
			}
		}
	}
	place(0, 0, 0)
}

// Width returns how many symbols a code of the game is written with.
func Width(g Game) int {
	if w, ok := WordsOf(g); ok {
		return w.letters
	}
	positions, _ := g.Shape()
	return positions
}

// Colours returns the numbers of the code, one per position.
func Colours(g Game, c Code) []int {
	positions, _ := g.Shape()
	out := make([]int, positions)
	for i := range out {
		out[i] = c.At(i)
	}
	return out
}

// ParseSecret reads a code that may be secret.
func ParseSecret(g Game, s string) (Code, error) {
	c, err := g.ParseCode(s)
	if err == nil && !g.IsSecret(c) {
		err = fmt.Errorf("code %q may be guessed, but it cannot be a secret of %s", s, g)
	}
	return c, err
}

// parseSymbols reads one symbol of the alphabet per position.
func parseSymbols(g Game, alphabet, s string) (Code, error) {
	positions, _ := g.Shape()
	symbols := []rune(s)
	if len(symbols) != positions {
		return 0, fmt.Errorf("code %q has %s; %s codes have %d", clip(s), plural(len(symbols), "position"), g, positions)
	}
	var c Code
	for i, symbol := range symbols {
		number := -1
		if symbol < 128 {
			number = strings.Index(alphabet, strings.ToUpper(string(symbol)))
		}
		if number < 0 {
			return 0, fmt.Errorf("code %q: %q at position %d is not allowed in %s (allowed: %s)", s, symbol, i+1, g, alphabet)
		}
		c = c.With(i, number)
	}
	return c, nil
}

func formatSymbols(g Game, alphabet string, c Code) string {
	positions, _ := g.Shape()
	var b strings.Builder
	for i := range positions {
		b.WriteByte(alphabet[c.At(i)])
	}
	return b.String()
}

// clip shortens text from outside that may be of any length.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func plural(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
