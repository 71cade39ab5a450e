// Package report turns results into things to read: tables in the terminal,
// Markdown pages with pictures, CSV and JSON files. It knows no strategy and
// runs nothing.
//
// The unit is a [Page]: the outcome of one entry of the notebook, told as
// question, tables, pictures and findings. [Page.Print] shows it in a
// terminal, [Write] puts it in a folder, and [WriteFront] and [WriteIndex] make
// front pages of all folders, which [Load] reads again. What is written depends
// only on the results: the same results give the same bytes.
package report

import (
	"strconv"
	"strings"

	"codebreak/engine"
	"codebreak/engine/tree"
)

// RecordVersion is the version of the form of results.json. Pages of another
// version are not read: they would lose what this version does not know.
const RecordVersion = 1

// A Page is the outcome of one entry of the notebook. Its JSON is the page's
// results.json, from which everything else can be made again ([Load]).
type Page struct {
	// Version is [RecordVersion]; [Write] sets it.
	Version int `json:"version"`

	Name     string    `json:"entry"` // of the entry and its folder
	Title    string    `json:"title"`
	Question string    `json:"question"` // what the entry asks, in a sentence or two
	Findings []string  `json:"findings"` // what was found, a sentence or two each
	Sections []Section `json:"sections"`

	Tallies     []Tally         `json:"tallies,omitempty"`     // verdicts on published figures, counted
	Comparisons []Comparison    `json:"comparisons,omitempty"` // published against measured, if the entry compares
	Optima      []Optimum       `json:"optima,omitempty"`      // what is proved about the best of all strategies
	Plays       []Play          `json:"plays,omitempty"`       // decision trees to look at
	Results     []engine.Result `json:"results"`               // all that was measured

	// Certificates are files that others can check, such as decision trees.
	Certificates []Certificate `json:"-"`
}

// A Certificate is a file beside the pages.
type Certificate struct {
	Path    string // below the results folder
	Content []byte
}

// A Tally says how many published figures of a kind got each verdict.
type Tally struct {
	What  string `json:"what"`
	Count []int  `json:"count"` // in the order of [Verdicts]
	// Why says, in a sentence, why those that differ and that are open do so.
	Why string `json:"why,omitempty"`
}

// An Optimum is what is proved about the least total of a game.
type Optimum struct {
	Game      string `json:"game"`
	Total     int    `json:"total"` // of the best tree known
	Lower     int    `json:"lower"` // no tree has less
	First     string `json:"first"`
	Worst     int    `json:"worst"`
	Histogram []int  `json:"histogram"`
}

// A Play is a decision tree of a game, to be followed step by step.
type Play struct {
	Game    string `json:"game"`
	Name    string `json:"name"`              // of the strategy
	Printed bool   `json:"printed,omitempty"` // whether it was read from a source, perhaps in part
	Tree    string `json:"tree"`              // see [tree.Tree.Packed]; empty if it is too large to be kept
}

// A Section is a part of a page. Every field but the heading may be empty.
type Section struct {
	Heading string   `json:"heading"`
	Text    string   `json:"text,omitempty"`
	Table   *Table   `json:"table,omitempty"` // for pages
	Compact *Table   `json:"-"`               // for terminals, in place of Table, if that is too wide
	Figures []Figure `json:"figures,omitempty"`
	// PageOnly leaves the section out in terminals, where it would be too long.
	PageOnly bool `json:"-"`
}

// A Table is a table of text. Cells may have several lines.
type Table struct {
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
	// Right lists the columns that are aligned to the right, counted from 0.
	Right []int `json:"right,omitempty"`
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
