package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// Games with feedback for each place, such as Wordle, have a number of base 3 as feedback,
// with a digit for each place of the guess, the first one the highest: 0 if the symbol is not
// in the secret (grey, B), 1 if it is elsewhere in it (yellow, Y), 2 if it is in the right
// place (green, G).

// placeLetters writes the digits.
const placeLetters = "BYG"

// placeSigns are the ways to type each digit: letters, W for white, P for purple, circles, hearts, and squares,
// also the orange and blue ones of high contrast, and red for grey.
var placeSigns = [len(placeLetters)]string{
	"B0XW.-_⬛⬜⚫⚪🟥◼◻▪▫🔲🔳🖤🤍❌灰",
	"Y1P🟨🟡🟪🟦💛黄",
	"G2🟩🟢🟧💚✅绿緑",
}

// placeNames are colours and marks in words, and squares as chats name them: :large_green_square:.
var placeNames = pattern.Of(`:?(?:LARGE_)?(?:` +
	`(GREEN|ORANGE|CORRECT|GRÜN|VERT|VERDE)|` +
	`(YELLOW|PURPLE|BLUE|PRESENT|GELB|JAUNE|AMARILLO|GIALLO)|` +
	`GR[AE]Y|BLACK|WHITE|ABSENT|GRAU|GRIS|GRIGIO)(?:_LARGE)?(?:_SQUARE)?:?`)

// PlacesOf returns the places of feedback in capitals, without blanks between them and with a
// letter or square for each name.
func PlacesOf(s string) []rune {
	text := strings.ToUpper(norm.NFKC.String(s))
	if strings.ContainsAny(text, "AER") { // each name has one of them, and no sign
		text = placeNames().ReplaceAllStringFunc(text, func(name string) string {
			switch m := placeNames().FindStringSubmatch(name); {
			case m[1] != "":
				return "G"
			case m[2] != "":
				return "Y"
			}
			return "B"
		})
	}

	const ignored = ",|/()[]\"'\ufe0f\u20e3" // the last two follow squares and digits
	return slices.DeleteFunc([]rune(text), func(r rune) bool {
		return strings.ContainsRune(ignored, r) || unicode.IsSpace(r)
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
		isSign := func(signs string) bool { return strings.ContainsRune(signs, r) }
		digit := slices.IndexFunc(placeSigns[:], isSign)
		if digit < 0 {
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
