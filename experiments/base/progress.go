//go:build !js

package base

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A Progress is a bar on standard error, shown on a terminal only. It moves by the estimated cost
// of work and not by counts, so that it shows the time that is left. Errors of writing to the
// terminal are ignored.
type Progress struct{ *progressbar.ProgressBar }

// barUnits are the units of a bar in a second of estimated work.
const barUnits = 1e9

// NewProgress starts a bar for an estimated number of seconds of work. For 0 it is not shown.
func (a *App) NewProgress(seconds float64) Progress {
	const most, numbers = 24, 40 // columns of the bar, and of what stands beside it
	return Progress{progressbar.NewOptions64(int64(seconds*barUnits),
		progressbar.OptionSetVisibility(seconds > 0 && a.onTerminal()),
		progressbar.OptionSetWriter(a.Stderr),
		progressbar.OptionSetWidth(max(1, min(most, a.width()-numbers))),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		// The bar shows the time that is left, and beside it stands the time that has passed.
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
	)}
}

// Start names the work that begins.
func (p Progress) Start(what string) { p.Describe(what) }

// Add moves the bar by an estimated number of seconds.
func (p Progress) Add(seconds float64) { _ = p.Add64(int64(seconds * barUnits)) }

// onTerminal reports whether a terminal can show progress. A dumb one cannot erase a line.
func (a *App) onTerminal() bool {
	_, ok := Terminal(a.Stderr)
	return ok && !a.quiet && os.Getenv("TERM") != "dumb"
}

// width is the number of columns of the terminal that shows progress.
func (a *App) width() int { return ViewOf(a.Stderr, "").Width }

const eraseLine = "\r\033[K"

// ProgressOf returns a function that shows the progress of a search on one line of a terminal; nil
// without a terminal.
func ProgressOf[P any](a *App, text func(P) string) func(P) {
	if !a.onTerminal() {
		return nil
	}
	began, shown := time.Now(), time.Time{}
	return func(p P) {
		if time.Since(shown) >= 100*time.Millisecond {
			shown = time.Now()
			line := fmt.Sprintf("%s: %s", shown.Sub(began).Round(time.Second), text(p))
			fmt.Fprint(a.Stderr, eraseLine+cut(line, a.width()-1))
		}
	}
}

// cut returns as much of a line as the columns show: what went on in the next line of the terminal
// would not be erased.
func cut(line string, columns int) string {
	r := []rune(line)
	return string(r[:min(len(r), max(0, columns))])
}

// ClearProgress erases the line of a search's progress.
func (a *App) ClearProgress() {
	if a.onTerminal() {
		fmt.Fprint(a.Stderr, eraseLine)
	}
}
