package cli

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress is a bar on standard error, if that is a terminal; otherwise its
// methods do nothing. It moves by what work is estimated to cost, so that its
// estimate of the time left is one of time and not of counts.
type progress struct {
	bar *progressbar.ProgressBar

	mu   sync.Mutex
	done float64 // seconds of estimated work
}

// barUnits is how finely a bar divides a second of estimated work.
const barUnits = 1e6

// newProgress starts a bar that is full after work of as many seconds, as
// estimated.
func (a *app) newProgress(seconds float64) *progress {
	if !a.onTerminal() {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions64(int64(seconds*barUnits),
		progressbar.OptionSetWriter(a.stderr),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		// How long it has taken alone: what is left is told by the bar.
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
	)}
}

// The bar's own errors are those of writing to the terminal, which leave
// nothing to do.

// Start says what is worked on from now on.
func (p *progress) Start(what string) {
	if p.bar != nil {
		p.bar.Describe(what)
	}
}

// Add moves the bar by work of as many seconds, as estimated.
func (p *progress) Add(seconds float64) {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += seconds
	_ = p.bar.Set64(min(int64(p.done*barUnits), p.bar.GetMax64()))
}

// clear takes the bar from the screen until it moves again.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// finish takes it away for good.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// onTerminal reports whether there is a terminal that progress can be shown on.
func (a *app) onTerminal() bool {
	_, ok := terminal(a.stderr)
	return ok && !a.quiet
}

const eraseLine = "\r\033[K"

// progressOf returns a function that shows how far a search has come, on one line of a
// terminal; nil if there is none.
func progressOf[P any](a *app, text func(P) string) func(P) {
	if !a.onTerminal() {
		return nil
	}
	began, shown := time.Now(), time.Time{}
	return func(p P) {
		if time.Since(shown) >= 100*time.Millisecond {
			shown = time.Now()
			fmt.Fprintf(a.stderr, eraseLine+"%s: %s", shown.Sub(began).Round(time.Second), text(p))
		}
	}
}

func (a *app) clearProgress() {
	if a.onTerminal() {
		fmt.Fprint(a.stderr, eraseLine)
	}
}
