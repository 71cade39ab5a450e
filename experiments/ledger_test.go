package main

import (
	"encoding/json"
	"slices"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// TestLedgerMarks holds the marks of runs that exact sums do not give against the
// committed results.
func TestLedgerMarks(t *testing.T) {
	var record struct {
		Answers []struct {
			Answer struct {
				Result engine.Result `json:"result"`
			} `json:"answer"`
		} `json:"answers"`
	}
	if err := json.Unmarshal([]byte(readFile(t, "..", "results", "ledger-full", "results.json")), &record); err != nil {
		t.Fatal(err)
	}
	measured := map[engine.Key]engine.Result{}
	for _, a := range record.Answers {
		measured[a.Answer.Result.Key()] = a.Answer.Result
	}
	compared := 0
	for _, f := range published.Ledger() {
		key, err := f.Configuration.Key()
		if err != nil {
			t.Fatal(err)
		}
		r, ok := measured[key]
		if !ok {
			continue
		}
		compared++
		if row := (sweepRow{exact: report.Compare(f, r)}); f.Source == published.Mikemag2022 && slices.Contains([]strategy.Criterion{strategy.Minimax, strategy.MostParts}, f.Configuration.Criterion) && !row.byMean() {
			t.Errorf("%s: printed %d, measured %d of mean %v", f.ID, f.Total, r.Total, r.Mean)
		}
		if f.Open != (r.Total != f.Total || r.Worst != f.Worst) {
			t.Errorf("%s: marked %t; printed %d and %d, measured %d and %d", f.ID, f.Open, f.Total, f.Worst, r.Total, r.Worst)
		}
	}
	if compared < 912 {
		t.Errorf("only %d runs are in the results", compared)
	}
}
