// Package report turns results into things to read: tables in the terminal,
// Markdown pages with pictures, CSV. Data goes in and text comes out: it knows no
// strategy, runs nothing, and reads and writes no file.
//
// The unit is a [Page]: the outcome of one entry of the notebook, as
// question, tables, pictures and findings. [Page.Files] makes the files of its
// folder, and [Front] the front page of all folders. The same page gives the same
// bytes.
//
// Tables are rows of any type with the titles of columns and the values of each row
// ([TableOf]). A value keeps its type until it is written, so that the same definition
// serves pages, terminals and CSV:
//
//	table := report.TableOf(results, func(r engine.Result) report.Row {
//		return report.ResultCells(r).And("above", report.Signed(r.Total-least))
//	})
//
// Published figures are judged by [Compare], without tolerance, and tabled with
// [Comparison.Cells]. A [TreePage] shows a decision tree.
//
// Figures of pages are drawn by package [codebreak/report/chart], and
// [codebreak/report/web] combines all pages into one, for a browser.
package report

import (
	"fmt"

	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/report/chart"
)

// A Page is the outcome of one entry of the notebook, as people read it.
type Page struct {
	Name     string        // the name of the entry and its folder
	Question string        // the question that the entry answers, in a person's words and at most 80 characters
	Group    string        // of questions that stand together on the front pages; empty for none
	About    string        // the background that a reader needs; may be empty
	Command  string        // makes the page again, such as ./run.sh run ties
	Findings []string      // the answer in under 25 words, with its number, and at most four more
	Picture  *chart.Figure // shows the answer; nil if none does
	Sections []Section

	Tallies     []Tally         // published figures with their verdicts
	Comparisons []Comparison    // published against measured, if the entry compares
	Optima      []Optimum       // the least totals, proved or best known
	Trees       []TreeView      // decision trees to look at
	Results     []engine.Result // all measured results, for table.csv
	Expected    []Expectation   // the expectations of random players, for table.csv
	// Long leaves the results out of index.html, where there would be too many.
	Long bool

	// Certificates are files that others can check, such as decision trees. They
	// have a folder of their own within the page's.
	Certificates []File
}

// Findf adds a finding, which [fmt.Sprintf] formats.
func (p *Page) Findf(format string, args ...any) {
	p.Findings = append(p.Findings, fmt.Sprintf(format, args...))
}

// An Optimum is the least known total of a game, with the proved lower bound.
type Optimum struct {
	Game         string
	First        string
	Lower        int // no tree has a smaller total
	tree.Figures     // the figures of the best known tree
}

// Proved reports whether the lower bound proves that no tree has a smaller total.
func (o Optimum) Proved() bool {
	return o.Total == o.Lower
}

// An Expectation is the distribution of guesses that a random player may expect.
type Expectation struct {
	engine.Configuration
	Kind      string // "expected" or "sampled"
	Secrets   int
	Mean      float64
	Stddev    float64
	Histogram []float64 // the secrets, or the games of a sample, by number of guesses
}

// A TreeView is a decision tree of a game, to be followed step by step.
type TreeView struct {
	Game   string
	Name   string // the name of the strategy
	Quoted bool   // whether the tree was read from a source, perhaps in part
	// Tree is the tree as [codebreak/engine/tree.Tree.Brief] writes it, or Packed if it was
	// read from a source. It is empty if the tree is too large to be kept.
	Tree string
}

// A Section is a part of a page. Every field but the heading may be empty.
type Section struct {
	Heading string
	Text    string
	Table   *Table
	Figures []chart.Figure
	// FolderOnly leaves the section out of index.html, where it would be too long.
	FolderOnly bool
	// File is the name, without .md, of a file that holds the section in place of both
	// pages. If it is empty, the page holds the section, unless its table is so long that
	// the section gets a file named after its heading.
	File string
}

// Add puts a section at the end of the page: a text and a table, and figures below them.
func (p *Page) Add(heading, text string, table *Table, figures ...chart.Figure) {
	p.Sections = append(p.Sections, Section{
		Heading: heading,
		Text:    text,
		Table:   table,
		Figures: figures,
	})
}

// AddToFolder puts a section at the end of the page that index.html leaves out.
func (p *Page) AddToFolder(heading, text string, table *Table, figures ...chart.Figure) {
	p.Add(heading, text, table, figures...)
	p.Sections[len(p.Sections)-1].FolderOnly = true
}

// A File is a file that the caller writes.
type File struct {
	Name    string // without a folder
	Content []byte
}

// The names of a page's files. The page only links to the record, which is written by the
// keeper of the results.
const (
	pageName   = "README.md"
	tableName  = "table.csv"
	recordName = "results.json"
)
