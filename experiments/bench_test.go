package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"codebreak/engine"
	"codebreak/report"
)

// TestBench runs the entry on two small games, with a stand-in for the
// programs of their own.
func TestBench(t *testing.T) {
	rungs := []rung{newRung("mm3x3", "112", "112"), newRung("mm3x4", "112", "123")}
	played := map[string]int{}
	e := bench(rungs, func(_ context.Context, c engine.Configuration, _ options) (time.Duration, uint64, error) {
		played[c.String()]++
		return time.Second, 3 << 20, nil
	})
	r := runner{options: options{workers: 2, maxMemory: 1 << 30, results: t.TempDir(), quiet: true, stderr: new(bytes.Buffer)}, stdout: new(bytes.Buffer)}
	page, err := r.runEntry(context.Background(), e, &progress{})
	if err != nil {
		t.Fatal(err)
	}
	if len(played) != 8 || played["mm3x4, entropy, first guess 112"] != 5 {
		t.Errorf("programs run: %v", played)
	}
	if len(page.Results) != 8 {
		t.Errorf("%d results", len(page.Results))
	}
	table := page.Sections[0].Table
	if len(table.Rows) != 8 {
		t.Fatalf("%d rows", len(table.Rows))
	}
	row := strings.Join(table.Rows[7], "|")
	for _, want := range []string{"mm3x4|64|most-parts|123|5|", "|1.000 (1.000 to 1.000)|3.0 MiB|"} {
		if !strings.Contains(row, want) {
			t.Errorf("row %q lacks %q", row, want)
		}
	}
	if _, err := page.Sections[1].Figures[0].Draw(report.PNG); err != nil {
		t.Error(err)
	}

	failure := errors.New("no such program")
	e = bench(rungs, func(context.Context, engine.Configuration, options) (time.Duration, uint64, error) {
		return 0, 0, failure
	})
	if _, err := r.runEntry(context.Background(), e, &progress{}); !errors.Is(err, failure) {
		t.Errorf("failing program: %v", err)
	}
}
