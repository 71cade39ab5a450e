package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/wording"
)

// Bars are drawn with the block characters of Unicode, which fill 0 to 8
// eighths of a character's width.
var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}

const (
	// longestBar is wide enough for bars to differ; longer ones are only
	// farther from their numbers.
	longestBar = 60
	// shortestBar is drawn even where it does not fit.
	shortestBar = 8
)

// WriteTextHistogram draws a histogram with a line for each number of guesses: how
// many secrets need it, their share in percent, and a bar. The lines are at
// most width characters wide, unless that leaves no room for bars.
func WriteTextHistogram(w io.Writer, histogram []int, width int) error {
	all := secretsOf(histogram)
	most := slices.Max(append([]int{1}, histogram...))
	guesses := len(strconv.Itoa(len(histogram) - 1))
	secrets := len(wording.Thousands(most))
	started := false
	for k, n := range histogram {
		started = started || n > 0
		if !started {
			continue
		}
		numbers := fmt.Sprintf("%*d  %*s  %6.2f%%  ",
			guesses, k, secrets, wording.Thousands(n), 100*float64(n)/float64(all))
		cells := max(shortestBar, min(longestBar, width-len(numbers)))
		line := numbers + bar(n, most, cells)
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}

// bar draws n to the nearest eighth of a cell, but at least one; most fills all cells.
func bar(n, most, cells int) string {
	filled := (2*n*cells*8 + most) / (2 * most)
	if n > 0 {
		filled = max(filled, 1)
	}
	return strings.Repeat(eighths[8], filled/8) + eighths[filled%8]
}
