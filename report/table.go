package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/engine/pattern"
	"codebreak/report/internal/textwrap"
	"codebreak/report/lists"
)

// A Table is titles and cells: [TableOf] and [NewTable] make it,
// [Table.Show], [Table.Markdown] and [Table.CSV] write it, and [Table.Wide] is for writers
// of other formats.
type Table struct {
	columns []column
	rows    int
}

// A column is a title with cells.
type column struct {
	title string
	right bool
	bars  bool // histograms, which pages draw
	cells []cell
}

// NewTable makes a table of rows, which all have the titles of the first. A column is aligned to
// the right if it has numbers and no texts, or if its title begins with >; one with < is aligned
// to the left. A value is kept as it is until it is written:
//
//   - numbers: integers, *[big.Rat], floats, which people see as a [Mean], and [Formatted] numbers
//     as [Decimals], [Percent], [Signed] and [Format] make them
//   - texts: strings, truth values, [Linked], sources, [fmt.Stringer], []string for lines, and
//     []int for a [Histogram]
//   - nil where there is nothing: "-" to people, an empty field in CSV
func NewTable(rows []Row) *Table {
	if len(rows) == 0 {
		return &Table{}
	}
	return newTable(rows[0].titles(), rows)
}

func newTable(titles []string, rows []Row) *Table {
	t := &Table{rows: len(rows)}
	for i, title := range titles {
		c := column{
			title: strings.TrimLeft(title, "<>"),
			cells: lists.Map(rows, func(row Row) cell {
				return newCell(row[i].Value)
			}),
		}
		numbers := false
		texts := false
		for _, cell := range c.cells {
			numbers = numbers || cell.number
			texts = texts || cell.isText()
			c.bars = c.bars || cell.bars != nil
		}
		left := strings.HasPrefix(title, "<")
		c.right = strings.HasPrefix(title, ">") || numbers && !texts && !left
		t.columns = append(t.columns, c)
	}
	return t
}

func (c cell) isText() bool {
	return !c.number && !c.absent && c.text != ""
}

// A Row is the cells of a row of a table, each with the title of its column.
type Row []Cell

// A Cell is a value of a row, with the title of its column, see [NewTable].
type Cell struct {
	Title string
	Value any
}

// Cells makes the cells of a row of titles and values, which take turns: "game", "mm4x6",
// "total", 5625. A test of the house counts them at each call.
func Cells(titlesAndValues ...any) Row {
	cells := make(Row, 0, len(titlesAndValues)/2)
	for pair := range slices.Chunk(titlesAndValues, 2) {
		cells = append(cells, Cell{
			Title: fmt.Sprint(pair[0]),
			Value: pair[len(pair)-1],
		})
	}
	return cells
}

// And returns the row with further cells at its end, given as [Cells] takes them.
func (r Row) And(titlesAndValues ...any) Row {
	return append(r, Cells(titlesAndValues...)...)
}

func (r Row) titles() []string {
	return lists.Map(r, func(c Cell) string { return c.Title })
}

// TableOf makes a table of rows of any type, given the cells of a row: each row has the same
// titles, in the same order. A table without rows has those of the zero row, whose values are
// not shown.
func TableOf[T any](rows []T, cells func(T) Row) *Table {
	if len(rows) == 0 {
		var none T
		return newTable(cells(none).titles(), nil)
	}
	return NewTable(lists.Map(rows, cells))
}

// Rows returns the number of rows.
func (t *Table) Rows() int { return t.rows }

// A grid is a table as text, row by row, for writers of a format. Nothing in it
// is escaped.
type grid struct {
	Header []string
	Rows   [][]string    // as long as the header; lines within a cell end with \n
	Links  [][]string    // as Rows: the address that a cell leads to; empty for none
	Right  []bool        // by column: aligned to the right
	Bars   [][]Histogram // as Rows: the histogram that a cell writes; nil for none
}

// short returns the table without histograms, which would wrap in the narrow columns
// of a page in Markdown.
func (t *Table) short() *Table {
	withoutBars := func(c column) bool { return !c.bars }
	return &Table{
		columns: lists.Keep(t.columns, withoutBars),
		rows:    t.rows,
	}
}

// Wide returns the table as pages show it.
func (t *Table) Wide() grid {
	g := grid{
		Rows:  make([][]string, t.rows),
		Links: make([][]string, t.rows),
		Bars:  make([][]Histogram, t.rows),
	}
	for _, c := range t.columns {
		g.Header = append(g.Header, c.title)
		g.Right = append(g.Right, c.right)
		for i, cell := range c.cells {
			g.Rows[i] = append(g.Rows[i], cell.text)
			g.Links[i] = append(g.Links[i], cell.link)
			g.Bars[i] = append(g.Bars[i], cell.bars)
		}
	}
	return g
}

// CSV writes the table as a header and a line for each row: numbers unrounded,
// nothing where there is no value, and an apostrophe before text that a
// spreadsheet would take for a formula.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := make([][]string, t.rows+1)
	for _, c := range t.columns {
		lines[0] = append(lines[0], inertText(visible(c.title)))
		for i, cell := range c.cells {
			lines[i+1] = append(lines[i+1], visible(cell.plain))
		}
	}
	return out.WriteAll(lines)
}

// text is the table as CSV.
func (t *Table) text() []byte {
	var out bytes.Buffer
	_ = t.CSV(&out) // a buffer takes everything
	return out.Bytes()
}

// Markdown returns the table, as pages show it, as GitHub reads it. Text in cells may
// be Markdown, but no HTML.
func (t *Table) Markdown() string {
	return t.markdown(func(text string) string { return text })
}

// markdown is [Table.Markdown] with the texts written by a function.
func (t *Table) markdown(write func(string) string) string {
	g := t.Wide()
	for j, title := range g.Header {
		g.Header[j] = markdownCell(write(title))
	}
	for i, row := range g.Rows {
		for j, cell := range row {
			row[j] = markdownCell(linked(write(cell), g.Links[i][j]))
		}
	}

	widths := make([]int, len(g.Header))
	if len(g.Rows) <= paddedRows {
		widths = g.columnWidths()
	}

	var text strings.Builder
	line := func(cells []string) {
		for i, cell := range cells {
			width := widths[i]
			if !g.Right[i] {
				width = -width
			}
			fmt.Fprintf(&text, "| %*s ", width, cell)
		}
		text.WriteString("|\n")
	}

	line(g.Header)
	for i, right := range g.Right {
		rule := ":" + strings.Repeat("-", max(2, widths[i]+1))
		if right {
			rule = rule[1:] + ":"
		}
		text.WriteString("|" + rule)
	}
	text.WriteString("|\n")

	for _, row := range g.Rows {
		line(row)
	}
	return text.String()
}

// cellSpecial are the characters that have a meaning within a cell of Markdown.
var cellSpecial = strings.NewReplacer(
	`\|`, `\\\|`,
	"|", `\|`,
	"<", "&lt;",
	"\r\n", "<br>",
	"\n", "<br>",
	"\r", "<br>",
)

func markdownCell(text string) string { return visible(cellSpecial.Replace(text)) }

// markdownSpecial are the characters that have a meaning within a line of Markdown.
var markdownSpecial = strings.NewReplacer(
	`\`, `\\`,
	"`", "\\`",
	"*", `\*`,
	"_", `\_`,
	"~", `\~`,
	"[", `\[`,
	"]", `\]`,
	"&", `\&`,
	"<", "&lt;",
)

// escapeMarkdown writes text within a line of Markdown so that it is shown as it is. What is
// not visible is written by [Line] after that, whose backslashes mean nothing in Markdown.
func escapeMarkdown(text string) string { return markdownSpecial.Replace(text) }

// beginsBlock is text that would begin a heading, a list or a quotation in Markdown.
var beginsBlock = pattern.Of(`^( *[0-9]*)([#+>=-]|[.)](?: |$))`)

// markdownParagraph writes text as a paragraph of Markdown that shows it as it is.
func markdownParagraph(text string) string {
	return beginsBlock().ReplaceAllString(escapeMarkdown(text), `$1\$2`)
}

// paddedRows is the number of rows up to which the columns of a table in Markdown are
// padded, to be read as text. Long tables are mostly blanks then, and too large for
// sites that show Markdown.
const paddedRows = 500

// columnWidths returns the width of the widest line of each column.
func (g grid) columnWidths() []int {
	widths := make([]int, len(g.Header))
	for _, row := range append([][]string{g.Header}, g.Rows...) {
		for i, cell := range row {
			for line := range strings.SplitSeq(cell, "\n") {
				widths[i] = max(widths[i], utf8.RuneCountInString(visible(line)))
			}
		}
	}
	return widths
}

// wrapLines wraps each line of a text.
func wrapLines(text string, width int) string {
	wrapped := lists.Map(strings.Split(text, "\n"), func(line string) string {
		return textwrap.Wrap(line, width)
	})
	return strings.Join(wrapped, "\n")
}

// Line writes a text as one line in which nothing steers a terminal or turns its text around:
// what cannot be printed, line breaks included, is written as Go does in strings, \x1b. Names
// and notes come from files and programs of anybody, so everything that is printed for people
// goes through here.
func Line(text string) string {
	return strings.ReplaceAll(visible(text), "\n", `\n`)
}

// visible is [Line] for text of several lines.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' {
			b.WriteRune(r)
		} else {
			b.WriteString(Inert(r))
		}
	}
	return b.String()
}

// Inert writes a character that cannot be printed as Go does in strings.
func Inert(r rune) string {
	if strconv.IsPrint(r) {
		return string(r)
	}
	return strings.Trim(strconv.QuoteRuneToASCII(r), "'")
}

// IfAny is the cell of a thing; nothing of the zero value.
func IfAny[T comparable](thing T, shown any) any {
	var none T
	if thing == none {
		return nil
	}
	return shown
}

// Given is the cell that shows a thing itself; nothing of the zero value.
func Given[T comparable](thing T) any { return IfAny(thing, thing) }

// YesOrNo writes a truth value for a table.
func YesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// latex returns the table, as pages show it, as a tabular with the rules of the
// package booktabs.
func (t *Table) latex() string {
	g := t.Wide()
	var b strings.Builder
	b.WriteString("\\begin{tabular}{")
	for _, right := range g.Right {
		if right {
			b.WriteByte('r')
		} else {
			b.WriteByte('l')
		}
	}

	rows := strings.Join(lists.Map(g.Rows, latexLine), "")
	fmt.Fprintf(&b, "}\n\\toprule\n%s\\midrule\n%s\\bottomrule\n\\end{tabular}\n", latexLine(g.Header), rows)
	return b.String()
}

func latexLine(cells []string) string {
	return strings.Join(lists.Map(cells, latexCell), " & ") + " \\\\\n"
}

func latexCell(cell string) string {
	return escapeLaTeX(strings.ReplaceAll(cell, "\n", " "))
}

var latexSpecial = strings.NewReplacer(
	`\`, `\textbackslash{}`,
	"{", `\{`,
	"}", `\}`,
	"&", `\&`,
	"%", `\%`,
	"$", `\$`,
	"#", `\#`,
	"_", `\_`,
	"~", `\textasciitilde{}`,
	"^", `\textasciicircum{}`,
	"<", `\textless{}`,
	">", `\textgreater{}`,
	"≤", `$\le$`,
	"≥", `$\ge$`,
)

// escapeLaTeX writes text so that LaTeX sets it as it is.
func escapeLaTeX(text string) string {
	return latexSpecial.Replace(visible(text))
}

// linked is text in Markdown that leads to an address; the text alone if the address is empty.
func linked(text, address string) string {
	if address == "" {
		return text
	}
	return "[" + text + "](" + address + ")"
}
