// Words and numbers as sentences have them.

package pages

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/engine/game"
	"codebreak/engine/wording"
	"codebreak/report"
	"codebreak/report/lists"
)

// join names several things in a sentence, each name once: a, b and c.
func join[T any](things []T, name func(T) string) string {
	return english.WordSeries(eachOnce(things, name), "and")
}

// listed lists things with commas between them.
func listed[T any](things []T, text func(T) string) string {
	return strings.Join(lists.Map(things, text), ", ")
}

// costOf says from where to where a cost goes: 0.12 to 0.34, or 0.12.
func costOf[T any](things []T, cost func(T) float64) string {
	low, high := span(things, cost)
	least, most := fmt.Sprintf("%.2f", cost(low)), fmt.Sprintf("%.2f", cost(high))
	if least == most {
		return most
	}
	return least + " to " + most
}

// firstThree lists things with semicolons between them, but no more than three.
func firstThree[T any](things []T, text func(T) string) string {
	texts := lists.Map(things, text)
	if more := len(texts) - 3; more > 0 {
		texts = append(texts[:3], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

// titled names a game in a sentence: Mastermind (mm4x6).
func titled(gameName string) string {
	if title := game.Title(gameName); title != "" {
		return fmt.Sprintf("%s (%s)", title, gameName)
	}
	return gameName
}

// inWords is a number as sentences have it.
func inWords(n int) string {
	words := strings.Fields("no one two three four five six seven eight nine ten")
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// outOf says how many of some things.
func outOf(n, all int) string {
	if n == all {
		return "all " + wording.Thousands(n)
	}
	return fmt.Sprintf("%s of %s", wording.Thousands(n), wording.Thousands(all))
}

// fourDecimals is a number as sentences have it.
func fourDecimals(x float64) string {
	return report.Decimals(x, 4).String()
}

// percentMore is how many percent more one number is than another.
func percentMore(more, than int) float64 {
	return 100 * float64(more-than) / float64(than)
}
