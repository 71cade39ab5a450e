package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/report"
)

// progress is a bar on standard error, if that is a terminal; otherwise its
// methods do nothing. It moves by what work is estimated to cost, from times
// that were measured (see playCost), so that its estimate of the time left is
// one of time and not of counts.
type progress struct {
	bar *progressbar.ProgressBar

	mu   sync.Mutex
	done float64 // seconds of estimated work
}

// barUnits is how finely a bar divides a second of estimated work.
const barUnits = 1e6

// newProgress starts a bar that is full after work of so many seconds, as
// estimated.
func (o options) newProgress(seconds float64) *progress {
	if o.quiet || !isTerminal(o.stderr) {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions64(int64(seconds*barUnits),
		progressbar.OptionSetWriter(o.stderr),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetPredictTime(true),
	)}
}

// say tells how long work is getting on, on standard error.
func (o options) say(format string, args ...any) {
	if !o.quiet {
		fmt.Fprintf(o.stderr, format+"\n", args...)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isTerminalFd(f.Fd())
}

func isTerminalFd(fd uintptr) bool { return term.IsTerminal(int(fd)) }

// viewOf returns how results are printed on w: as Markdown if that is wanted,
// else to the width of the terminal, if it is one.
func viewOf(w io.Writer, markdown bool) report.View {
	const usualWidth = 80 // of terminals that do not tell
	if markdown {
		return report.View{Markdown: true}
	}
	f, ok := w.(*os.File)
	if !ok || !isTerminalFd(f.Fd()) {
		return report.View{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 1 {
		width = usualWidth
	}
	return report.View{Width: width}
}

// The bar's own errors are those of writing to the terminal, which leave
// nothing to do.

// add moves the bar by work of so many seconds, as estimated.
func (p *progress) add(seconds float64) {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += seconds
	_ = p.bar.Set64(min(int64(p.done*barUnits), p.bar.GetMax64()))
}

// perSecret returns a function that moves the bar by the share that so many
// secrets have in the cost of playing a configuration.
func (p *progress) perSecret(c engine.Configuration) func(secrets int) {
	all := max(1, countSecrets(c))
	cost := playCost(c)
	return func(secrets int) { p.add(cost * float64(secrets) / float64(all)) }
}

func (p *progress) describe(entry string) {
	if p.bar != nil {
		p.bar.Describe(entry)
	}
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// countSecrets returns how many secrets a configuration plays; 0 if there is no
// such game.
func countSecrets(c engine.Configuration) int {
	g, err := game.Parse(c.Game)
	if err != nil {
		return 0
	}
	return game.CountSecrets(g)
}

// playCosts is about how many seconds playing the entries' configurations takes
// with one worker.
func playCosts(entries []entry) float64 {
	sum := 0.0
	for _, e := range entries {
		for _, c := range e.configurations {
			sum += playCost(c)
		}
	}
	return sum
}
