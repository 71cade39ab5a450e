package pages

import (
	"encoding/json"
	"slices"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook/ask"
)

// TestMeansOfSixDigits holds what is said of a batch of runs against the committed
// results: all its totals by minimax and most-parts are made of means of six digits.
func TestMeansOfSixDigits(t *testing.T) {
	var record struct {
		Answers []struct {
			Kind     string
			Question engine.Configuration
			Answer   ask.Played
		}
	}
	if err := json.Unmarshal([]byte(enginetest.ReadFile(t, "..", "..", "results", "ledger", "results.json")), &record); err != nil {
		t.Fatal(err)
	}
	measured := map[engine.Key]engine.Result{}
	for _, a := range record.Answers {
		q := ask.NewPlay(a.Question)
		if err := q.Complete(t.Context(), &a.Answer); err != nil {
			t.Fatal(err)
		}
		measured[a.Answer.Result.Key()] = a.Answer.Result
	}
	compared := 0
	for _, f := range published.Runs() {
		key := enginetest.Must(f.Subject.Key())(t)
		r, ok := measured[key]
		if !ok || f.Source != "mikemag-2022" || !slices.Contains([]strategy.Criterion{strategy.Minimax, strategy.MostParts}, f.Subject.Criterion) {
			continue
		}
		compared++
		if !f.OfSixDigits(r.Figures) {
			t.Errorf("%s: printed %d, measured %d of mean %v", f.ID, f.Total, r.Total, r.Mean)
		}
	}
	if compared < 100 {
		t.Errorf("only %d runs are in the results", compared)
	}
}
