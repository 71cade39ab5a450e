package pages

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"codebreak/report"
	"codebreak/report/chart"
)

// TestCommittedPages makes the pages of all committed results: none is missing,
// none needs to be computed; in no picture, wide or on a phone, do texts overlap, reach out
// or fall below 11 pixels; each has a title, and where it shows what is published, its source
// and a verdict; and no two of a folder are the same.
func TestCommittedPages(t *testing.T) {
	pages, warnings := committedPages()
	if len(warnings) > 0 {
		t.Errorf("warnings %q", warnings)
	}
	for _, e := range Entries() {
		there := slices.ContainsFunc(pages, func(p *report.Page) bool { return p.Name == e.Name })
		if !there && !e.OnDemand {
			t.Errorf("entry %s has no results", e.Name)
		}
	}
	if testing.Short() {
		t.Skip("slow: all pictures are drawn")
	}
	for _, p := range pages {
		seen := map[string]string{} // files by what is drawn in them
		for _, f := range p.Pictures() {
			if problems, err := illegible(f); err != nil || len(problems) > 0 {
				t.Errorf("%s, %s: %q, %v", p.Name, f.File, problems, err)
			}
			if publishedIn(f) && (f.Source == "" || f.Verdict == "") {
				t.Errorf("%s, %s shows published figures without their source and a verdict", p.Name, f.File)
			}
			drawn := fmt.Sprintf("%+v", f.Charts)
			if other, ok := seen[drawn]; ok {
				t.Errorf("%s: %s shows the same as %s", p.Name, f.File, other)
			}
			seen[drawn] = f.File
		}
	}
	overview, ok := report.Overview(pages)
	if problems, err := illegible(overview); !ok || err != nil || len(problems) > 0 {
		t.Errorf("the picture of all published figures: %t, %q, %v", ok, problems, err)
	}
}

// illegible lists what cannot be read in a picture, and in that for a phone.
func illegible(f chart.Figure) ([]string, error) {
	wide, err := textFaults(f)
	if err != nil {
		return nil, err
	}
	narrow, err := textFaults(f.Narrow())
	return append(wide, narrow...), err
}

// gameID is how the program names a game, as titles must not.
var gameID = regexp.MustCompile(`\b((mm|bc|bp)[0-9]+x[0-9]|(twod|nerdle|wordle-|absurdle)[0-9])`)

// TestTitles reads the titles of all committed pictures: each is there once, names no game by
// its short name, and is short enough for two lines.
func TestTitles(t *testing.T) {
	const most = 90 // characters
	pages, _ := committedPages()
	seen := map[string]string{}
	check := func(where string, f chart.Figure) {
		if other, again := seen[f.Title]; again {
			t.Errorf("%s and %s have the title %q", other, where, f.Title)
		}
		seen[f.Title] = where
		if id := gameID.FindString(f.Title); id != "" {
			t.Errorf("%s: the title %q names a game %s", where, f.Title, id)
		}
		if n := utf8.RuneCountInString(f.Title); n > most {
			t.Errorf("%s: the title %q has %d characters", where, f.Title, n)
		}
	}
	for _, p := range pages {
		for _, f := range p.Pictures() {
			check(p.Name+"/"+f.File, f)
		}
	}
	if overview, ok := report.Overview(pages); ok {
		check(overview.File, overview)
	}
}

// publishedIn reports whether a figure shows what a source prints, or says so.
func publishedIn(f chart.Figure) bool {
	for _, c := range f.Charts {
		switch c := c.(type) {
		case chart.Histogram:
			if slices.ContainsFunc(c.Series, func(d chart.Distribution) bool { return d.Published }) {
				return true
			}
		case chart.Dots:
			if slices.ContainsFunc(c.Rows, func(r chart.DotRow) bool {
				return slices.ContainsFunc(r.Dots, func(d chart.Dot) bool { return c.Series[d.Series].Name == "published" })
			}) {
				return true
			}
		}
	}
	return strings.Contains(f.Title+f.Subtitle+f.Caption, "publish") || strings.Contains(f.Caption, "printed")
}
