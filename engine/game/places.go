package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// Games with feedback for each place, such as Wordle, have a number of base 3 as feedback,
// with a digit for each place of the guess, the first one the highest: 0 if the symbol is not
// in the secret (grey, B), 1 if it is elsewhere in it (yellow, Y), 2 if it is in the right
// place (green, G).

// placeLetters writes the digits.
const placeLetters = "BYG"

// placeDigits are the ways to type a digit: letters, P for purple, circles, and squares, also the
// orange and blue ones of high contrast, and red for grey.
var placeDigits = map[rune]Feedback{
	'B': 0, '0': 0, '⬛': 0, '⬜': 0, '⚫': 0, '⚪': 0, '🟥': 0, 'X': 0, '.': 0, '-': 0, '_': 0,
	'Y': 1, '1': 1, '🟨': 1, '🟡': 1, 'P': 1, '🟪': 1, '🟦': 1,
	'G': 2, '2': 2, '🟩': 2, '🟢': 2, '🟧': 2,
}

// placeNames are colours in words, and squares as chats name them: :large_green_square:.
var placeNames = pattern.Of(`:?(?:LARGE_)?(GREEN|YELLOW|PURPLE|ORANGE|BLUE|GR[AE]Y|BLACK|WHITE)(?:_LARGE)?(?:_SQUARE)?:?`)

// PlacesOf returns the places of feedback in capitals, without blanks between them and with a
// letter or square for each name.
func PlacesOf(s string) []rune {
	text := placeNames().ReplaceAllStringFunc(strings.ToUpper(s), func(name string) string {
		switch placeNames().FindStringSubmatch(name)[1] {
		case "GREEN", "ORANGE":
			return "G"
		case "YELLOW", "PURPLE", "BLUE":
			return "Y"
		}
		return "B"
	})
	const variant = '\ufe0f' // follows squares
	return slices.DeleteFunc([]rune(text), func(r rune) bool {
		return r == variant || r == ',' || unicode.IsSpace(r)
	})
}

// FormatPlaces writes feedback for n places as GYBBG.
func FormatPlaces[N ~uint16 | ~uint32](f N, n int) string {
	out := make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = placeLetters[f%3]
		f /= 3
	}
	return string(out)
}

// ParsePlaces reads feedback of a game for n places: the letters of [FormatPlaces] in either
// case, digits, names or squares, and X . - _ for grey. Impossible feedback is an error.
func ParsePlaces[N ~uint16 | ~uint32](g Game, n int, s string) (f N, err error) {
	places := PlacesOf(s)
	if len(places) != n {
		return 0, fmt.Errorf("feedback %q has %s; that of %s has %d",
			wording.Clip(s), wording.Plural(len(places), "colour"), g, n)
	}

	var counts [3]int // by digit
	for i, r := range places {
		digit, ok := placeDigits[r]
		if !ok {
			return 0, fmt.Errorf("feedback %q: %q at position %d is not G (green), Y (yellow) or B (grey), nor 2, 1 or 0", wording.Clip(s), r, i+1)
		}
		f = 3*f + N(digit)
		counts[digit]++
	}

	if counts[1] == 1 && counts[0] == 0 {
		return 0, fmt.Errorf("feedback %q cannot occur: where all others are green nothing is in the wrong position", wording.Clip(s))
	}
	return f, nil
}
