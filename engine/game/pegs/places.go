package pegs

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// Places is a game of the codes of Bulls and Cows whose feedback shows places: for each
// digit of a guess, whether it is in the right place, elsewhere in the secret, or not in it
// (OEIS A231205; the feedback of Wordle to words without repeated letters). If it is Counted,
// feedback shows the right places, and only counts the digits elsewhere.
//
// Feedback is written by [game.FormatPlaces]. Where digits elsewhere are only counted, it
// marks as many of the first places that are not right, wherever the digits are.
type Places struct {
	Game    // for its codes; the feedback differs
	Counted bool
}

// placesKinds are the game that shows all places, and the counted one. Their literature
// follows the name of the game with the same codes.
var placesKinds = [...]kind{
	{
		prefix:     "pos",
		title:      "Bulls and Cows by position",
		literature: ", answered for each position",
		help:       "codes without repeats, answered for each position: right place, elsewhere or absent; OEIS A231205",
		rules:      Game{FromZero: true},
	},
	{
		prefix:     "pos",
		suffix:     "-counted",
		title:      "Bulls and Cows with the bulls shown",
		literature: ", right places shown",
		help:       "codes without repeats; feedback shows the right places, and counts the digits that are elsewhere",
		rules:      Game{FromZero: true},
	},
}

func (g Places) kind() kind {
	if g.Counted {
		return placesKinds[1]
	}
	return placesKinds[0]
}

func (g Places) String() string {
	return g.kind().name(g.Game)
}

// Describe names the game with the same codes in the literature, and the difference.
func (g Places) Describe() string {
	return g.Game.Describe() + g.kind().literature
}

// Structure offers fast feedback and, if feedback is for each digit, the hard mode of Wordle.
func (g Places) Structure() game.Structure {
	s := g.Game.Structure().WithFeedbackOf(g)
	s.Written = g.written
	s.Exchanged = g.exchanged
	s.Feedbacks = g.feedbacks
	s.Marks = g.marks
	if g.Counted {
		s.Forms = "G..2: G for each right place, a dot for each other, then the number of digits elsewhere"
	} else {
		s.Hints = g.usesHints
		s.Forms = "GYBB for digits in the right place, elsewhere (Y) and absent (B), or 2100"
	}
	return s
}

// marks counts the digits in the right place, and those elsewhere.
func (g Places) marks(f game.Feedback) (right, elsewhere int) {
	places := game.FormatPlaces(f, g.Positions)
	return strings.Count(places, "G"), strings.Count(places, "Y")
}

// usesHints reports whether a guess uses the hints of the feedback of a round: digits in the
// right place stay there, and digits elsewhere are used anywhere.
func (g Places) usesHints(guess game.Code, r game.Round) bool {
	now := g.FormatFeedback(g.Feedback(guess, r.Guess))
	for i, place := range g.FormatFeedback(r.Feedback) {
		if place == 'G' && now[i] != 'G' || place == 'Y' && now[i] == 'B' {
			return false
		}
	}
	return true
}

// Feedback takes O(positions) time.
func (g Places) Feedback(secret, guess game.Code) game.Feedback {
	return g.feedback(secret, guess, g.mask(secret))
}

// feedback is Feedback for a secret with the given set of colours.
func (g Places) feedback(secret, guess game.Code, colours uint16) game.Feedback {
	var right, has uint // a bit for each place, the first one the highest
	for i := range g.Positions {
		colour := guess.At(i)
		has = has<<1 | uint(colours>>colour&1)
		right <<= 1
		if secret.At(i) == colour {
			right |= 1
		}
	}

	// Each counted digit marks the first place that is not right or marked.
	if g.Counted {
		elsewhere := bits.OnesCount(has &^ right)
		for has = right; elsewhere > 0; elsewhere-- {
			has |= 1 << (bits.Len(^has&(1<<g.Positions-1)) - 1)
		}
	}
	return inThrees[has] + inThrees[right]
}

// inThrees[i] is the number whose digits of base 3 are the bits of i.
var inThrees = func() (out [1 << game.MaxPositions]game.Feedback) {
	for i := range out {
		out[i] = 3*out[i>>1] + game.Feedback(i&1)
	}
	return out
}()

// feedbacks looks up the colours of each secret only once.
func (g Places) feedbacks(secrets []game.Code) func(guess game.Code, out []game.Feedback) {
	colours := make([]uint16, len(secrets))
	for i, secret := range secrets {
		colours[i] = g.mask(secret)
	}
	return func(guess game.Code, out []game.Feedback) {
		for i, secret := range secrets {
			out[i] = g.feedback(secret, guess, colours[i])
		}
	}
}

// written returns the game with other symbols.
func (g Places) written(symbols, words string) game.Game {
	g.Game.Symbols = symbols
	g.Game.Words = words
	return g
}

// Reference looks for each digit of the guess in the secret, both in the usual digits.
func (g Places) Reference(secret, guess game.Code) game.Feedback {
	g.Game.Symbols = ""
	hidden := g.FormatCode(secret)
	places := []byte(strings.Repeat("B", g.Positions))
	for i, digit := range g.FormatCode(guess) {
		switch at := strings.IndexRune(hidden, digit); {
		case at == i:
			places[i] = 'G'
		case at >= 0:
			places[i] = 'Y'
		}
	}
	return g.read(string(places))
}

// read makes feedback of written places. If the game is Counted, it moves the marks of
// digits elsewhere to the first places.
func (g Places) read(places string) game.Feedback {
	if g.Counted {
		right := strings.ReplaceAll(places, "Y", "B")
		places = countedPlaces(right, strings.Count(places, "Y"))
	}
	f, _ := game.ParsePlaces[game.Feedback](g, g.Positions, places) // they are well-formed
	return f
}

// countedPlaces marks the first n places that are not right, for n digits elsewhere.
func countedPlaces(places string, n int) string {
	return strings.Replace(places, "B", "Y", n)
}

// exchanged exchanges the places.
func (g Places) exchanged(f game.Feedback, from []int8) game.Feedback {
	places := game.FormatPlaces(f, g.Positions)
	out := ""
	for _, at := range from {
		out += places[at : at+1]
	}
	return g.read(out)
}

func (g Places) Final() game.Feedback {
	return 2 * inThrees[1<<g.Positions-1]
}

func (g Places) OutcomeLimit() int {
	return int(g.Final()) + 1
}

// Outcomes does not count impossible feedback: all digits of the guess in the secret, and only
// one of them elsewhere. With fewer than two colours for each position the secret has some
// digits of any guess: at least least.
func (g Places) Outcomes() int {
	least := max(0, 2*g.Positions-g.Colours)
	n := -g.Positions

	// Each set of places is that of the right digits, if the game is Counted; else that of the
	// digits that the secret has.
	for set := range 1 << g.Positions {
		switch size := bits.OnesCount(uint(set)); {
		case g.Counted:
			n += g.Positions + 1 - max(size, least)
		case size >= least:
			n += 1 << size
		}
	}
	return n
}

// ParseCode reads a code as FormatCode writes it.
func (g Places) ParseCode(s string) (game.Code, error) {
	return g.parseCode(g, s)
}

// FormatFeedback writes the feedback as GYBB, as in Wordle; or as G..2 if the game is Counted.
func (g Places) FormatFeedback(f game.Feedback) string {
	places := game.FormatPlaces(f, g.Positions)
	if !g.Counted {
		return places
	}
	right := strings.NewReplacer("Y", ".", "B", ".").Replace(places)
	return right + strconv.Itoa(strings.Count(places, "Y"))
}

// ParseFeedback reads the form of FormatFeedback, in either case, and in a game that is not
// Counted all forms of [game.ParsePlaces].
func (g Places) ParseFeedback(s string) (game.Feedback, error) {
	if !g.Counted {
		return game.ParsePlaces[game.Feedback](g, g.Positions, s)
	}

	// The last character is the number of digits elsewhere.
	text := " " + string(game.PlacesOf(s))
	last := len(text) - 1
	n := strings.IndexByte("0123456789", text[last])
	places := strings.TrimSpace(text[:last])
	places = strings.NewReplacer(".", "B", "-", "B", "_", "B", "X", "B").Replace(places)
	others := strings.Count(places, "B")

	switch {
	case len(places) != g.Positions || n < 0 || strings.Trim(places, "GB") != "":
		return 0, fmt.Errorf("feedback %q is not of a form such as %s: G for each right place, then the number of digits elsewhere", wording.Clip(s), g.FormatFeedback(1))
	case n > others || n == 1 && others == 1:
		return 0, fmt.Errorf("feedback %q cannot occur: %s cannot be elsewhere", s, wording.Plural(n, "digit"))
	}
	return game.ParsePlaces[game.Feedback](g, g.Positions, countedPlaces(places, n))
}
