package game

import (
	"fmt"
	"strings"

	"codebreak/engine/wording"
)

// Games with feedback for each place, such as Wordle, have a number of base 3 as feedback,
// with a digit for each place of the guess, the first one the highest: 0 if the symbol is not
// in the secret (grey, B), 1 if it is elsewhere in it (yellow, Y), 2 if it is in the right
// place (green, G).

// placeLetters are the letters of the digits.
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

// ParsePlaces reads feedback of a game for n places: the letters of [FormatPlaces] in either
// case, digits, or squares. Impossible feedback is an error.
func ParsePlaces(g Game, n int, s string) (f Feedback, err error) {
	places := []rune(strings.ToUpper(strings.TrimSpace(s)))
	if len(places) != n {
		return 0, fmt.Errorf("feedback %q has %s; that of %s has %d", wording.Clip(s), wording.Plural(len(places), "colour"), g, n)
	}

	var counts [3]int // by digit
	for i, r := range places {
		digit, ok := placeDigits[r]
		if !ok {
			return 0, fmt.Errorf("feedback %q: %q at position %d is not G (green), Y (yellow) or B (grey), nor 2, 1 or 0", wording.Clip(s), r, i+1)
		}
		f = 3*f + digit
		counts[digit]++
	}

	if counts[1] == 1 && counts[0] == 0 {
		return 0, fmt.Errorf("feedback %q cannot occur: where all others are green nothing is in the wrong position", wording.Clip(s))
	}
	return f, nil
}
