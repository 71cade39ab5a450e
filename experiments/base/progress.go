//go:build !js

package base

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// A Progress is a bar on standard error, shown on a terminal only. It moves by the estimated cost
// of work and not by counts, so that it shows the time that is left, and beside it stands the time
// that has passed. Errors of writing to the terminal are ignored.
type Progress struct{ *bar }

type bar struct {
	terminal io.Writer // nil if the bar is not shown
	seconds  float64   // of all work
	began    time.Time

	// mu guards the fields below.
	mu    sync.Mutex
	what  string
	done  float64 // of the seconds
	drawn time.Time
}

// barWidth is the number of blocks of a full bar.
const barWidth = 24

// drawEvery is the time between two pictures of progress.
const drawEvery = 100 * time.Millisecond

// NewProgress starts a bar for an estimated number of seconds of work. For 0 it is not shown.
func (a *App) NewProgress(seconds float64) Progress {
	b := &bar{seconds: seconds, began: time.Now()}
	if seconds > 0 && a.onTerminal() {
		b.terminal = a.Stderr
	}
	return Progress{b}
}

// Start names the work that begins.
func (b *bar) Start(what string) {
	if b.terminal == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.what = what + " "
	b.draw()
}

// Add moves the bar by an estimated number of seconds.
func (b *bar) Add(seconds float64) {
	if b.terminal == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += seconds
	if time.Since(b.drawn) >= drawEvery {
		b.draw()
	}
}

// draw draws the bar. The lock is held.
func (b *bar) draw() {
	b.drawn = time.Now()
	done := min(1, b.done/b.seconds)
	full := int(barWidth * done)
	blocks := strings.Repeat("█", full) + strings.Repeat(" ", barWidth-full)
	passed := b.drawn.Sub(b.began).Round(time.Second)
	fmt.Fprintf(b.terminal, eraseLine+"%s%3d%% |%s| [%s]", b.what, int(100*done), blocks, passed)
}

// Finish erases the bar.
func (b *bar) Finish() {
	if b.terminal == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	fmt.Fprint(b.terminal, eraseLine)
}

// onTerminal reports whether a terminal can show progress.
func (a *App) onTerminal() bool {
	_, ok := Terminal(a.Stderr)
	return ok && !a.quiet
}

const eraseLine = "\r\033[K"

// ProgressOf returns a function that shows the progress of a search on one line of a terminal; nil
// without a terminal.
func ProgressOf[P any](a *App, text func(P) string) func(P) {
	if !a.onTerminal() {
		return nil
	}
	began, shown := time.Now(), time.Time{}
	return func(p P) {
		if time.Since(shown) >= drawEvery {
			shown = time.Now()
			fmt.Fprintf(a.Stderr, eraseLine+"%s: %s", shown.Sub(began).Round(time.Second), text(p))
		}
	}
}

// ClearProgress erases the line of a search's progress.
func (a *App) ClearProgress() {
	if a.onTerminal() {
		fmt.Fprint(a.Stderr, eraseLine)
	}
}
