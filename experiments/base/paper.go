package base

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"codebreak/report"
)

// A Paper collects text for people, and prints the whole text at once.
type Paper struct {
	report.View
	Text bytes.Buffer
	out  io.Writer
	Err  error
}

// NewPaper makes a paper for out, in a format.
func NewPaper(out io.Writer, format string) *Paper {
	return &Paper{View: ViewOf(out, format), out: out}
}

// Sayf prints a paragraph.
func (p *Paper) Sayf(format string, args ...any) { p.Say(&p.Text, format, args...) }

// Show prints a table.
func (p *Paper) Show(t *report.Table) {
	p.Err = errors.Join(p.Err, t.Show(&p.Text, p.View))
}

// Space leaves a line empty, unless each paragraph has one behind it.
func (p *Paper) Space() {
	if !p.Pasted() {
		fmt.Fprintln(&p.Text)
	}
}

// Close prints the text.
func (p *Paper) Close() error {
	if p.Err == nil {
		_, p.Err = io.WriteString(p.out, p.Paint(p.Text.String()))
	}
	return p.Err
}

// Terminal returns the descriptor of a file that is a terminal.
func Terminal(file any) (fd int, ok bool) {
	f, ok := file.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}

// ViewOf returns the view of results on w: as the format wants, else in the width of a terminal.
func ViewOf(w io.Writer, format string) report.View {
	const usualWidth = 80 // of terminals that do not tell their width
	switch format {
	case formatMarkdown:
		return report.View{Markdown: true}
	case formatLaTeX:
		return report.View{LaTeX: true}
	}

	fd, ok := Terminal(w)
	if !ok {
		return report.View{}
	}

	width, _, err := term.GetSize(fd)
	if err != nil || width < 1 {
		width = usualWidth
	}
	return report.View{Width: width, Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}
