package base

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// longest is how much of a text from outside is echoed, in characters.
const longest = 80

// longQuotes are quoted texts that are longer. Their beginning is echoed, and their end, where
// paths have the name of the file.
var longQuotes = regexp.MustCompile(fmt.Sprintf(`"((?:[^"\\]|\\.){%d})(?:[^"\\]|\\.)+((?:[^"\\]|\\.){%[1]d})"`, longest/2))

// longestLine is how long a message may be, in bytes.
const longestLine = 4000

// Printable makes a message fit for a terminal: texts that it quotes are
// clipped, and what would steer the terminal is written as Go does in strings:
// \x1b.
func Printable(message string) string {
	const ends = 1 << 15 // bytes; what lies between the two ends is never shown
	if n := len(message); n > 2*ends {
		message = message[:ends] + message[n-ends:]
	}
	message = longQuotes.ReplaceAllString(message, `"$1…$2"`)
	var b strings.Builder
	for _, r := range message {
		if b.Len() > longestLine {
			b.WriteString("…")
			break
		}
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// Plural writes how many there are of something.
func Plural(n int, what string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, what, "")
}
