package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"codebreak/engine/game"
	"codebreak/report"
)

// progress is a bar on standard error, if that is a terminal; otherwise its
// methods do nothing.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress starts a bar that is full after the given number of secrets.
func (o options) newProgress(secrets int) *progress {
	if o.quiet || !isTerminal(o.stderr) {
		return &progress{}
	}
	return &progress{progressbar.NewOptions(secrets,
		progressbar.OptionSetWriter(o.stderr),
		progressbar.OptionSetItsString("secrets"),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
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

func (p *progress) add(secrets int) {
	if p.bar != nil {
		_ = p.bar.Add(secrets)
	}
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

// countSecrets returns how many secrets the entries play in all.
func countSecrets(entries []entry) int {
	n := 0
	for _, e := range entries {
		for _, c := range e.configurations {
			if g, err := game.Parse(c.Game); err == nil {
				n += game.CountSecrets(g)
			}
		}
	}
	return n
}
