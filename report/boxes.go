//go:build !js

package report

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// print draws the grid with box characters, for a terminal, and with rules between rows
// if some have several lines.
func (g grid) print(w io.Writer) error {
	b := box{
		out:    bufio.NewWriter(w),
		right:  g.Right,
		widths: make([]int, len(g.Header)),
	}
	header := b.lines(g.Header)
	rows := each(g.Rows, b.lines)
	tall := slices.ContainsFunc(rows, func(row [][]string) bool { return height(row) > 1 })

	b.rule("╭┬╮")
	b.row(header)
	for i, row := range rows {
		if i == 0 || tall {
			b.rule("├┼┤")
		}
		b.row(row)
	}
	b.rule("╰┴╯")
	return b.out.Flush()
}

// A box draws rows of cells.
type box struct {
	out    *bufio.Writer // which keeps its first error until it is flushed
	right  []bool
	widths []int // by column
}

// lines returns the lines of the cells of a row without blank ones, and widens the columns for
// them.
func (b *box) lines(cells []string) [][]string {
	row := make([][]string, len(cells))
	for i, cell := range cells {
		for line := range strings.SplitSeq(visible(cell), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				row[i] = append(row[i], line)
				b.widths[i] = max(b.widths[i], displayed(line))
			}
		}
	}
	return row
}

// rule draws a line with these characters at its left end, between columns, and at its right end.
func (b *box) rule(ends string) {
	corner := []rune(ends)
	for i, width := range b.widths {
		b.out.WriteRune(corner[min(i, 1)])
		b.out.WriteString(strings.Repeat("─", width+2))
	}
	b.out.WriteString(string(corner[2]) + "\n")
}

func (b *box) row(row [][]string) {
	for at := range height(row) {
		for i, lines := range row {
			text := ""
			if at < len(lines) {
				text = lines[at]
			}
			blanks := strings.Repeat(" ", b.widths[i]-displayed(text))
			if b.right[i] {
				text = blanks + text
			} else {
				text += blanks
			}
			b.out.WriteString("│ " + text + " ")
		}
		b.out.WriteString("│\n")
	}
}

// height is the number of lines of a row.
func height(row [][]string) int {
	n := 1
	for _, lines := range row {
		n = max(n, len(lines))
	}
	return n
}

// displayed is how many columns of a terminal a text fills.
func displayed(text string) (columns int) {
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			columns += 2
		case !unicode.Is(unicode.Mn, r):
			columns++
		}
	}
	return columns
}
