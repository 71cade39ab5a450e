package pages

import (
	"path/filepath"
	"slices"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine/enginetest"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/lists"
)

// TestVerdictsAgree judges the figures of the catalogue by the committed answers, as the command
// verify does and, beside a play, as measure and the pages do. The verdicts are those of
// published.csv.
func TestVerdictsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: all answers of the results are read")
	}
	results := filepath.Join("..", "..", "results")
	verdicts := map[string]report.Verdict{}
	entries := map[string]string{}
	text := enginetest.ReadFile(t, results, notebook.PublishedName)
	for _, row := range enginetest.Must(report.ReadPublished([]byte(text)))(t) {
		verdicts[row.ID] = row.Verdict
		entries[row.ID] = row.Entry
	}

	field := published.IDs(published.Field()) // judged as verify does
	figures := slices.Concat(published.Averages(), published.Runs(), published.Optima(), published.ByChance(), published.Field())
	asked := lists.Map(drop(figures, isOfOneColour), claims.Of)
	r := notebook.Runner{Env: notebook.Env{Workers: 2}, Entries: Entries(), Folder: notebook.Folder(results)}
	o, err := r.Answer(t.Context(), notebook.Entry{Name: "verdicts", Tasks: notebook.Slow(claims.Tasks(asked))})
	if err != nil {
		t.Fatal(err)
	}

	played := 0
	for _, c := range asked {
		id := c.Figure.ID
		want := verdicts[id]
		if got := c.Judge(o); got.Verdict != want {
			t.Errorf("%s: %s by verify (%s), %s in %s", id, got.Verdict, got.Gap, want, notebook.PublishedName)
		}
		play, ok := c.Played.In(o)
		if !ok {
			continue
		}
		played++
		if got := c.JudgePlay(play, o); got.Verdict != want {
			t.Errorf("%s: %s by measure (%s), %s in %s", id, got.Verdict, got.Gap, want, notebook.PublishedName)
		}
		compared := slices.Contains([]string{"published", "words", "wordle", "ledger", "two-phase"}, entries[id]) && !slices.Contains(field, id)
		if got := claims.Compare(c.Figure, play); compared && got.Verdict != want {
			t.Errorf("%s: %s by its play (%s), %s in %s", id, got.Verdict, got.Gap, want, notebook.PublishedName)
		}
	}
	if len(asked) < 1500 || played < 1000 {
		t.Errorf("%d figures, and %d beside a play", len(asked), played)
	}
}
