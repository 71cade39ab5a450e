package pegs

import (
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestSymbols holds that symbols change how codes are written, and nothing else.
func TestSymbols(t *testing.T) {
	for _, test := range []struct{ game, symbols, alphabet string }{
		{"bc3x9", "from1", "123456789"}, {"bc3x9", "123456789", "123456789"}, {"mm4x6", "from0", "012345"},
		{"mm4x6", "RGBYOP", "RGBYOP"}, {"mm4x6", "letters", "ABCDEF"}, {"mm4x8", "colours", "RGBYOPWL"},
		{"mm2x16", "colours", "RGBYOPWLNICMETAV"}, {"mm4x6", "🔴🟢🔵🟡🟠🟣", "🔴🟢🔵🟡🟠🟣"},
		{"bp3x4", "rot,grün,blau,gelb", "RGBE"}, {"bc4x10-nozero", "가나다라마바사아자차", "가나다라마바사아자차"},
		{"pos3x5", "αβγδε", "αβγδε"}, {"pos3x5-counted", "vwxyz", "vwxyz"}, {"mm3x4-distinct", "ABCD", "ABCD"},
	} {
		plain := enginetest.Game(t, test.game)
		g := enginetest.Must(game.WithSymbols(plain, test.symbols))(t)
		if g.String() != test.game || game.Plain(g) != plain || game.Plain(plain) != plain || game.SymbolsOf(plain) != "" {
			t.Fatalf("%s with %s is %s", test.game, test.symbols, g)
		}
		if got := game.SymbolsOf(g); got != test.alphabet {
			t.Errorf("%s: symbols %s are %s, want %s", g, test.symbols, got, test.alphabet)
		}

		secrets, guesses := game.Codes(plain)
		symbols := strings.NewReplacer(pairs(game.StructureOf(plain).Alphabet, test.alphabet)...)
		for i, guess := range guesses {
			text := g.FormatCode(guess)
			if want := symbols.Replace(plain.FormatCode(guess)); text != want {
				t.Fatalf("%s is written %s, want %s", plain.FormatCode(guess), text, want)
			}
			for _, text := range []string{text, strings.ToLower(text), strings.Join(strings.Split(text, ""), " ")} {
				if back, err := g.ParseCode(text); err != nil || back != guess {
					t.Fatalf("%s: %q is read as %s, %v", g, text, plain.FormatCode(back), err)
				}
			}
			secret := secrets[(7*i)%len(secrets)]
			if f := g.Feedback(secret, guess); f != plain.Reference(secret, guess) || f != g.Reference(secret, guess) {
				t.Fatalf("%s: feedback differs", g)
			}
		}
	}

	g := enginetest.Must(game.WithSymbols(enginetest.Game(t, "mm4x6"), "colours"))(t)
	for _, text := range []string{"RGBY", "red green blue yellow", "Red,Green,Blue,Yellow", "red-green-blue-yellow", "r green B yellow"} {
		if c, err := g.ParseCode(text); err != nil || g.FormatCode(c) != "RGBY" {
			t.Errorf("%q is read as %s, %v", text, g.FormatCode(c), err)
		}
	}
	_, err := g.ParseCode("red green blue pink")
	enginetest.Refused(t, "pink", err, `has 7 positions; mm4x6 codes have 4`)

	for symbols, want := range map[string]string{
		"RGBYO":       `symbols are "RGBYO", 5 of them; mm4x6 has 6 colours`,
		"RGBYOR":      `'R' stands there twice`,
		"RGBYOr":      `'r' stands there twice`,
		"RGB/OP":      `'/' cannot be one`,
		"a,b,c,a,e,f": `' ' cannot be one`,
		"letter":      `'t' stands there twice`,
	} {
		_, err := game.WithSymbols(enginetest.Game(t, "mm4x6"), symbols)
		enginetest.Refused(t, symbols, err, want)
	}
	_, err = game.WithSymbols(enginetest.Game(t, "twod5"), "01234")
	enginetest.Refused(t, "twod5", err, "symbols are for games of pegs, such as mm4x6, not for twod5")
}

// pairs lists each symbol of an alphabet with the one that replaces it.
func pairs(from, to string) (out []string) {
	others := []rune(to)
	for i, symbol := range []rune(from) {
		out = append(out, string(symbol), string(others[i]))
	}
	return out
}
