// Package textwrap breaks text into lines.
package textwrap

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks text into lines of at most width characters, between words;
// longer words stand alone. White space between words becomes one space.
func Wrap(text string, width int) string {
	return strings.Join(Lines(text, func(line string) bool {
		return utf8.RuneCountInString(line) <= width
	}), "\n")
}

// isBreak reports whether a line may end at a character: not at a no-break space.
func isBreak(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }

// Lines breaks text between words into lines that fit, wherever that is possible.
func Lines(text string, fits func(line string) bool) []string {
	var lines []string
	for _, word := range strings.FieldsFunc(text, isBreak) {
		if last := len(lines) - 1; last >= 0 && fits(lines[last]+" "+word) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
