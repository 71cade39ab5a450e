package main

import (
	"encoding/json"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
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
		if f.Open != (r.Total != f.Total || r.Worst != f.Worst) {
			t.Errorf("%s: marked %t; printed %d and %d, measured %d and %d", f.ID, f.Open, f.Total, f.Worst, r.Total, r.Worst)
		}
	}
	if compared < 700 {
		t.Errorf("only %d runs are in the results", compared)
	}
}
