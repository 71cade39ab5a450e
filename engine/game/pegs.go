package game

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
)

// Pegs is a game of coloured pegs: Mastermind, Bulls and Cows, and variants
// of theirs. Make one with [Parse]; it is a plain comparable value.
type Pegs struct {
	Positions     int  // 1 to MaxPositions
	Colours       int  // 2 to MaxColours
	GuessRepeats  bool // whether a colour may occur more than once in a guess
	SecretRepeats bool // the same for secrets
	BlackOnly     bool // whether white pegs are not told
	NoLeadingZero bool // whether the first position may not hold colour 0
	FromZero      bool // whether colours are written from 0 rather than from 1
}

// pegFamilies lists the kinds of peg games. Each is a prefix, a size and a
// suffix.
func pegFamilies() []Family {
	kinds := []struct {
		prefix, suffix, title, help string
		rules                       Pegs
	}{
		{"mm", "", "Mastermind", "Mastermind, repeats allowed; MM(P,C) in the literature", Pegs{GuessRepeats: true, SecretRepeats: true}},
		{"bc", "", "Bulls and Cows", "Bulls and Cows, no repeats; AB(P,C) in the literature", Pegs{FromZero: true}},
		{"bp", "", "Mastermind with black pegs only", "Mastermind answered with black pegs only", Pegs{GuessRepeats: true, SecretRepeats: true, BlackOnly: true}},
		{"mm", "-distinct", "Mastermind", "Mastermind whose secrets have no repeats, though guesses may", Pegs{GuessRepeats: true}},
		{"mm", "-digits", "Mastermind", "Mastermind written with digits from 0", Pegs{GuessRepeats: true, SecretRepeats: true, FromZero: true}},
		{"bc", "-nozero", "Bulls and Cows", "Bulls and Cows without 0 in the first position", Pegs{FromZero: true, NoLeadingZero: true}},
	}
	var families []Family
	for _, k := range kinds {
		families = append(families, Family{
			Pattern: k.prefix + "PxC" + k.suffix,
			Help:    k.help,
			Title:   titled(k.title),
			Parse:   func(name string) (Game, bool, error) { return parsePegs(name, k.prefix, k.suffix, k.rules) },
		})
	}
	return families
}

// ParsePegs reads the name of a peg game, for families of games that are built
// on one.
func ParsePegs(name string) (Pegs, error) {
	g, err := parseAs(name, pegFamilies())
	if err != nil {
		return Pegs{}, err
	}
	return g.(Pegs), nil
}

var pegsSize = regexp.MustCompile(`^([0-9]{1,9})x([0-9]{1,9})$`)

// parsePegs reads the size of a game between prefix and suffix, and puts it
// into the rules. ok is false if the name is not of that form.
func parsePegs(name, prefix, suffix string, g Pegs) (_ Game, ok bool, err error) {
	size, ok1 := strings.CutPrefix(name, prefix)
	size, ok2 := strings.CutSuffix(size, suffix)
	m := pegsSize.FindStringSubmatch(size)
	if !ok1 || !ok2 || m == nil {
		return nil, false, nil
	}
	g.Positions, _ = strconv.Atoi(m[1]) // the pattern leaves only digits that fit
	g.Colours, _ = strconv.Atoi(m[2])
	switch {
	case g.String() != name:
		err = fmt.Errorf("unknown game %q; write it without leading zeros: %s", name, g)
	case g.Positions < 1 || g.Positions > MaxPositions:
		err = fmt.Errorf("game %s has %s; 1 to %d are allowed", name, plural(g.Positions, "position"), MaxPositions)
	case g.Colours < 2 || g.Colours > MaxColours:
		err = fmt.Errorf("game %s has %s; 2 to %d are allowed", name, plural(g.Colours, "colour"), MaxColours)
	case !g.SecretRepeats && g.Colours < g.Positions:
		err = fmt.Errorf("game %s has %d colours for %d positions; without repeats it needs at least %d colours", name, g.Colours, g.Positions, g.Positions)
	case g.count(g.GuessRepeats) > MaxCodes:
		err = fmt.Errorf("game %s has %d codes; at most %d are allowed", name, g.count(g.GuessRepeats), MaxCodes)
	}
	return g, true, err
}

// count returns the number of codes with or without repeats.
func (g Pegs) count(repeats bool) int {
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

// Self makes the capabilities of peg games their own, as [As] says.
func (g Pegs) Self() Game { return g }

// Sizes returns the numbers of secrets and of guesses.
func (g Pegs) Sizes() (secrets, guesses int) {
	return g.count(g.SecretRepeats), g.count(g.GuessRepeats)
}

// CheckOrder returns an error for Swap in games with repeats.
func (g Pegs) CheckOrder(order Order) error {
	if g.GuessRepeats || order != Swap {
		return onlyLex(g, order)
	}
	return nil
}

// Enumerate calls yield for each code in the order, leaving out those with
// repeats where there are none.
func (g Pegs) Enumerate(order Order, yield func(Code)) {
	if order == Swap {
		swapped(g.Positions, g.Colours, yield)
		return
	}
	lexicographic(g.Positions, g.Colours, !g.GuessRepeats && !g.SecretRepeats, yield)
}

func (g Pegs) String() string {
	family, suffix := "mm", ""
	switch {
	case g.BlackOnly:
		family = "bp"
	case !g.GuessRepeats:
		family = "bc"
	}
	switch {
	case g.NoLeadingZero:
		suffix = "-nozero"
	case g.GuessRepeats && !g.SecretRepeats:
		suffix = "-distinct"
	case g.GuessRepeats && g.FromZero:
		suffix = "-digits"
	}
	return fmt.Sprintf("%s%dx%d%s", family, g.Positions, g.Colours, suffix)
}

// Describe names the game as the literature does, with what sets it apart.
func (g Pegs) Describe() string {
	switch {
	case g.BlackOnly:
		return fmt.Sprintf("MM(%d,%d), black pegs only", g.Positions, g.Colours)
	case g.NoLeadingZero:
		return fmt.Sprintf("AB(%d,%d) without leading zero", g.Positions, g.Colours)
	case !g.GuessRepeats:
		return fmt.Sprintf("AB(%d,%d)", g.Positions, g.Colours)
	case !g.SecretRepeats:
		return fmt.Sprintf("MM(%d,%d), secrets without repeats", g.Positions, g.Colours)
	case g.FromZero:
		return fmt.Sprintf("MM(%d,%d) written from 0", g.Positions, g.Colours)
	}
	return fmt.Sprintf("MM(%d,%d)", g.Positions, g.Colours)
}

func (g Pegs) Shape() (positions, numbers int) { return g.Positions, g.Colours }

func (g Pegs) IsSecret(c Code) bool { return g.allows(c, g.SecretRepeats) }
func (g Pegs) IsGuess(c Code) bool  { return g.allows(c, g.GuessRepeats) }

func (g Pegs) allows(c Code, repeats bool) bool {
	if g.NoLeadingZero && c.At(0) == 0 {
		return false
	}
	return repeats || bits.OnesCount16(g.mask(c)) == g.Positions
}

// mask returns the set of colours in the code: bit k for colour k.
func (g Pegs) mask(c Code) uint16 {
	var m uint16
	for i := range g.Positions {
		m |= 1 << c.At(i)
	}
	return m
}

// Feedback counts the pegs of the answer. Black pegs count the positions
// where secret and guess agree; black and white pegs together count, for each
// colour, how often both codes have it (the smaller of the two numbers). It
// is symmetric in secret and guess and takes O(positions) time.
func (g Pegs) Feedback(secret, guess Code) Feedback {
	black := g.Positions - differences(secret, guess)
	if g.BlackOnly {
		return NewFeedback(black, 0)
	}
	return NewFeedback(black, inCommon(g.coloursOf(secret), g.coloursOf(guess))-black)
}

// Reference marks and pairs up pegs, as a person with a pencil would.
func (g Pegs) Reference(secret, guess Code) Feedback {
	var hidden, guessed [MaxPositions]int
	for i := range g.Positions {
		hidden[i], guessed[i] = secret.At(i), guess.At(i)
	}
	black, white := naiveFeedback(hidden[:g.Positions], guessed[:g.Positions])
	if g.BlackOnly {
		white = 0
	}
	return NewFeedback(black, white)
}

func (g Pegs) OutcomeLimit() int { return int(g.Final()) + 1 }
func (g Pegs) Final() Feedback   { return NewFeedback(g.Positions, 0) }

// Outcomes leaves out what cannot occur: all but one peg black, and the last in
// the wrong position. Games without repeats have too few colours for the
// answers with the fewest pegs if there are fewer than two per position.
func (g Pegs) Outcomes() int {
	if g.BlackOnly {
		return g.Positions + 1
	}
	outcomes := 0
	for pegs := range g.Positions + 1 {
		if !g.GuessRepeats && pegs < 2*g.Positions-g.Colours {
			continue
		}
		outcomes += pegs + 1
	}
	return outcomes - 1
}

const (
	digitsFromOne  = "123456789ABCDEFG" // Mastermind: the literature counts colours from 1
	digitsFromZero = "0123456789ABCDEF" // Bulls and Cows: codes are digit strings
)

// Alphabet returns the symbols of the game's colours, in order.
func (g Pegs) Alphabet() string {
	if g.FromZero {
		return digitsFromZero[:g.Colours]
	}
	return digitsFromOne[:g.Colours]
}

// FormatCode writes a code with one symbol of the alphabet per position, such
// as 1122 or 01AF.
func (g Pegs) FormatCode(c Code) string { return formatSymbols(g, g.Alphabet(), c) }

// ParseCode reads a code as FormatCode writes it; letters may be in either
// case.
func (g Pegs) ParseCode(s string) (Code, error) {
	c, err := parseSymbols(g, g.Alphabet(), s)
	if err != nil {
		return 0, err
	}
	if g.NoLeadingZero && c.At(0) == 0 {
		return 0, fmt.Errorf("code %q begins with 0; %s forbids that", s, g)
	}
	if !g.IsGuess(c) {
		var seen uint16
		for i := range g.Positions {
			if seen&(1<<c.At(i)) != 0 {
				return 0, fmt.Errorf("code %q repeats %q; %s forbids repeats", s, g.Alphabet()[c.At(i)], g)
			}
			seen |= 1 << c.At(i)
		}
	}
	return c, nil
}

// FormatFeedback writes the feedback as 1A2B.
func (g Pegs) FormatFeedback(f Feedback) string { return f.String() }

// CanonicalGuesses returns one code for each kind of first guess, in
// lexicographic order. Before anything is known all colours and all positions
// are alike, so two first guesses differ only in how often their colours
// repeat; of each kind the code first in lexicographic order is given: 1111,
// 1112, 1122, 1123 and 1234 for mm4x6, only 0123 for bc4x10. With black pegs only
// they do not even differ in that: 1111 is the only one for bp4x6. Games with a
// special first position are not symmetric.
func (g Pegs) CanonicalGuesses() []Code {
	switch {
	case g.NoLeadingZero:
		return nil
	case g.ownColours():
		return []Code{0}
	}
	if !g.GuessRepeats {
		var c Code
		for i := range g.Positions {
			c = c.With(i, i)
		}
		return []Code{c}
	}
	var out []Code
	// repeat appends runs of new colours, none longer than the run before it.
	var repeat func(c Code, position, colour, longest int)
	repeat = func(c Code, position, colour, longest int) {
		if position == g.Positions {
			out = append(out, c)
			return
		}
		if colour == g.Colours {
			return
		}
		for run := min(longest, g.Positions-position); run >= 1; run-- {
			next := c
			for i := range run {
				next = next.With(position+i, colour)
			}
			repeat(next, position+run, colour+1, run)
		}
	}
	repeat(0, 0, 0, g.Positions)
	return out
}

// ownColours reports whether the colours of each position can be exchanged without those
// of the others: what is no black peg does not matter, and every code is allowed.
func (g Pegs) ownColours() bool { return g.BlackOnly && g.GuessRepeats && g.SecretRepeats }

var (
	wordBulls   = regexp.MustCompile(`^(\d{1,2})(?:A(\d{1,2})B|[ \t]+(\d{1,2}))$`)
	bullsForm   = regexp.MustCompile(`^(\d)A(\d)B$`)
	numbersForm = regexp.MustCompile(`^(\d)[ \t]+(\d)$`)
	pegsForm    = regexp.MustCompile(`^[XO]+$`)
	blacksForm  = regexp.MustCompile(`^\d$`)
)

// ParseFeedback reads feedback in any notation, in either case: 1A2B, "1 2"
// or XOO (an X for each right place and an O for each wrong one, in any order, - for
// none), and in games of black pegs only also their number alone. B counts wrong places
// in 1A2B, so that it stands for no black peg. Feedback that no guess can get, such as 3A1B at
// four positions, is an error.
func (g Pegs) ParseFeedback(s string) (Feedback, error) {
	text := strings.ToUpper(strings.TrimSpace(s))
	var black, white int
	switch {
	case text == "-":
	case pegsForm.MatchString(text):
		black, white = strings.Count(text, "X"), strings.Count(text, "O")
	case g.BlackOnly && blacksForm.MatchString(text):
		black = int(text[0] - '0')
	default:
		m := bullsForm.FindStringSubmatch(text)
		if m == nil {
			m = numbersForm.FindStringSubmatch(text)
		}
		if m == nil {
			return 0, fmt.Errorf("feedback %q is none of 1A2B, \"1 2\" or XOO (- for no pegs)", clip(s))
		}
		black, white = int(m[1][0]-'0'), int(m[2][0]-'0')
	}
	if g.BlackOnly && white > 0 {
		return 0, fmt.Errorf("feedback %q has white pegs; %s tells black pegs only", clip(s), g)
	}
	if black+white > g.Positions {
		return 0, fmt.Errorf("feedback %q has %d pegs; %s has %s", clip(s), black+white, g, plural(g.Positions, "position"))
	}
	if black == g.Positions-1 && white == 1 {
		return 0, fmt.Errorf("feedback %q cannot occur: with %d pegs black the last cannot be in the wrong position", s, black)
	}
	return NewFeedback(black, white), nil
}
