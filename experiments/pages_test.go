package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/chart/charttest"
)

// TestCommittedPages makes the pages of all committed results: none is missing,
// none needs to be computed; in no picture do texts overlap, reach out or fall below
// 10 pixels; each has a title, and where it shows what is published, its source
// and a verdict; and no two of a folder are the same.
func TestCommittedPages(t *testing.T) {
	pages, warnings := committedPages()
	if len(warnings) > 0 {
		t.Errorf("warnings %q", warnings)
	}
	for _, e := range entries() {
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
		for _, s := range p.Sections {
			for _, f := range s.Figures {
				problems, err := charttest.Illegible(f)
				if err != nil || len(problems) > 0 {
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
	}
	overview, ok := report.Overview(report.Tallies(pages))
	if problems, err := charttest.Illegible(overview); !ok || err != nil || len(problems) > 0 {
		t.Errorf("the picture of all published figures: %t, %q, %v", ok, problems, err)
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
		case chart.ECDF:
			if len(c.Marks) > 0 {
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

// TestIndexSize keeps the one-file page small enough to open in a moment.
func TestIndexSize(t *testing.T) {
	const most = 5_000_000
	info := must(os.Stat(filepath.Join("..", "results", "index.html")))(t)
	if info.Size() > most {
		t.Errorf("index.html has %d bytes; at most %d are allowed", info.Size(), most)
	}
}
