// Package origin finds where a printed number comes from, in what a results folder holds: in
// all that was measured and proved, in what sources print, and in the answers of its pages.
//
//	record := origin.Open("results", limit)
//	findings := record.Find(origin.Wanted{Number: number})
package origin

import (
	"html"
	"path/filepath"
	"regexp"
	"strings"

	"codebreak/configs/published"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report"
)

// A Record is what a results folder holds.
type Record struct {
	folder    string
	rows      []report.Row
	printed   []report.PublishedRow
	pages     []page
	sentences []sentence
}

// A page is a file with all its text.
type page struct{ file, text string }

// A sentence of a page states numbers.
type sentence struct {
	text    string
	page    string // its file
	finding bool   // not only a line of a table
	numbers []published.Number
}

// Open reads the tables of a results folder, and its pages; a file counts as limit bytes at
// most. What cannot be read is left out: then less is found.
func Open(folder string, limit int64) Record {
	r := Record{folder: folder}
	if text, err := store.ReadFile(filepath.Join(folder, notebook.AllName), limit); err == nil {
		r.rows, _ = report.ReadAll(text)
	}
	if text, err := store.ReadFile(filepath.Join(folder, notebook.PublishedName), limit); err == nil {
		r.printed, _ = report.ReadPublished(text)
	}

	// Of the pages of entries the findings are read, of the front page, which comes last since
	// it repeats some, all lines.
	front := filepath.Join(folder, notebook.FrontName)
	files, _ := filepath.Glob(filepath.Join(folder, "*", notebook.FrontName))
	for _, file := range append(files, front) {
		if text, err := store.ReadFile(file, limit); err == nil {
			r.pages = append(r.pages, page{file, string(text)})
			r.sentences = append(r.sentences, sentencesOf(file, string(text), file == front)...)
		}
	}

	index := filepath.Join(folder, notebook.IndexName)
	if text, err := store.ReadFile(index, limit); err == nil {
		r.sentences = append(r.sentences, beginningOf(index, string(text))...)
	}
	return r
}

// Of is a record of some rows alone.
func Of(rows ...report.Row) Record { return Record{rows: rows} }

// Empty reports whether nothing is recorded.
func (r Record) Empty() bool { return len(r.rows) == 0 }

// pageOf is the file of the page of an entry.
func (r Record) pageOf(entry string) string {
	return filepath.Join(r.folder, entry, notebook.FrontName)
}

// numberInText is a number in a text: with thousands separated, with a fraction or decimals,
// or in percent.
var numberInText = regexp.MustCompile(`[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+|/[0-9]+)?%?`)

// numbersIn reads the numbers of an English text.
func numbersIn(text string) (numbers []published.Number) {
	for _, found := range numberInText.FindAllString(text, -1) {
		n, err := published.ParseNumber(strings.ReplaceAll(found, ",", ""))
		if err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// sentencesOf returns the findings of a page, or each line of it.
func sentencesOf(page, text string, all bool) (sentences []sentence) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		finding := strings.HasPrefix(line, "**") || strings.HasPrefix(line, "- ")
		if !finding && !all || strings.HasPrefix(line, "![") {
			continue
		}
		plain := plainText(line)
		if numbers := numbersIn(plain); len(numbers) > 0 {
			sentences = append(sentences, sentence{text: plain, page: page, finding: finding, numbers: numbers})
		}
	}
	return sentences
}

var (
	blockTag = regexp.MustCompile(`</(?:p|div|tr|h[1-6]|li)>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

// beginningOf returns what index.html says before its questions.
func beginningOf(page, text string) (sentences []sentence) {
	text, _, found := strings.Cut(text, `id="notebook"`)
	_, text, body := strings.Cut(text, "<main>")
	if !found || !body {
		return nil
	}
	for _, block := range blockTag.Split(text, -1) {
		plain := html.UnescapeString(anyTag.ReplaceAllString(block, " "))
		plain = strings.Join(strings.Fields(plain), " ")
		if numbers := numbersIn(plain); len(numbers) > 0 {
			sentences = append(sentences, sentence{text: plain, page: page, numbers: numbers})
		}
	}
	return sentences
}

// link is a link in Markdown.
var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// plainText takes the marks of Markdown out of a line; the cells of a table have commas
// between them.
func plainText(line string) string {
	line = link.ReplaceAllString(strings.TrimPrefix(line, "- "), "$1")
	line = strings.NewReplacer("**", "", "`", "", "<br>", ", ").Replace(line)
	if strings.HasPrefix(line, "|") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(cell)
		}
		line = strings.Join(cells, "; ")
	}
	return line
}
