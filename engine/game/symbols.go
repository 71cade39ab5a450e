package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"codebreak/engine/wording"
)

// Plain returns the game with its usual symbols, which keys and answers are written with.
func Plain(g Game) Game {
	if written := StructureOf(g).Written; written != nil {
		return written("", "")
	}
	return g
}

// SymbolsOf returns the symbols that a game is written with; empty for its usual ones.
func SymbolsOf(g Game) string {
	symbols := StructureOf(g).Alphabet
	if symbols == StructureOf(Plain(g)).Alphabet {
		return ""
	}
	return symbols
}

// symbolSets are usual symbols by their names; of words each is written as a letter.
var symbolSets = map[string]string{
	"from0":   "0123456789ABCDEF",
	"from1":   "123456789ABCDEFG",
	"letters": "ABCDEFGHIJKLMNOP",
	"colours": "red,green,blue,yellow,orange,purple,white,black,brown,pink,cyan,magenta,lime,teal,navy,violet",
}

// WithSymbols returns a game that writes its codes with symbols: the name of a set (from0,
// from1, letters or colours), a character for each colour, or words with commas between. A word
// is written as its first letter that no word before it has. Without symbols it returns the game.
func WithSymbols(g Game, given string) (Game, error) {
	if given == "" {
		return g, nil
	}
	written := StructureOf(g).Written
	if written == nil {
		return nil, fmt.Errorf("symbols are for games of pegs, such as mm4x6, not for %s", g)
	}

	text, named := symbolSets[strings.Replace(given, "colors", "colours", 1)]
	if !named {
		text = given
	}
	var words []string
	symbols := []rune(text)
	if strings.Contains(text, ",") {
		words = strings.Split(strings.ToLower(text), ",")
		symbols = initials(words)
	}

	n := len(StructureOf(written("", "")).Alphabet)
	if named {
		symbols = symbols[:n]
		words = words[:min(n, len(words))]
	}
	if len(symbols) != n {
		return nil, fmt.Errorf("symbols are %q, %d of them; %s has %s",
			wording.Clip(given), len(symbols), g, wording.Plural(n, "colour"))
	}
	for i, symbol := range symbols {
		switch {
		case !unicode.IsGraphic(symbol) || unicode.IsSpace(symbol) || strings.ContainsRune(separators, symbol):
			return nil, fmt.Errorf("symbols are %q; %q cannot be one", wording.Clip(given), symbol)
		case symbolIndex(symbols[:i], symbol) >= 0:
			return nil, fmt.Errorf("symbols are %q; %q stands there twice", wording.Clip(given), symbol)
		}
	}
	return written(string(symbols), strings.Join(words, ",")), nil
}

// separators may stand between the words of a code, or have a meaning on command lines.
const separators = ",;-/=\"'"

// initials returns for each word its first letter that no word before it has, in upper case; a
// space if there is none.
func initials(words []string) (letters []rune) {
	for _, word := range words {
		letter := ' '
		for _, r := range strings.ToUpper(strings.TrimSpace(word)) {
			if !slices.Contains(letters, r) {
				letter = r
				break
			}
		}
		letters = append(letters, letter)
	}
	return letters
}

// symbolIndex returns the number of a symbol, in either case; -1 if there is none.
func symbolIndex(alphabet []rune, symbol rune) int {
	i := slices.Index(alphabet, symbol)
	if i >= 0 {
		return i
	}
	return slices.IndexFunc(alphabet, func(r rune) bool {
		return unicode.ToUpper(r) == unicode.ToUpper(symbol)
	})
}

// ParseSymbols reads a code of one symbol for each position, see [ParseNumbers].
func ParseSymbols(g Game, alphabet, words, s string) (c Code, err error) {
	positions, _ := g.Shape()
	numbers, err := ParseNumbers(g, positions, alphabet, words, s)
	for i, number := range numbers {
		c = c.With(i, number)
	}
	return c, err
}

// ParseNumbers reads the numbers at the positions of a code, for games whose numbers are written
// as the symbols of an alphabet. Letters may be in either case, and blanks, dashes and the like
// between the symbols; words, with commas between, are read for symbols.
func ParseNumbers(g Game, positions int, alphabet, words, s string) (numbers []int, err error) {
	all := []rune(alphabet)
	symbols := []rune(s)
	if words != "" || isDashed(symbols, positions) || strings.Contains(s, " ") {
		symbols = nil
		for _, field := range strings.FieldsFunc(s, func(r rune) bool {
			return r == ' ' || strings.ContainsRune(separators, r)
		}) {
			i := slices.Index(strings.Split(words, ","), strings.ToLower(field))
			if i >= 0 {
				field = string(all[i])
			}
			symbols = append(symbols, []rune(field)...)
		}
	}

	if len(symbols) != positions {
		return nil, fmt.Errorf("code %q has %s; %s codes have %d",
			wording.Clip(s), wording.Plural(len(symbols), "position"), g, positions)
	}
	numbers = make([]int, positions)
	for i, symbol := range symbols {
		number := symbolIndex(all, symbol)
		if number < 0 {
			return nil, fmt.Errorf("code %q: %q at position %d is not allowed in %s (allowed: %s)%s", s, symbol, i+1, g, alphabet, symbolsWith(symbol, all))
		}
		numbers[i] = number
	}
	return numbers, nil
}

// isDashed reports whether the same dash, comma or the like stands between all symbols of a code.
func isDashed(symbols []rune, positions int) bool {
	if len(symbols) != 2*positions-1 || positions < 2 || !strings.ContainsRune(",;-/=", symbols[1]) {
		return false
	}
	for i := 1; i < len(symbols); i += 2 {
		if symbols[i] != symbols[1] {
			return false
		}
	}
	return true
}

// FormatSymbols writes a code as [ParseSymbols] reads it.
func FormatSymbols(g Game, alphabet string, c Code) string {
	positions, numbers := g.Shape()
	var b strings.Builder
	if len(alphabet) == numbers {
		for i := range positions {
			b.WriteByte(alphabet[c.At(i)])
		}
		return b.String()
	}

	symbols := []rune(alphabet)
	for i := range positions {
		b.WriteRune(symbols[c.At(i)])
	}
	return b.String()
}

// symbolsWith names symbols that have one that a game of digits lacks.
func symbolsWith(symbol rune, all []rune) string {
	switch {
	case !unicode.IsDigit(all[0]):
		return ""
	case symbol == '0':
		return "; symbols=from0 counts from 0"
	case symbol == rune('0'+len(all)):
		return "; symbols=from1 counts from 1"
	case unicode.IsLetter(symbol):
		return "; colours are typed as letters with symbols=RGBYOP or the like"
	}
	return ""
}
