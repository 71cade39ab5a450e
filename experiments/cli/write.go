package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"codebreak/report"
)

// The formats in which outcomes are written.
const (
	formatText     = "text"
	formatJSON     = "json"
	formatCSV      = "csv"
	formatMarkdown = "markdown"
	formatLaTeX    = "latex"
)

var formats = []string{formatText, formatJSON, formatCSV, formatMarkdown, formatLaTeX}

// A formatFlag chooses the format of a command's output.
type formatFlag struct {
	format    string
	json, csv bool // short forms
}

// addTo gives a command the flag, which is read before the command runs.
func (f *formatFlag) addTo(cmd *cobra.Command) {
	cmd.PreRunE = f.read
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", formatText, strings.Join(formats, ", "))
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVar(&f.csv, "csv", false, "short for --format csv; an apostrophe precedes text that a spreadsheet would read as a formula")
	complete(cmd, "format", formats)
}

// read puts the format for its short forms.
func (f *formatFlag) read(cmd *cobra.Command, _ []string) error {
	switch {
	case f.json:
		f.format = formatJSON
	case f.csv:
		f.format = formatCSV
	}
	return cmp.Or(oneOf("format", f.format, formats), exclusive(cmd, "format", "json", "csv"))
}

// A written is what a command can write in every format: it is encoded as JSON as it is.
type written interface {
	// table is what a spreadsheet reads.
	table() *report.Table
	// print prints it for people.
	print(*paper)
}

// write writes what a command has found.
func (f formatFlag) write(cmd *cobra.Command, w written) error {
	out := cmd.OutOrStdout()
	switch f.format {
	case formatJSON:
		return json.NewEncoder(out).Encode(w)
	case formatCSV:
		return w.table().CSV(out)
	}
	p := newPaper(out, f.format)
	w.print(p)
	return p.close()
}

// A paper is what is printed for people: all of it, or nothing.
type paper struct {
	report.View
	text bytes.Buffer
	out  io.Writer
	err  error // the first
}

func newPaper(out io.Writer, format string) *paper {
	return &paper{View: viewOf(out, format), out: out}
}

// say prints a paragraph.
func (p *paper) say(format string, args ...any) { p.Say(&p.text, format, args...) }

// show prints a table.
func (p *paper) show(t *report.Table) {
	if p.err == nil {
		p.err = t.Show(&p.text, p.View)
	}
}

// space leaves a line empty, where none is left after each paragraph.
func (p *paper) space() {
	if !p.Pasted() {
		fmt.Fprintln(&p.text)
	}
}

// close writes what was printed.
func (p *paper) close() error {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, p.Paint(p.text.String()))
	}
	return p.err
}

// yesOrNo is how tables have what is true or false.
func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// terminal returns the descriptor of a file that is a terminal.
func terminal(file any) (fd int, ok bool) {
	f, ok := file.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}

// viewOf returns how results are printed on w: as the format wants them, else to the
// width of the terminal, if it is one.
func viewOf(w io.Writer, format string) report.View {
	const usualWidth = 80 // of terminals that do not tell
	switch format {
	case formatMarkdown:
		return report.View{Markdown: true}
	case formatLaTeX:
		return report.View{LaTeX: true}
	}
	fd, ok := terminal(w)
	if !ok {
		return report.View{}
	}
	width, _, err := term.GetSize(fd)
	if err != nil || width < 1 {
		width = usualWidth
	}
	return report.View{Width: width, Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}
