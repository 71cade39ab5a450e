// Package textwrap breaks text into lines.
package textwrap

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text into lines of at most width characters, between words;
// longer words stand alone. White space between words becomes one space.
func Wrap(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
			lines = append(lines, line)
			line = word
			continue
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), "\n")
}
