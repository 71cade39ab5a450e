package base

import (
	"fmt"
	"strings"

	"codebreak/engine/pattern"
	"codebreak/report"
)

// longest limits the characters of a quoted text.
const longest = 80

// longQuotes matches longer quoted texts. Messages show their beginning, and their end, where paths
// have the name of the file.
var longQuotes = pattern.Of(fmt.Sprintf(`"((?:[^"\\]|\\.){%d})(?:[^"\\]|\\.)+((?:[^"\\]|\\.){%[1]d})"`, longest/2))

// longestLine limits the bytes of a message.
const longestLine = 4000

// Printable makes a message fit for a terminal: it clips quoted texts, and writes characters that
// steer the terminal as Go does in strings: \x1b.
func Printable(message string) string {
	const ends = 1 << 15 // bytes; the text between the two ends is never shown
	if n := len(message); n > 2*ends {
		message = message[:ends] + message[n-ends:]
	}
	message = longQuotes().ReplaceAllString(message, `"$1…$2"`)
	var b strings.Builder
	for _, r := range message {
		if b.Len() > longestLine {
			b.WriteString("…")
			break
		}
		b.WriteString(report.Inert(r))
	}
	return b.String()
}
