package pegs

import (
	"fmt"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/short"
)

// Places is a game of the codes of Bulls and Cows whose feedback shows places: for each
// digit of a guess, whether it is in the right place, elsewhere in the secret, or not in it
// (OEIS A231205; the answers of Wordle to words without repeated letters). If it is Counted,
// the right places are shown, and of the digits elsewhere only their number is told.
//
// Feedback is a number with a digit for each place, the first one the highest. In base 3,
// they are those of [game.FormatPlaces]. If the game is Counted, they are in base 2, 1 for
// a right place, and the number is multiplied by one more than the positions, to which the
// number of digits elsewhere is added.
type Places struct {
	Game    // of which only the codes are those of this one
	Counted bool
}

var placesFamilies = []game.Family{
	{
		Pattern: "posPxC", Title: game.Titled("Bulls and Cows by position"), Parse: parsePlaces(false),
		Help: "codes without repeats, answered for each position: right place, elsewhere or absent (OEIS A231205)",
	},
	{
		Pattern: "posPxC-counted", Title: game.Titled("Bulls and Cows with right places shown"), Parse: parsePlaces(true),
		Help: "codes without repeats; feedback shows the right places, and counts the digits that are elsewhere",
	},
}

func parsePlaces(counted bool) func(name string) (game.Game, bool, error) {
	return func(name string) (game.Game, bool, error) {
		g, ok, err := parse(name, "pos", suffixOf(counted), Game{FromZero: true})
		return Places{g, counted}, ok, err
	}
}

func suffixOf(counted bool) string {
	if counted {
		return "-counted"
	}
	return ""
}

func (g Places) String() string {
	return fmt.Sprintf("pos%dx%d%s", g.Positions, g.Colours, suffixOf(g.Counted))
}

// Describe names the game of the same codes in the literature.
func (g Places) Describe() string {
	if g.Counted {
		return g.Game.Describe() + ", right places shown"
	}
	return g.Game.Describe() + ", answered for each position"
}

// Self makes the capabilities of the codes those of this game, as [game.As] says.
func (g Places) Self() game.Game { return g }

// Structure offers fast answers, and the hard mode of Wordle.
func (g Places) Structure() game.Structure {
	if g.Counted {
		return game.Structure{Of: g, Feedbacks: g.feedbacks, Forms: "G..2: G for each right place, a dot for each other, and the number of digits elsewhere"}
	}
	return game.Structure{Of: g, Feedbacks: g.feedbacks, Hints: g.usesHints, Forms: "GYBB for right places, digits elsewhere (Y) and absent ones (B), or 2100"}
}

// base is that of the digits of feedback, one for each place; elsewhere is how many numbers of
// digits elsewhere are told.
func (g Places) base() (base, elsewhere game.Feedback) {
	if g.Counted {
		return 2, game.Feedback(g.Positions) + 1
	}
	return 3, 1
}

// Feedback looks at each place. It takes O(positions) time.
func (g Places) Feedback(secret, guess game.Code) game.Feedback {
	return g.answer(secret, guess, g.mask(secret))
}

// answer is Feedback for a secret of some colours.
func (g Places) answer(secret, guess game.Code, colours uint16) (f game.Feedback) {
	base, _ := g.base()
	elsewhere := 0
	for i := range g.Positions {
		f *= base
		switch colour := guess.At(i); {
		case secret.At(i) == colour:
			f += base - 1
		case colours>>colour&1 != 0:
			f += base - 2
			elsewhere++
		}
	}
	if g.Counted {
		f = f*game.Feedback(g.Positions+1) + game.Feedback(elsewhere)
	}
	return f
}

// feedbacks looks up the colours of each secret only once.
func (g Places) feedbacks(secrets []game.Code) func(guess game.Code, out []game.Feedback) {
	colours := make([]uint16, len(secrets))
	for i, secret := range secrets {
		colours[i] = g.mask(secret)
	}
	return func(guess game.Code, out []game.Feedback) {
		for i, secret := range secrets {
			out[i] = g.answer(secret, guess, colours[i])
		}
	}
}

// Reference compares the codes as they are written.
func (g Places) Reference(secret, guess game.Code) game.Feedback {
	hidden, digits, base, elsewhere := g.FormatCode(secret), "", 3, 0
	for i, digit := range g.FormatCode(guess) {
		switch at := strings.IndexRune(hidden, digit); {
		case at == i:
			digits += "2"
		case at >= 0:
			digits += "1"
			elsewhere++
		default:
			digits += "0"
		}
	}
	if g.Counted {
		digits, base = strings.NewReplacer("1", "0", "2", "1").Replace(digits), 2
	}
	f, _ := strconv.ParseUint(digits, base, 16) // they are digits of the base
	if g.Counted {
		f = f*uint64(g.Positions+1) + uint64(elsewhere)
	}
	return game.Feedback(f)
}

// Exchanged exchanges the digits of feedback.
func (g Places) Exchanged(f game.Feedback, from []int8) (out game.Feedback) {
	digits, elsewhere := g.digits(f)
	base, numbers := g.base()
	for _, at := range from {
		out = out*base + digits[at]
	}
	return out*numbers + elsewhere
}

// digits returns those of feedback, by place, and the number of digits of the guess that are
// elsewhere, if it is told.
func (g Places) digits(f game.Feedback) (digits [game.MaxPositions]game.Feedback, elsewhere game.Feedback) {
	base, numbers := g.base()
	elsewhere, f = f%numbers, f/numbers
	for i := g.Positions - 1; i >= 0; i-- {
		digits[i], f = f%base, f/base
	}
	return digits, elsewhere
}

// usesHints reports whether a guess keeps what was in the right place, and uses what was
// elsewhere.
func (g Places) usesHints(guess game.Code, r game.Round) bool {
	digits, _ := g.digits(r.Feedback)
	now, _ := g.digits(g.Feedback(guess, r.Guess))
	for i, digit := range digits {
		if digit == 2 && now[i] != 2 || digit == 1 && now[i] == 0 {
			return false
		}
	}
	return true
}

func (g Places) Final() game.Feedback { return g.Feedback(0, 0) } // codes that agree everywhere
func (g Places) OutcomeLimit() int    { return int(g.Final()) + 1 }

// Outcomes leaves out what cannot occur: all places but one right, and the last digit
// elsewhere; and fewer digits of the secret than a guess must have where there are fewer than
// two colours for each position.
func (g Places) Outcomes() (n int) {
	for right, ways := 0, 1; right <= g.Positions; right++ {
		others := g.Positions - right
		for elsewhere, which := 0, 1; elsewhere <= others; elsewhere++ {
			switch {
			case right+elsewhere < 2*g.Positions-g.Colours || others == 1 && elsewhere == 1:
			case g.Counted:
				n += ways
			default:
				n += ways * which
			}
			which = which * (others - elsewhere) / (elsewhere + 1)
		}
		ways = ways * others / (right + 1)
	}
	return n
}

// ParseCode reads a code as FormatCode writes it.
func (g Places) ParseCode(s string) (game.Code, error) { return g.parseCode(g, s) }

// FormatFeedback writes the feedback as GYBB, as in Wordle; or as G..2 if the game is Counted.
func (g Places) FormatFeedback(f game.Feedback) string {
	if !g.Counted {
		return game.FormatPlaces(f, g.Positions)
	}
	digits, elsewhere := g.digits(f)
	out := ""
	for _, digit := range digits[:g.Positions] {
		out += ".G"[digit : digit+1]
	}
	return out + strconv.Itoa(int(elsewhere))
}

// ParseFeedback reads what FormatFeedback writes, in either case. One that cannot occur is an
// error.
func (g Places) ParseFeedback(s string) (f game.Feedback, err error) {
	if !g.Counted {
		return game.ParsePlaces(g, g.Positions, s)
	}
	text, right := strings.ToUpper(strings.TrimSpace(s)), 0
	fail := fmt.Errorf("feedback %q is not of the form %s of %s: G for each right place, then the number of digits elsewhere", short.Clip(s), g.FormatFeedback(g.Final()), g)
	if len(text) != g.Positions+1 {
		return 0, fail
	}
	for _, place := range text[:g.Positions] {
		digit := strings.IndexRune(".G", place)
		if digit < 0 {
			return 0, fail
		}
		f = 2*f + game.Feedback(digit)
		right += digit
	}
	elsewhere := int(text[g.Positions]) - '0'
	switch others := g.Positions - right; {
	case elsewhere < 0 || elsewhere > 9:
		return 0, fail
	case elsewhere > others || others == 1 && elsewhere == 1:
		return 0, fmt.Errorf("feedback %q cannot occur: %d digits elsewhere, where %d places are not right", s, elsewhere, others)
	}
	return f*game.Feedback(g.Positions+1) + game.Feedback(elsewhere), nil
}
