package game

import (
	"fmt"
	"strings"

	"codebreak/engine/short"
)

// The feedback of games that answer for each place, as Wordle does, is a number of base 3
// with a digit for each place of the guess, the first one the highest: 0 for what is not in
// the secret (grey, B), 1 for what is elsewhere in it (yellow, Y), 2 for what is in the right
// place (green, G).

// placeLetters are how the digits are written.
const placeLetters = "BYG"

// placeDigits are the ways to type a digit.
var placeDigits = map[rune]Feedback{
	'B': 0, '0': 0, '⬛': 0, '⬜': 0,
	'Y': 1, '1': 1, '🟨': 1,
	'G': 2, '2': 2, '🟩': 2,
}

// FormatPlaces writes feedback for n places as GYBBG.
func FormatPlaces(f Feedback, n int) string {
	out := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = placeLetters[f%3]
		f /= 3
	}
	return string(out)
}

// ParsePlaces reads feedback of a game for n places, as FormatPlaces writes it, in either
// case; also in digits, or in squares. One that cannot occur is an error.
func ParsePlaces(g Game, n int, s string) (f Feedback, err error) {
	places := []rune(strings.ToUpper(strings.TrimSpace(s)))
	if len(places) != n {
		return 0, fmt.Errorf("feedback %q has %s; that of %s has %d", short.Clip(s), short.Plural(len(places), "colour"), g, n)
	}
	var counts [3]int // of digits
	for i, r := range places {
		digit, ok := placeDigits[r]
		if !ok {
			return 0, fmt.Errorf("feedback %q: %q at position %d is not G (green), Y (yellow) or B (grey), nor 2, 1 or 0", short.Clip(s), r, i+1)
		}
		f = 3*f + digit
		counts[digit]++
	}
	if counts[1] == 1 && counts[0] == 0 {
		return 0, fmt.Errorf("feedback %q cannot occur: where all others are green nothing is in the wrong position", short.Clip(s))
	}
	return f, nil
}
