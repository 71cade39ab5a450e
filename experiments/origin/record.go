// Package origin finds where a printed number comes from. It looks into a results folder: at all
// measured and proved figures, at published figures, and at the findings of its pages.
//
//	record := origin.Open("results", limit)
//	findings := record.Find(origin.Wanted{Number: number})
package origin

import (
	"html"
	"path/filepath"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/pattern"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report"
)

// A Record has the figures and pages of a results folder.
type Record struct {
	folder    string
	rows      []report.Measurement
	printed   []report.PublishedRow
	pages     []page
	sentences []sentence
}

// A page is a file with its text.
type page struct{ file, text string }

// A sentence of a page states numbers.
type sentence struct {
	text    string
	page    string // its file
	finding bool   // else a line of a table
	numbers []published.Number
}

// Open reads the tables and pages of a results folder. It leaves out files that cannot be read, or
// have more bytes than the limit: then less is found.
func Open(folder string, limit int64) Record {
	r := Record{folder: folder}
	if text, err := store.ReadFile(filepath.Join(folder, notebook.AllName), limit); err == nil {
		r.rows, _ = report.ReadAll(text)
	}
	if text, err := store.ReadFile(filepath.Join(folder, notebook.PublishedName), limit); err == nil {
		r.printed, _ = report.ReadPublished(text)
	}

	// Entries' pages give their findings. The front page gives all its lines, and comes last
	// since it repeats some findings.
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

// BestKnown returns the best figures of a game in a results folder, if its optimum is not proved.
func BestKnown(folder, gameName string, limit int64) (best report.Measurement, ok bool) {
	text, err := store.ReadFile(filepath.Join(folder, notebook.AllName), limit)
	if err != nil {
		return best, false
	}
	rows, _ := report.ReadAll(text)
	for _, row := range rows {
		if row.Kind == report.OfBestKnown && row.Game == gameName {
			return row, true
		}
	}
	return best, false
}

// Of makes a record of some rows alone.
func Of(rows ...report.Measurement) Record { return Record{rows: rows} }

// Empty reports whether nothing is recorded.
func (r Record) Empty() bool { return len(r.rows) == 0 }

// pageOf returns the file of an entry's page.
func (r Record) pageOf(entry string) string {
	return filepath.Join(r.folder, entry, notebook.FrontName)
}

// numberInText matches a number in a text: with thousands separated, with a fraction or decimals,
// or in percent.
var numberInText = pattern.Of(`[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+|/[0-9]+)?%?`)

// numbersIn reads the numbers of an English text.
func numbersIn(text string) (numbers []published.Number) {
	for _, found := range numberInText().FindAllString(text, -1) {
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
			sentences = append(sentences, sentence{
				text:    plain,
				page:    page,
				finding: finding,
				numbers: numbers,
			})
		}
	}
	return sentences
}

var (
	blockTag = pattern.Of(`</(?:p|div|tr|h[1-6]|li)>`)
	anyTag   = pattern.Of(`<[^>]*>`)
)

// beginningOf returns the text of index.html before its questions.
func beginningOf(page, text string) (sentences []sentence) {
	text, _, found := strings.Cut(text, `id="notebook"`)
	_, text, body := strings.Cut(text, "<main>")
	if !found || !body {
		return nil
	}
	for _, block := range blockTag().Split(text, -1) {
		plain := html.UnescapeString(anyTag().ReplaceAllString(block, " "))
		plain = strings.Join(strings.Fields(plain), " ")
		if numbers := numbersIn(plain); len(numbers) > 0 {
			sentences = append(sentences, sentence{text: plain, page: page, numbers: numbers})
		}
	}
	return sentences
}

// link matches a link in Markdown.
var link = pattern.Of(`\[([^\]]*)\]\([^)]*\)`)

// plainText removes the marks of Markdown from a line, and puts commas between cells of a table.
func plainText(line string) string {
	line = link().ReplaceAllString(strings.TrimPrefix(line, "- "), "$1")
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
