package pegs

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/short"
)

// Places is a game of the codes of Bulls and Cows whose feedback shows places: for each
// digit of a guess, whether it is in the right place, elsewhere in the secret, or not in it
// (OEIS A231205; the answers of Wordle to words without repeated letters). If it is Counted,
// the right places are shown, and the digits elsewhere only counted.
//
// Feedback is that of [game.FormatPlaces]. Where digits elsewhere are only counted, the first
// places that are not right stand for them, wherever they are.
type Places struct {
	Game    // of which only the codes are those of this one
	Counted bool
}

// placesKinds are that in which all is shown and the counted one. What they are in the
// literature follows the game of the same codes.
var placesKinds = [...]kind{
	{"pos", "", "Bulls and Cows by position", ", answered for each position", "codes without repeats, answered for each position: right place, elsewhere or absent; OEIS A231205", Game{FromZero: true}},
	{"pos", "-counted", "Bulls and Cows with the bulls shown", ", right places shown", "codes without repeats; feedback shows the right places, and counts the digits that are elsewhere", Game{FromZero: true}},
}

func (g Places) kind() kind {
	if g.Counted {
		return placesKinds[1]
	}
	return placesKinds[0]
}

func (g Places) String() string { return g.kind().name(g.Game) }

// Describe names the game of the same codes in the literature.
func (g Places) Describe() string { return g.Game.Describe() + g.kind().literature }

// Self makes the capabilities of the codes those of this game, as [game.As] says.
func (g Places) Self() game.Game { return g }

// Structure offers fast answers and, where feedback is for each digit, the hard mode of Wordle.
func (g Places) Structure() game.Structure {
	if g.Counted {
		return game.Structure{Of: g, Feedbacks: g.feedbacks, Forms: "G..2: G for each right place, a dot for each other, then the number of digits elsewhere"}
	}
	return game.Structure{Of: g, Feedbacks: g.feedbacks, Hints: g.usesHints, Forms: "GYBB for digits in the right place, elsewhere (Y) and absent (B), or 2100"}
}

// usesHints reports whether a guess has what the feedback of a round has: digits in the right
// place there, and those elsewhere anywhere.
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
	return g.answer(secret, guess, g.mask(secret))
}

// answer is Feedback for a secret of some colours.
func (g Places) answer(secret, guess game.Code, colours uint16) game.Feedback {
	var right, has uint // a bit for each place, the first one the highest
	for i := range g.Positions {
		colour := guess.At(i)
		has = has<<1 | uint(colours>>colour&1)
		right <<= 1
		if secret.At(i) == colour {
			right |= 1
		}
	}
	if g.Counted {
		elsewhere := bits.OnesCount(has &^ right)
		for has = right; elsewhere > 0; elsewhere-- {
			has |= 1 << (bits.Len(^has&(1<<g.Positions-1)) - 1)
		}
	}
	return inThrees[has] + inThrees[right]
}

// inThrees are the numbers whose digits of base 3 are the bits of the index.
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
			out[i] = g.answer(secret, guess, colours[i])
		}
	}
}

// Reference looks for each digit of the guess in the secret, as they are written.
func (g Places) Reference(secret, guess game.Code) game.Feedback {
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

// read reads places as they are written, of which those with digits elsewhere count only
// together if the game is Counted.
func (g Places) read(places string) game.Feedback {
	if g.Counted {
		places = countedPlaces(strings.ReplaceAll(places, "Y", "B"), strings.Count(places, "Y"))
	}
	f, _ := game.ParsePlaces(g, g.Positions, places) // they are well-formed
	return f
}

// countedPlaces has the first of the places that are not right stand for n digits elsewhere.
func countedPlaces(places string, n int) string { return strings.Replace(places, "B", "Y", n) }

// Exchanged exchanges the places.
func (g Places) Exchanged(f game.Feedback, from []int8) game.Feedback {
	places, out := game.FormatPlaces(f, g.Positions), ""
	for _, at := range from {
		out += places[at : at+1]
	}
	return g.read(out)
}

func (g Places) Final() game.Feedback { return 2 * inThrees[1<<g.Positions-1] }
func (g Places) OutcomeLimit() int    { return int(g.Final()) + 1 }

// Outcomes leaves out what cannot occur: all digits of the guess in the secret, and only one
// of them elsewhere. Of fewer than two colours for each position the secret has some of any
// guess.
func (g Places) Outcomes() int {
	least, n := max(0, 2*g.Positions-g.Colours), -g.Positions
	for set := range 1 << g.Positions { // of right places; or of those whose digits the secret has
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
func (g Places) ParseCode(s string) (game.Code, error) { return g.parseCode(g, s) }

// FormatFeedback writes the feedback as GYBB, as in Wordle; or as G..2 if the game is Counted.
func (g Places) FormatFeedback(f game.Feedback) string {
	places := game.FormatPlaces(f, g.Positions)
	if g.Counted {
		return strings.NewReplacer("Y", ".", "B", ".").Replace(places) + strconv.Itoa(strings.Count(places, "Y"))
	}
	return places
}

// ParseFeedback reads what FormatFeedback writes, in either case, and in a game that is not
// Counted all that [game.ParsePlaces] reads.
func (g Places) ParseFeedback(s string) (game.Feedback, error) {
	if !g.Counted {
		return game.ParsePlaces(g, g.Positions, s)
	}
	text := strings.ToUpper(strings.TrimSpace(s))
	places := strings.ReplaceAll(text[:max(0, len(text)-1)], ".", "B")
	n, others := strings.IndexByte("0123456789", (" " + text)[len(text)]), strings.Count(places, "B")
	switch {
	case len(places) != g.Positions || n < 0 || strings.Trim(places, "GB") != "":
		return 0, fmt.Errorf("feedback %q of %s is not of a form such as %s: G for each right place, then the number of digits elsewhere", short.Clip(s), g, g.FormatFeedback(1))
	case n > others || n == 1 && others == 1:
		return 0, fmt.Errorf("feedback %q cannot occur: %s cannot be elsewhere", s, short.Plural(n, "digit"))
	}
	return game.ParsePlaces(g, g.Positions, countedPlaces(places, n))
}
