package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A View is how results are printed. The zero View is for pipes and files,
// where the same results give the same bytes everywhere.
type View struct {
	// Width is the number of characters that a line of the terminal holds; 0
	// if there is no terminal. On terminals, wide tables are folded and
	// histograms drawn.
	Width int
	// Markdown asks for Markdown as GitHub reads it, to be pasted.
	Markdown bool
}

// textWidth is the width that text is folded to.
func (v View) textWidth() int {
	if v.Width > 0 {
		return min(v.Width, terminalWidth)
	}
	return terminalWidth
}

// Fold folds a line of text, if there is a terminal to fold it to.
func (v View) Fold(line string) string {
	if v.Width == 0 {
		return line
	}
	return Fold(line, v.Width)
}

// Show prints the table as the view wants it.
func (t *Table) Show(w io.Writer, v View) error {
	switch {
	case v.Markdown:
		return t.WriteMarkdown(w)
	case v.Width == 0 || t.width() <= v.Width:
		return t.Print(w)
	}
	if folded := t.fit(v.Width); folded != nil {
		return folded.Print(w)
	}
	return t.printRecords(w, v.Width)
}

// columnWidths returns the width of the widest line of each column.
func (t *Table) columnWidths() []int {
	widths := make([]int, len(t.Header))
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		for i, cell := range row {
			for line := range strings.SplitSeq(cell, "\n") {
				widths[i] = max(widths[i], utf8.RuneCountInString(line))
			}
		}
	}
	return widths
}

// width is how many characters wide Print draws the table.
func (t *Table) width() int {
	width := 1
	for _, w := range t.columnWidths() {
		width += w + utf8.RuneCountInString(" │ ")
	}
	return width
}

// fit folds the cells of the widest columns until the table fits; nil if it
// cannot.
func (t *Table) fit(width int) *Table {
	const narrowest = 6
	widest := 0
	for _, w := range t.columnWidths() {
		widest = max(widest, w)
	}
	for limit := widest - 1; limit >= narrowest; limit-- {
		if folded := t.fold(limit); folded.width() <= width {
			return folded
		}
	}
	return nil
}

// fold folds all cells at spaces.
func (t *Table) fold(limit int) *Table {
	foldAll := func(cells []string) []string {
		return escapeAll(cells, func(cell string) string { return foldLines(cell, limit) })
	}
	folded := &Table{Header: foldAll(t.Header), Right: t.Right}
	for _, row := range t.Rows {
		folded.Rows = append(folded.Rows, foldAll(row))
	}
	return folded
}

// foldLines folds each line of a text.
func foldLines(text string, width int) string {
	lines := strings.Split(text, "\n")
	return strings.Join(escapeAll(lines, func(line string) string { return Fold(line, width) }), "\n")
}

// printRecords prints each row as lines of a header and a cell, and an empty
// line after it, for terminals
// that are too narrow for the table however it is folded.
func (t *Table) printRecords(w io.Writer, width int) error {
	headers := make([]string, len(t.Header))
	indent := 0
	for i, h := range t.Header {
		headers[i] = strings.Join(strings.Fields(h), " ")
		indent = max(indent, utf8.RuneCountInString(headers[i])+len("  "))
	}
	for _, row := range t.Rows {
		for j, cell := range row {
			text := strings.ReplaceAll(foldLines(cell, width-indent), "\n", "\n"+strings.Repeat(" ", indent))
			if _, err := fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-*s%s", indent, headers[j], text), " ")); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}
