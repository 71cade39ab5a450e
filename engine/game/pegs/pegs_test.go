package pegs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

func TestFeedbackExamples(t *testing.T) {
	digits := enginetest.Game(t, "mm4x9")
	for _, test := range []struct {
		game          game.Game
		secret, guess string
		want          string
	}{
		{digits, "5543", "5255", "1A1B"},
		{digits, "5543", "5267", "1A0B"},
		{enginetest.Game(t, "bc4x10"), "5234", "5346", "1A2B"},
		{enginetest.Game(t, "mm4x6"), "1122", "1234", "1A1B"},
		{enginetest.Game(t, "mm4x6"), "1122", "1111", "2A0B"},
		{enginetest.Game(t, "mm4x6"), "1122", "2211", "0A4B"},
		{enginetest.Game(t, "mm4x6"), "1122", "1122", "4A0B"},
		{enginetest.Game(t, "bc4x10"), "8012", "1234", "0A2B"},
		{enginetest.Game(t, "mm1x2"), "1", "2", "0A0B"},
		{enginetest.Game(t, "mm6x6"), "111222", "222111", "0A6B"},
	} {
		got := test.game.Feedback(enginetest.Code(t, test.game, test.secret), enginetest.Code(t, test.game, test.guess))
		if got.String() != test.want {
			t.Errorf("%s: secret %s, guess %s: %s, want %s", test.game, test.secret, test.guess, got, test.want)
		}
	}
}

// sized returns a peg game of any size, also too large to parse.
func sized(positions, colours int, guessRepeats, secretRepeats, blackOnly bool) Game {
	return Game{
		Positions:     positions,
		Colours:       colours,
		GuessRepeats:  guessRepeats,
		SecretRepeats: guessRepeats && secretRepeats,
		BlackOnly:     blackOnly && guessRepeats,
		FromZero:      !guessRepeats,
	}
}

// randomCode draws a code of a game of any size without listing its codes.
func randomCode(rng *rand.Rand, g Game, repeats bool) game.Code {
	var c game.Code
	numbers := rng.Perm(g.Colours)
	for i := range g.Positions {
		if repeats {
			c = c.With(i, rng.IntN(g.Colours))
		} else {
			c = c.With(i, numbers[i])
		}
	}
	return c
}

func checkFeedback(t *testing.T, rng *rand.Rand, g Game) {
	t.Helper()
	secret := randomCode(rng, g, g.SecretRepeats)
	guess := randomCode(rng, g, g.GuessRepeats)
	if !g.IsSecret(secret) || !g.IsGuess(guess) {
		t.Fatalf("%s: secret %v: %v, guess %v: %v", g, secret, g.IsSecret(secret), guess, g.IsGuess(guess))
	}

	got := g.Feedback(secret, guess)
	if want := g.Reference(secret, guess); got != want {
		t.Fatalf("%s: secret %08x, guess %08x: %s, by the reference %s", g, secret, guess, got, want)
	}
	if swapped := g.Feedback(guess, secret); swapped != got {
		t.Fatalf("%s: %08x and %08x: %s one way, %s the other", g, secret, guess, got, swapped)
	}
	if (got == g.Final()) != (secret == guess) {
		t.Fatalf("%s: %v and %v: final is %v", g, secret, guess, got == g.Final())
	}

	black, white := got.Pegs()
	row := strings.Repeat("X", black) + strings.Repeat("O", white)
	if row == "" {
		row = "-"
	}
	for _, text := range []string{g.FormatFeedback(got), fmt.Sprintf("%d %d", black, white), row} {
		if back, err := g.ParseFeedback(text); err != nil || back != got {
			t.Fatalf("%s: feedback %q read back as %s, %v", g, text, back, err)
		}
	}

	text := g.FormatCode(guess)
	if back, err := g.ParseCode(text); err != nil || back != guess {
		t.Fatalf("%s: code %q read back as %v, %v", g, text, back, err)
	}
}

// TestFeedbackAgreesWithReference covers every number of positions and colours,
// also of games too large to play.
func TestFeedbackAgreesWithReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	samples := 100
	if testing.Short() {
		samples = 20
	}
	for positions := 1; positions <= game.MaxPositions; positions++ {
		for colours := 2; colours <= game.MaxColours; colours++ {
			for range samples {
				checkFeedback(t, rng, sized(positions, colours, true, true, false))
				checkFeedback(t, rng, sized(positions, colours, true, true, true))
				if colours >= positions {
					checkFeedback(t, rng, sized(positions, colours, false, false, false))
					checkFeedback(t, rng, sized(positions, colours, false, false, true))
					checkFeedback(t, rng, sized(positions, colours, true, false, false))
				}
			}
		}
	}
}

func FuzzFeedback(f *testing.F) {
	f.Add(uint8(3), uint8(4), true, true, false, uint64(0))
	f.Fuzz(func(t *testing.T, positions, colours uint8, guessRepeats, secretRepeats, blackOnly bool, seed uint64) {
		g := sized(1+int(positions)%game.MaxPositions, 2+int(colours)%(game.MaxColours-1), guessRepeats, secretRepeats, blackOnly)
		if !g.SecretRepeats && g.Colours < g.Positions {
			t.Skip("no such game")
		}
		checkFeedback(t, rand.New(rand.NewPCG(seed, 0)), g)
	})
}

// between leaves out what may stand between the symbols of a code.
var between = strings.NewReplacer(" ", "", ",", "", ";", "", "-", "", "/", "", "=", "", `"`, "", "'", "")

// FuzzParse feeds any text to the readers: they must not panic, and the text that is
// written for an accepted one must be read as the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"mm4x6", "bc4x10", "mm9x2", "mm4x1", "1122", "0123", "1A2B", "1 2", "XOO", "-", "", "é", "mm04x6", "3A1B", "bulls1cows1", "ヒット1ブロー2", "B1W1", "Bulls - 1", "1 in the right place", "0-0", `0"0`, "1-1-2-2", "1-1,2-2"} {
		f.Add(s)
	}

	var games []game.Game
	for _, name := range []string{"mm4x6", "bc4x10", "mm2x16", "bp3x4", "bc4x10-nozero", "bc3x3-bulls", "twod5"} {
		games = append(games, enginetest.Game(f, name))
	}

	f.Fuzz(func(t *testing.T, s string) {
		if g, err := game.Parse(s); err == nil && g.String() != s {
			t.Fatalf("game %q read as %s", s, g)
		}
		for _, g := range games {
			if c, err := g.ParseCode(s); err == nil && g.FormatCode(c) != between.Replace(strings.ToUpper(s)) {
				t.Fatalf("%s: code %q read as %s", g, s, g.FormatCode(c))
			}

			fb, err := g.ParseFeedback(s)
			if err != nil {
				continue
			}
			if back, err := g.ParseFeedback(g.FormatFeedback(fb)); err != nil || back != fb {
				t.Fatalf("%s: feedback %q read back as %v, %v", g, s, back, err)
			}

			if p, ok := g.(Game); ok {
				black, white := fb.Pegs()
				if black+white > p.Positions || black == p.Positions-1 && white == 1 || p.BlackOnly && white > 0 {
					t.Fatalf("%s: impossible feedback %q was accepted", g, s)
				}
			}
		}
	})
}

func TestParse(t *testing.T) {
	for name, size := range map[string][2]int{ // secrets, guesses
		"mm4x6": {1296, 1296}, "bc4x10": {5040, 5040}, "mm1x2": {2, 2}, "bc2x2": {2, 2}, "mm8x2": {256, 256},
		"mm5x8": {32768, 32768}, "bc4x16": {43680, 43680}, "mm6x9": {531441, 531441}, "mm7x8": {1 << 21, 1 << 21},
		"bc8x10": {1814400, 1814400}, "bc4x9": {3024, 3024}, "bc4x9-bulls": {3024, 3024}, "bp4x6": {1296, 1296}, "mm4x10-digits": {10000, 10000},
		"mm4x6-distinct": {360, 1296}, "mm5x8-distinct": {6720, 32768}, "bc4x10-nozero": {4536, 4536}, "twod5": {25, 25},
		"pos3x5": {60, 60}, "pos8x8-counted": {40320, 40320},
	} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		if g.String() != name || len(secrets) != size[0] || len(guesses) != size[1] {
			t.Errorf("%s: name %s, %d secrets, %d guesses; want %v", name, g, len(secrets), len(guesses), size)
		}
		if game.CountSecrets(g) != len(secrets) || game.CountGuesses(g) != len(guesses) {
			t.Errorf("%s: counted as %d secrets and %d guesses", name, game.CountSecrets(g), game.CountGuesses(g))
		}
		for _, codes := range [][]game.Code{secrets, guesses} {
			if !slices.IsSorted(codes) || len(slices.Compact(slices.Clone(codes))) != len(codes) {
				t.Errorf("%s: codes are not in order, or not distinct", name)
			}
		}
	}
}

// TestOutcomes counts the kinds of feedback that occur in small games, and compares the
// feedback of many secrets at once with the feedback of each. With two colours only, some
// kinds that Outcomes counts do not occur.
func TestOutcomes(t *testing.T) {
	most := 2000
	if testing.Short() {
		most = 100
	}
	for _, name := range []string{
		"mm4x6", "mm2x2", "mm3x2", "mm1x3", "mm3x16", "mm8x2", "mm3x4-distinct", "mm2x3-digits",
		"bc2x3", "bc3x4", "bc3x3", "bc4x5", "bc4x7-nozero", "bc3x5-nozero", "bp3x4", "bc3x3-bulls", "bc3x5-bulls", "bc4x5-bulls", "twod5",
		"pos1x3", "pos2x2", "pos3x3", "pos3x4", "pos3x7", "pos4x6", "pos5x5",
		"pos1x3-counted", "pos2x2-counted", "pos3x3-counted", "pos3x4-counted", "pos3x7-counted", "pos4x6-counted", "pos5x5-counted",
	} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)

		feedback, out := game.Feedbacks(g, secrets), make([]game.Feedback, len(secrets))
		seen := map[game.Feedback]bool{}
		for i := 0; i < len(guesses); i += 1 + len(guesses)/most {
			guess := guesses[i]
			feedback(guess, out)
			for j, secret := range secrets {
				f := g.Feedback(secret, guess)
				if int(f) >= g.OutcomeLimit() || (f == g.Final()) != (secret == guess) ||
					f != g.Reference(secret, guess) || f != out[j] {
					t.Fatalf("%s: secret %s, guess %s: feedback %d", g, g.FormatCode(secret), g.FormatCode(guess), f)
				}
				seen[f] = true
			}
		}

		for f := range seen {
			if back, err := g.ParseFeedback(g.FormatFeedback(f)); err != nil || back != f {
				t.Fatalf("%s: feedback %s read back as %v, %v", g, g.FormatFeedback(f), back, err)
			}
		}

		few := strings.HasSuffix(name, "x2")
		if len(seen) > g.Outcomes() || len(seen) < g.Outcomes() && !few {
			t.Errorf("%s: %d kinds of feedback occur, Outcomes says %d", name, len(seen), g.Outcomes())
		}
	}
}

func TestParseErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "unknown game",
		"chess":                 "mm4x6, bc4x10",
		"mm4":                   "unknown game",
		"MM4x6":                 "unknown game",
		"mm04x6":                "without leading zeros: mm4x6",
		"mm11x2":                "11 positions; 1 to 10 are allowed",
		"mm9x9":                 "9 positions and 387,420,489 codes; at most 4,194,304 codes are allowed",
		"mm0x2":                 "0 positions; 1 to 10",
		"mm4x1":                 "1 colour; 2 to 16 are allowed",
		"mm4x17":                "17 colours; 2 to 16 are allowed",
		"bc4x3":                 "needs at least 4 colours",
		"mm8x16":                "4,294,967,296 codes; at most 2,097,152",
		"bc8x16":                "518,918,400 codes; at most 2,097,152",
		"mm999999999x999999999": "1 to 10 are allowed",
		"bc4x10-distinct":       "unknown game",
		"mm4x6-nozero":          "unknown game",
		"bp4x6-distinct":        "unknown game",
		"mm5x4-distinct":        "needs at least 5 colours",
		"twod6":                 "unknown game",
		"pos03x5":               "without leading zeros: pos3x5",
		"pos03x5-counted":       "without leading zeros: pos3x5-counted",
		"pos9x9":                "9 positions; 1 to 8",
		"pos4x3":                "pos4x3 has 3 colours for 4 positions; without repeats it needs at least 4 colours",
		"pos1x1":                "1 colour; 2 to 16",
		"pos8x16-counted":       "518,918,400 codes; at most 2,097,152",
		"pos3x5-distinct":       "unknown game",
	} {
		_, err := game.Parse(name)
		enginetest.Refused(t, name, err, want)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("Parse(%q): the error has several lines: %v", name, err)
		}
	}
}

func TestParseCodeErrors(t *testing.T) {
	mm, bc := enginetest.Game(t, "mm4x6"), enginetest.Game(t, "bc4x10")
	for _, test := range []struct {
		game game.Game
		text string
		want string
	}{
		{mm, "112", "3 positions; mm4x6 codes have 4"},
		{mm, "11223", "5 positions"},
		{mm, "", "0 positions"},
		{mm, "1127", `'7' at position 4 is not allowed in mm4x6 (allowed: 123456)`},
		{mm, "0122", `'0' at position 1`},
		{mm, "11é2", `'é' at position 3`},
		{bc, "0012", "repeats '0'; bc4x10 forbids repeats"},
		{bc, "01A2", `'A' at position 3`},
		{enginetest.Game(t, "bc4x10-nozero"), "0123", "begins with 0; bc4x10-nozero forbids that"},
		{enginetest.Game(t, "twod5"), "05", `'5' at position 2`},
		{mm, "1-1,2-2", "7 positions"},
		{enginetest.Game(t, "twod5"), `0"0`, "3 positions"},
		{mm, strings.Repeat("1", 1000), "1,000 positions"},
		{enginetest.Game(t, "pos3x5"), "0123", "4 positions; pos3x5 codes have 3"},
		{enginetest.Game(t, "pos3x5-counted"), "011", "repeats '1'; pos3x5-counted forbids repeats"},
		{enginetest.Game(t, "pos3x5"), "015", "'5' at position 3 is not allowed in pos3x5 (allowed: 01234)"},
	} {
		_, err := test.game.ParseCode(test.text)
		enginetest.Refused(t, test.text, err, test.want)
	}

	hex := enginetest.Game(t, "bc4x16")
	if c := enginetest.Code(t, hex, "0aF9"); hex.FormatCode(c) != "0AF9" {
		t.Errorf("0aF9 became %s", hex.FormatCode(c))
	}
	if last := enginetest.Game(t, "mm2x16"); last.FormatCode(enginetest.Code(t, last, "9G")) != "9G" {
		t.Error("colour 16 of Mastermind is not written G")
	}
}

func TestParseFeedbackErrors(t *testing.T) {
	g := enginetest.Game(t, "mm4x6")
	for text, want := range map[string]string{
		"3A1B":  "cannot occur",
		"3 1":   "cannot occur",
		"XXXO":  "cannot occur",
		"5A0B":  "5 pegs; mm4x6 has 4 positions",
		"2A3B":  "5 pegs",
		"OOOOO": "5 pegs",
		"":      "is not of the form 1A2B",
		"12":    "is not of",
		"1B2A":  "is not of",
		"1A":    "is not of",
		"z":     "is not of",
	} {
		_, err := g.ParseFeedback(text)
		enginetest.Refused(t, text, err, want)
	}

	_, err := enginetest.Game(t, "bc3x3-bulls").ParseFeedback("2")
	enginetest.Refused(t, "2", err, "cannot occur: the last of 3 different digits is right, too")

	for text, want := range map[string]string{
		"1a2b":   "1A2B",
		" 1  2 ": "1A2B",
		"oxo":    "1A2B",
		"-":      "0A0B",
		"4A0B":   "4A0B",
		"0 4":    "0A4B",
	} {
		if f, err := g.ParseFeedback(text); err != nil || f.String() != want {
			t.Errorf("feedback %q: %s, %v, want %s", text, f, err, want)
		}
	}
}

// TestNotations reads feedback as people and other programs write it; what may mean two things
// is refused.
func TestNotations(t *testing.T) {
	for _, test := range []struct{ game, texts, want string }{
		{"bc4x10", "1S2B|1s 2b|1 strike 2 balls|2 balls and 1 strike|1B2C|1 bull, 2 cows|2C1B|BCC|CBC", "1A2B"},
		{"bc4x10", "1H2B|+1 -2|1, 2|(1, 2)|[1 2]|1-2|1Б2К|1A 2B|fermi pico pico|1 bull & 2 cows", "1A2B"},
		{"mm4x6", "1B 2W|1b2w|BWW|WBW|1 black, 2 white|1 black 2 whites|1 black and 2 white pegs|XOO.|BWW_|BWW-|⚫⚪⚪|●○○", "1A2B"},
		{"mm4x6", "-|....|____|none|nothing|0 black, 0 white|no black, no white|0B0W|out|0B 0C|0S0B", "0A0B"},
		{"mm4x6", "2 black|black black|2S|SS|XX|2B0W|2 bulls|no cows, 2 bulls|2 strikes", "2A0B"},
		{"mm4x6", "2 white|2W|WW|OO|0B2W|2 cows|CC", "0A2B"},
		{"bc4x10", "bulls1 cows2|bulls1cows2|B1C2|S1B2|A1B2|strike1 ball2|ヒット1ブロー2|스트라이크1 볼2|blacks 1 and whites 2|Bulls - 1, Cows - 2", "1A2B"},
		{"bc4x10", "1 dead 2 wounded|1 nero, 2 bianchi|1 schwarz 2 weiss|1 черный 2 белых|1 red 2 white|1 in the right place, 2 in the wrong place|1 digit in the correct position and 2 digits in the wrong position", "1A2B"},
		{"bp4x6", "1/4|1 of 4|1 black|1B|B|1|1A0B|X|1H", "1A0B"},
	} {
		g := enginetest.Game(t, test.game)
		for text := range strings.SplitSeq(test.texts, "|") {
			if f, err := g.ParseFeedback(text); err != nil || f.String() != test.want {
				t.Errorf("%s: %q is read as %s, %v, want %s", g, text, f, err, test.want)
			}
		}
	}

	for _, test := range []struct{ game, text, want string }{
		{"mm4x6", "1B", "is ambiguous: B is black beside W or C, a wrong place beside A or S; write 1A0B or 0A1B"},
		{"bc4x10", "BB", "is ambiguous"},
		{"bc4x10", "1B 1S 1C", "is ambiguous"},
		{"mm4x6", "1/4", "counts one kind of pegs, and mm4x6 has two; write 1A0B or 0A1B"},
		{"bp4x6", "1/5", "is of 5; codes of bp4x6 have 4"},
		{"bp4x6", "1B1W", "has white pegs; bp4x6 counts black pegs only"},
		{"mm4x6", "3 black, 1 white", "cannot occur"},
		{"mm4x6", "3 black, 2 white", "5 pegs; mm4x6 has 4 positions"},
		{"mm4x6", "1 black, 1 blue", "is not of"},
		{"mm4x6", "1 1 black", "is not of"},
		{"mm4x6", "and", "is not of"},
		{"mm4x6", "1-", "is not of"},
		{"mm4x6", "99999999999999999999 black", "is not of"},
		{"mm4x6", "1XO", "is not of"},
		{"mm4x6", "XO1", "is not of"},
		{"mm4x6", "B1", "is ambiguous"},
		{"mm4x6", "B1 W1 B1", "is not of"},
		{"mm4x6", "1 correct", "is not of"},
		{"mm4x6", "2 correct digits", "is not of"},
		{"mm4x6", "1 right, 1 in the wrong place", "is not of"},
	} {
		_, err := enginetest.Game(t, test.game).ParseFeedback(test.text)
		enginetest.Refused(t, test.text, err, test.want)
	}
}

// TestParseRound reads guesses with blanks between their symbols.
func TestParseRound(t *testing.T) {
	for _, text := range []string{
		"1122 1A1B", "1 1 2 2 1A1B", "1122  1 black, 1 white", "1 1 2 2 1 1", "1. 1122 1A1B", "12) 1 1 2 2 1A1B", "[1122] 1A1B",
		"(1122): 1A1B", "1A1B (1122)", "1A1B: 1122", "1A1B - 1122", "\"1122\" -> 1A1B", "1 1 2 2 - 1A1B",
	} {
		g := enginetest.Game(t, "mm4x6")
		r, err := game.ParseRound(g, text)
		if got := game.History(g, []game.Round{r}); err != nil || got != "1122 1A1B" {
			t.Errorf("%q is read as %s, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"": `code ""`, "1122": `feedback ""`, "1A1B 2A0B": `"1A1B" is feedback, and no guess stands beside it`, "1 1 2 9 1A1B": `code "1" has 1 position`, "1199 1A1B": "not allowed"} {
		_, err := game.ParseRound(enginetest.Game(t, "mm4x6"), text)
		enginetest.Refused(t, text, err, want)
	}
}

func TestFeedbackIndex(t *testing.T) {
	want := 0
	for pegs := 0; pegs <= game.MaxPositions; pegs++ {
		for black := 0; black <= pegs; black++ {
			f := game.NewFeedback(black, pegs-black)
			if int(f) != want {
				t.Fatalf("%dA%dB has index %d, want %d", black, pegs-black, f, want)
			}
			if b, w := f.Pegs(); b != black || w != pegs-black {
				t.Fatalf("index %d is %dA%dB, want %dA%dB", f, b, w, black, pegs-black)
			}
			want++
		}
	}
	if want != game.MaxPegFeedbacks {
		t.Errorf("%d feedbacks, MaxPegFeedbacks is %d", want, game.MaxPegFeedbacks)
	}
}

// TestSwapOrder compares with the permutations of the recursive-swap
// generator written out by hand for 3 of 4 digits.
func TestSwapOrder(t *testing.T) {
	g := enginetest.Game(t, "bc3x4")
	_, codes := game.CodesIn(g, game.Swap)
	var got []string
	for _, c := range codes {
		got = append(got, g.FormatCode(c))
	}
	want := strings.Fields("012 013 021 023 032 031 102 103 120 123 132 130 210 213 201 203 230 231 312 310 321 320 302 301")
	if !slices.Equal(got, want) {
		t.Errorf("order swap:\n got %v\nwant %v", got, want)
	}

	_, lex := game.Codes(g)
	slices.Sort(codes)
	if !slices.Equal(codes, lex) {
		t.Error("orders swap and lex have different codes")
	}

	if game.CheckOrder(enginetest.Game(t, "mm3x4"), game.Swap) == nil {
		t.Error("order swap was accepted for a game with repeats")
	}
	if game.CheckOrder(g, "sideways") == nil {
		t.Error("order sideways was accepted")
	}
}

// TestCanonicalGuesses checks that they are exactly the lexicographically
// first codes of each class under permutation of positions and colours.
func TestCanonicalGuesses(t *testing.T) {
	for name, want := range map[string]string{
		"mm4x6":  "1111 1112 1122 1123 1234",
		"mm5x8":  "11111 11112 11122 11123 11223 11234 12345",
		"mm4x2":  "1111 1112 1122",
		"mm1x3":  "1",
		"bc4x10": "0123",
		"bp3x5":  "111",
	} {
		g := enginetest.Game(t, name)
		var got []string
		for _, c := range game.CanonicalGuesses(g) {
			got = append(got, g.FormatCode(c))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: canonical first guesses %v, want %s", name, got, want)
		}
	}

	for _, name := range []string{"bc4x10-nozero", "twod5"} {
		if g := enginetest.Game(t, name); game.CanonicalGuesses(g) != nil || !game.SymmetriesOf(g).None() {
			t.Errorf("%s is symmetric", g)
		}
	}

	g := enginetest.Game(t, "mm5x8").(Game)
	_, codes := game.Codes(g)
	firsts := map[string]game.Code{} // the first code by the sorted numbers of repeats
	for _, c := range codes {
		repeats := make([]byte, g.Colours)
		for i := range g.Positions {
			repeats[c.At(i)]++
		}
		slices.Sort(repeats)
		if _, seen := firsts[string(repeats)]; !seen {
			firsts[string(repeats)] = c
		}
	}

	var want []game.Code
	for _, c := range firsts {
		want = append(want, c)
	}
	slices.Sort(want)
	if got := game.CanonicalGuesses(g); !slices.Equal(got, want) {
		t.Errorf("mm5x8: canonical first guesses %v, by classes %v", got, want)
	}
}

func TestParseSecret(t *testing.T) {
	g := enginetest.Game(t, "mm4x6-distinct")
	if _, err := game.ParseSecret(g, "1234"); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{"1123": "cannot be a secret of mm4x6-distinct", "x": ""} {
		_, err := game.ParseSecret(g, text)
		enginetest.Refused(t, text, err, want)
	}
}

func TestTwoD(t *testing.T) {
	g := enginetest.Game(t, "twod5")
	for _, test := range []struct{ secret, guess, want string }{
		{"00", "44", "<="}, {"44", "00", ">="}, {"22", "22", "="},
		{"04", "40", "neither"}, {"23", "24", "<="}, {"24", "23", ">="},
	} {
		got := g.FormatFeedback(g.Feedback(enginetest.Code(t, g, test.secret), enginetest.Code(t, g, test.guess)))
		if got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
	_, err := g.ParseFeedback("<")
	enginetest.Refused(t, "<", err, "")
}

func BenchmarkFeedback(b *testing.B) {
	for _, name := range []string{"mm4x6", "bc4x10", "mm7x7"} {
		g := enginetest.Game(b, name)
		_, codes := game.Codes(g)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var sink game.Feedback
			for i := range b.N {
				sink += g.Feedback(codes[i%len(codes)], codes[i*7919%len(codes)])
			}
			_ = sink
		})
	}
}

func TestParsePegs(t *testing.T) {
	g, err := Parse("mm4x6-distinct")
	if want := (Game{Positions: 4, Colours: 6, GuessRepeats: true}); err != nil || g != want {
		t.Errorf("%+v, %v", g, err)
	}
	for _, name := range []string{"twod5", "mm11x2", "", "mm4"} {
		if g, err := Parse(name); err == nil {
			t.Errorf("%q is %s", name, g)
		}
	}
}
