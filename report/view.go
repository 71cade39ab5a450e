package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"codebreak/engine/pattern"
	"codebreak/report/internal/textwrap"
	"codebreak/report/lists"
)

// A View is how results are printed. The zero View is for pipes and files,
// where the same results give the same bytes everywhere.
type View struct {
	// Width is the number of characters that a line of the terminal holds; 0
	// if there is no terminal. On terminals, wide tables are wrapped and
	// histograms drawn.
	Width int
	// Colour paints verdicts.
	Colour bool
	// Markdown asks for Markdown as GitHub reads it, LaTeX for LaTeX with booktabs,
	// both to be pasted.
	Markdown bool
	LaTeX    bool
}

// Wrap breaks a line of text into lines of the terminal's width, if there is a
// terminal.
func (v View) Wrap(line string) string {
	if v.Width == 0 {
		return line
	}
	return textwrap.Wrap(line, v.Width)
}

// Clip shortens a line to the terminal's width, if there is a terminal.
func (v View) Clip(line string) string {
	runes := []rune(line)
	if v.Width > 0 && len(runes) > v.Width {
		return strings.TrimRight(string(runes[:v.Width-1]), " ") + "…"
	}
	return line
}

// The colours of verdicts on a terminal (ECMA-48): green, yellow, magenta and cyan, which
// dark and light backgrounds both show; the words are there without them.
var painted = map[string]string{
	string(Exact):       "32",
	string(AsPublished): "32",
	string(Differs):     "33",
	"differ":            "33",
	string(Unexplained): "35",
	string(NotTested):   "36",
}

// verdictWords are verdicts where they are counted ("5 unexplained") or fill a cell.
var verdictWords = pattern.Of(`(?m)((?:[0-9] |│ +|: |^verdict +))(exact|as published|differs?|impossible|unexplained|not tested)\b`)

// Paint colours the verdicts in what is printed, if the view has colours.
func (v View) Paint(text string) string {
	if !v.Colour {
		return text
	}
	return verdictWords().ReplaceAllStringFunc(text, paint)
}

func paint(found string) string {
	m := verdictWords().FindStringSubmatch(found)
	return m[1] + "\x1b[" + painted[m[2]] + "m" + m[2] + "\x1b[0m"
}

// Pasted reports whether what is printed is to be pasted into a document, where an
// empty line ends a paragraph or a table.
func (v View) Pasted() bool {
	return v.Markdown || v.LaTeX
}

// Say prints a paragraph, in which no text has a meaning other than its own.
func (v View) Say(w io.Writer, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if v.Markdown {
		text = markdownParagraph(text)
	}
	text = v.Wrap(Line(text))
	if v.LaTeX {
		text = escapeLaTeX(text)
	}
	if v.Pasted() {
		text += "\n"
	}
	fmt.Fprintln(w, text)
}

// Show prints the table as the view wants it: in Markdown and LaTeX with an empty line after
// it, else wrapped to the width. Unlike the cells of pages, these hold no Markdown.
func (t *Table) Show(w io.Writer, v View) error {
	if v.Pasted() {
		text := t.latex()
		if v.Markdown {
			text = t.markdown(escapeMarkdown)
		}
		_, err := io.WriteString(w, text+"\n")
		return err
	}
	g := t.Wide()
	if v.Width == 0 || g.width() <= v.Width {
		return g.print(w)
	}
	if wrapped, ok := g.fit(v.Width); ok {
		return wrapped.print(w)
	}
	return g.printRecords(w, v.Width)
}

// width is how many characters wide print draws the grid.
func (g grid) width() int {
	width := 1
	for _, w := range g.columnWidths() {
		width += w + utf8.RuneCountInString(" │ ")
	}
	return width
}

// fit wraps the cells of the widest columns until the grid fits; ok is false
// if it cannot.
func (g grid) fit(width int) (wrapped grid, ok bool) {
	const narrowest = 6
	for limit := slices.Max(g.columnWidths()) - 1; limit >= narrowest; limit-- {
		if wrapped := g.wrap(limit); wrapped.width() <= width {
			return wrapped, true
		}
	}
	return grid{}, false
}

// wrap breaks the lines of all cells at spaces.
func (g grid) wrap(limit int) grid {
	wrapAll := func(cells []string) []string {
		return lists.Map(cells, func(cell string) string { return wrapLines(cell, limit) })
	}
	return grid{
		Header: wrapAll(g.Header),
		Rows:   lists.Map(g.Rows, wrapAll),
		Right:  g.Right,
	}
}

// printRecords prints each row as lines of a header and a cell, and an empty
// line after it, for terminals that are too narrow for the grid however it is
// wrapped.
func (g grid) printRecords(w io.Writer, width int) error {
	var headers []string
	indent := 0
	for _, h := range g.Header {
		header := visible(strings.Join(strings.Fields(h), " "))
		headers = append(headers, header)
		indent = max(indent, utf8.RuneCountInString(header)+len("  "))
	}
	out := bufio.NewWriter(w) // which keeps its first error until it is flushed
	nextLine := "\n" + strings.Repeat(" ", indent)
	for _, row := range g.Rows {
		for j, cell := range row {
			text := wrapLines(visible(cell), width-indent)
			text = strings.ReplaceAll(text, "\n", nextLine)
			line := fmt.Sprintf("%-*s%s", indent, headers[j], text)
			fmt.Fprintln(out, strings.TrimRight(line, " "))
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
