package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A PublishedRow is a line of published.csv.
type PublishedRow struct {
	ID       string
	Source   string
	Game     string
	Subject  string
	Printed  string
	Measured string
	Verdict  Verdict
	Note     string
	Entry    string
}

// errOtherTable says that a table lacks a column.
var errOtherTable = errors.New("it is another table")

// A csvReader reads a table that [Table.CSV] has written.
type csvReader struct {
	place map[string]int // of columns
	lines [][]string
	line  []string // that is read
	err   error    // the first on a number
}

// newCSVReader begins to read a table with the titles of a row.
func newCSVReader(text []byte, titles []string) (*csvReader, error) {
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, errOtherTable
	}
	r := &csvReader{
		place: map[string]int{},
		lines: lines[1:],
	}
	for i, title := range lines[0] {
		r.place[title] = i
	}
	for _, title := range titles {
		if !r.has(title) {
			return nil, fmt.Errorf("%w: it has no column %s", errOtherTable, title)
		}
	}
	return r, nil
}

// has reports whether the table has a column.
func (r *csvReader) has(title string) bool {
	_, ok := r.place[title]
	return ok
}

// text is a cell without the apostrophe that [inertText] puts before formulas.
func (r *csvReader) text(title string) string {
	cell := r.line[r.place[title]]
	if plain, ok := strings.CutPrefix(cell, "'"); ok && inertText(plain) == cell {
		return plain
	}
	return cell
}

func (r *csvReader) number(title string) float64 {
	cell := r.text(title)
	if cell == "" {
		return 0
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("column %s: %q is not a number", title, cell)
	}
	return x
}

func (r *csvReader) whole(title string) int {
	return int(r.number(title))
}

// ReadAll reads all.csv.
func ReadAll(text []byte) (rows []Measurement, err error) {
	r, err := newCSVReader(text, Measurement{}.cells().titles())
	if err != nil {
		return nil, err
	}

	worst := 0
	for r.has(fmt.Sprintf(guessesTitle, worst+1)) {
		worst++
	}

	for _, r.line = range r.lines {
		row := Measurement{Kind: r.text("kind")}
		row.Game = r.text("game")
		row.Pool = strategy.Pool(r.text("pool"))
		row.Ties = r.text("ties")
		row.Order = game.Order(r.text("order"))
		row.First = r.text("first")
		row.Endgame = r.whole("endgame")
		criterion := r.text("criterion")
		if criterion != row.Kind {
			row.Criterion = strategy.Criterion(criterion)
		}

		row.Secrets = r.whole("secrets")
		row.Nodes = r.whole("nodes")
		row.Figures = tree.Figures{
			Total:  r.whole("total"),
			Mean:   r.number("mean"),
			Stddev: r.number("stddev"),
			Worst:  r.whole("worst"),
		}
		row.Known = tree.Figures{
			Total: r.whole("known_total"),
			Mean:  r.number("known_mean"),
			Worst: r.whole("known_worst"),
		}

		whole := true
		row.Shares = []float64{0}
		row.Histogram = []int{0}
		for k := 1; k <= min(worst, row.Worst); k++ {
			n := r.number(fmt.Sprintf(guessesTitle, k))
			row.Shares = append(row.Shares, n)
			row.Histogram = append(row.Histogram, int(n))
			whole = whole && n == float64(int(n))
		}
		if !whole {
			row.Histogram = nil
		}
		rows = append(rows, row)
	}
	return rows, r.err
}

// ReadPublished reads published.csv.
func ReadPublished(text []byte) (rows []PublishedRow, err error) {
	r, err := newCSVReader(text, Claim{}.dataCells().titles())
	if err != nil {
		return nil, err
	}
	for _, r.line = range r.lines {
		rows = append(rows, PublishedRow{
			ID:       r.text("id"),
			Source:   r.text("source"),
			Game:     r.text("game"),
			Subject:  r.text("subject"),
			Printed:  r.text("printed"),
			Measured: r.text("measured"),
			Verdict:  Verdict(r.text("verdict")),
			Note:     r.text("note"),
			Entry:    r.text("entry"),
		})
	}
	return rows, r.err
}
