//go:build !js

package base

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A Progress is a bar on standard error, which is seen if that is a terminal. It moves by what work is estimated to cost, so that its estimate of the time
// left is one of time and not of counts. Its errors are those of writing to the
// terminal, which leave nothing to do.
type Progress struct{ *progressbar.ProgressBar }

// barUnits is how finely a bar divides a second of estimated work.
const barUnits = 1e9

// NewProgress starts a bar that is full after work of as many seconds, as
// estimated; without any it is not seen.
func (a *App) NewProgress(seconds float64) Progress {
	return Progress{progressbar.NewOptions64(int64(seconds*barUnits),
		progressbar.OptionSetVisibility(seconds > 0 && a.onTerminal()),
		progressbar.OptionSetWriter(a.Stderr),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		// The bar shows what is left; beside it stands only how long it has taken.
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
	)}
}

// Start says what is worked on from now on.
func (p Progress) Start(what string) { p.Describe(what) }

// Add moves the bar by work of as many seconds, as estimated.
func (p Progress) Add(seconds float64) { _ = p.Add64(int64(seconds * barUnits)) }

// onTerminal reports whether there is a terminal that progress can be shown on.
func (a *App) onTerminal() bool {
	_, ok := Terminal(a.Stderr)
	return ok && !a.quiet
}

const eraseLine = "\r\033[K"

// ProgressOf returns a function that shows how far a search has come, on one line of a
// terminal; nil without a terminal.
func ProgressOf[P any](a *App, text func(P) string) func(P) {
	if !a.onTerminal() {
		return nil
	}
	began, shown := time.Now(), time.Time{}
	return func(p P) {
		if time.Since(shown) >= 100*time.Millisecond {
			shown = time.Now()
			fmt.Fprintf(a.Stderr, eraseLine+"%s: %s", shown.Sub(began).Round(time.Second), text(p))
		}
	}
}

func (a *App) ClearProgress() {
	if a.onTerminal() {
		fmt.Fprint(a.Stderr, eraseLine)
	}
}
