// Package report turns results into things to read: tables in the terminal,
// Markdown pages with pictures, CSV and JSON files. It knows no strategy and
// runs nothing.
//
// The unit is a [Page]: the outcome of one entry of the notebook, told as
// question, tables, pictures and findings. [Page.Print] shows it in a
// terminal, [Write] puts it in a folder, and [WriteFront] lists all folders on
// a front page. What is written depends only on the results: the same results
// give the same bytes.
package report

import (
	"strconv"
	"strings"

	"codebreak/engine"
	"codebreak/engine/tree"
)

// A Page is the outcome of one entry of the notebook.
type Page struct {
	Name     string // of the entry and its folder
	Title    string
	Question string // what the entry asks, in a sentence or two
	Sections []Section
	Findings []string // what was found, a sentence or two each

	// Certificates are files that others can check, such as decision trees.
	Certificates []Certificate

	Comparisons []Comparison    // published against measured, if the entry compares
	Results     []engine.Result // all that was measured
}

// A Certificate is a file beside the pages.
type Certificate struct {
	Path    string // below the results folder
	Content []byte
}

// A Section is a part of a page. Every field but the heading may be empty.
type Section struct {
	Heading string
	Text    string
	Table   *Table // for pages
	Compact *Table // for terminals, in place of Table, if that is too wide
	Figures []Figure
	// PageOnly leaves the section out in terminals, where it would be too long.
	PageOnly bool
}

// A Table is a table of text. Cells may have several lines.
type Table struct {
	Header []string
	Rows   [][]string
	// Right lists the columns that are aligned to the right, counted from 0.
	Right []int
}

// FormatHistogram writes a histogram as "2:4 3:59 4:574": the number of
// guesses, and how many secrets need it, without the empty ends.
func FormatHistogram(histogram []int) string {
	var b strings.Builder
	started := false
	for k, n := range histogram {
		if n == 0 && !started {
			continue
		}
		if started {
			b.WriteByte(' ')
		}
		started = true
		b.WriteString(strconv.Itoa(k) + ":" + strconv.Itoa(n))
	}
	return b.String()
}

// BoundCells writes what no strategy can beat as three cells of a table: the
// mean, the worst case, and the information bound.
func BoundCells(b tree.Bounds) (mean, worst, information string) {
	return FormatMean(b.Mean), strconv.Itoa(b.Worst), strconv.FormatFloat(b.Information, 'f', 3, 64)
}

// FormatMean writes a mean with five decimals, as most sources do.
func FormatMean(mean float64) string { return strconv.FormatFloat(mean, 'f', 5, 64) }
