package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// recordName is the file of a page that all others can be made from.
const recordName = "results.json"

// A Link names an entry of the notebook for the front pages.
type Link struct {
	Name, Title string
	// How is the command that makes the page.
	How string
	// Problem says why the page that is there cannot be used; [Load] sets it.
	Problem string
}

// Load reads the pages of the entries from their results.json, as far as they
// are there. It returns a warning for each file and folder that it cannot use,
// and marks the links of entries whose results are damaged.
func Load(dir string, entries []Link) (pages []*Page, warnings []string, err error) {
	content, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{"README.md": true, "index.html": true, "timings.json": true, "robustness.md": true, "cells": true, "slurm": true}
	for i, link := range entries {
		known[link.Name] = true
		page, err := loadPage(dir, link.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			entries[i].Problem = err.Error()
			warnings = append(warnings, err.Error())
		default:
			pages = append(pages, page)
		}
	}
	for _, c := range content {
		if !known[c.Name()] && !strings.HasPrefix(c.Name(), ".") {
			warnings = append(warnings, fmt.Sprintf("%s belongs to no entry of the notebook; it is left alone", filepath.Join(dir, c.Name())))
		}
	}
	return pages, warnings, nil
}

func loadPage(dir, entry string) (*Page, error) {
	path := filepath.Join(dir, entry, recordName)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var version struct {
		Version int `json:"version"`
	}
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return nil, fmt.Errorf("%s is damaged: it must be a JSON object", path)
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if version.Version != RecordVersion {
		return nil, fmt.Errorf("%s is not of version %d, which this program knows; run the entry again", path, RecordVersion)
	}
	var p Page
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if p.Name != entry {
		return nil, fmt.Errorf("%s belongs to entry %q, not %q", path, p.Name, entry)
	}
	if err := p.validate(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return &p, nil
}

// validate returns an error if numbers contradict each other, or tables are
// not square.
func (p *Page) validate() error {
	for _, r := range p.Results {
		secrets, total := 0, 0
		for k, n := range r.Histogram {
			if n < 0 {
				return fmt.Errorf("%s: %d secrets need %d guesses", r.Configuration, n, k)
			}
			secrets, total = secrets+n, total+k*n
		}
		if secrets != r.Secrets || total != r.Total || r.Worst != len(r.Histogram)-1 {
			return fmt.Errorf("%s: the histogram is of %d secrets and %d guesses, but %d and %d are stated", r.Configuration, secrets, total, r.Secrets, r.Total)
		}
	}
	for _, s := range p.Sections {
		if s.Table != nil {
			for i, row := range s.Table.Rows {
				if len(row) != len(s.Table.Header) {
					return fmt.Errorf("table %q: row %d has %d cells, the header %d", s.Heading, i+1, len(row), len(s.Table.Header))
				}
			}
		}
		for _, f := range s.Figures {
			for _, h := range f.Histograms {
				if slices.ContainsFunc(append(h.Counts, h.Published...), func(n int) bool { return n < 0 }) {
					return fmt.Errorf("figure %s: histogram %q has a number below 0", f.File, h.Title)
				}
			}
		}
	}
	return nil
}

// WriteFront writes dir/README.md: the verdicts on all published figures and
// a line for each entry. Entries without a page are listed as such.
func WriteFront(dir string, entries []Link, pages []*Page) error {
	var page, contents bytes.Buffer
	fmt.Fprint(&page, "# Results\n\nExhaustive experiments on Mastermind and Bulls and Cows: every secret of every configuration is played. These pages are made by `./run.sh`; [index.html](index.html) is the same to look at in a browser, with histograms to lay over each other and trees to walk through.\n")
	for _, link := range entries {
		i := slices.IndexFunc(pages, func(p *Page) bool { return p.Name == link.Name })
		if i < 0 {
			why := "not run yet"
			if link.Problem != "" {
				why = "its results are damaged; make them again"
			}
			fmt.Fprintf(&contents, "- %s: %s (%s: `%s`)\n", link.Name, link.Title, why, link.How)
			continue
		}
		p := pages[i]
		fmt.Fprintf(&contents, "- [%s](%s/README.md): %s. %s\n", p.Name, p.Name, p.Title, p.Question)
		if len(p.Comparisons) > 0 {
			if err := writeVerdicts(&page, p); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(&page, "\n## Entries\n\n%s", contents.String())
	return WriteFile(filepath.Join(dir, "README.md"), page.Bytes())
}

func writeVerdicts(page *bytes.Buffer, p *Page) error {
	fmt.Fprintf(page, "\n## Published figures\n\n%s Why, the notes of each entry say. No mean below, no worst below: what no strategy whatever can beat, by counting answers; information: guesses after which the answers could tell all secrets apart.\n\n", CountVerdicts(p.Comparisons))
	t := Table{
		Header: []string{"figure", "game", "strategy", "from", "published", "worst", "measured", "worst", "no mean below", "no worst below", "information", "verdict"},
		Right:  []int{4, 5, 6, 7, 8, 9, 10},
	}
	for _, c := range p.Comparisons {
		mean, worst, information := BoundCells(c.Bounds)
		t.Rows = append(t.Rows, []string{
			fmt.Sprintf("[%s](%s/%s)", c.ID, p.Name, c.Picture),
			c.Game, c.Strategy, c.First,
			orDash(c.Published.Mean), c.worst(), FormatMean(c.Measured.Mean), strconv.Itoa(c.Measured.Worst),
			mean, worst, information,
			fmt.Sprintf("[%s](%s/README.md)", c.Verdict, p.Name),
		})
	}
	return t.WriteMarkdown(page)
}

// CountVerdicts says in a sentence how many figures got each verdict.
func CountVerdicts(comparisons []Comparison) string {
	count := map[Verdict]int{}
	for _, c := range comparisons {
		count[c.Verdict]++
	}
	var parts []string
	for _, v := range []struct {
		verdict Verdict
		meaning string
	}{
		{Exact, "reproduced exactly, the whole histogram"},
		{Mean, "reproduced as far as printed, which is no histogram"},
		{Differs, "different, for the reason in its note"},
		{Open, "open: no convention found that gives them"},
	} {
		if n := count[v.verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.meaning))
		}
	}
	return fmt.Sprintf("Published figures: %d. Of these, %s.", len(comparisons), strings.Join(parts, "; "))
}
