package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart/charttest"
)

// TestCommittedPages makes the pages of all committed results: none is missing,
// none needs to be computed, and in no picture do texts overlap or reach out.
func TestCommittedPages(t *testing.T) {
	r := notebook.Runner{Entries: entries(), Folder: notebook.Folder(filepath.Join("..", "results")), Warn: func(text string) { t.Error(text) }}
	pages, _ := r.Pages()
	for _, e := range r.Entries {
		there := slices.ContainsFunc(pages, func(p *report.Page) bool { return p.Name == e.Name })
		if !there && e.When != notebook.OnDemand {
			t.Errorf("entry %s has no results", e.Name)
		}
	}
	if testing.Short() {
		t.Skip("slow: all pictures are drawn")
	}
	for _, p := range pages {
		for _, s := range p.Sections {
			for _, f := range s.Figures {
				problems, err := charttest.Illegible(f)
				if err != nil || len(problems) > 0 {
					t.Errorf("%s, %s: %q, %v", p.Name, f.File, problems, err)
				}
			}
		}
	}
}

// TestIndexSize keeps the one-file page small enough to open in a moment.
func TestIndexSize(t *testing.T) {
	const most = 3_000_000
	info, err := os.Stat(filepath.Join("..", "results", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("index.html has %d bytes; at most %d are allowed", info.Size(), most)
	}
}
