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
}

// Load reads the pages of the entries from their results.json, as far as they
// are there. It returns a warning for each file and folder that it cannot use.
func Load(dir string, entries []Link) (pages []*Page, warnings []string, err error) {
	content, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]bool{"README.md": true, "index.html": true, "timings.json": true, "cells": true, "slurm": true}
	for _, link := range entries {
		known[link.Name] = true
		page, err := loadPage(dir, link.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
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
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if version.Version != RecordVersion {
		return nil, fmt.Errorf("%s is of version %d, and this program knows version %d; run the entry again", path, version.Version, RecordVersion)
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
	return &p, nil
}

// WriteFront writes dir/README.md: the verdicts on all published figures and
// a line for each entry. Entries without a page are listed as such.
func WriteFront(dir string, entries []Link, pages []*Page) error {
	var page, contents bytes.Buffer
	fmt.Fprint(&page, "# Results\n\nExhaustive experiments on Mastermind and Bulls and Cows: every secret of every configuration is played. These pages are made by `./run.sh`; [index.html](index.html) is the same to look at in a browser, with histograms to lay over each other and trees to walk through.\n")
	for _, link := range entries {
		i := slices.IndexFunc(pages, func(p *Page) bool { return p.Name == link.Name })
		if i < 0 {
			fmt.Fprintf(&contents, "- %s: %s (not run yet: `%s`)\n", link.Name, link.Title, link.How)
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
	fmt.Fprintf(page, "\n## Published figures\n\n%s\n\n", CountVerdicts(p.Comparisons))
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
