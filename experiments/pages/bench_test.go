package pages

import (
	"context"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/bench"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// TestBench makes the page of two small games, with times that are given.
func TestBench(t *testing.T) {
	var timed []bench.Played
	for _, q := range slices.Concat(rung(5, "mm3x3", "112", "112"), rung(5, "mm3x4", "112", "123")) {
		played := enginetest.Must(notebook.Answer(context.Background(), notebook.Env{Workers: 2}, ask.NewPlay(engine.Configuration(q.Key))))(t)
		seconds := func(x float64) []float64 { return slices.Repeat([]float64{x}, q.Runs) }
		b := bench.Played{
			Machine: "abacus", Workers: 2, Played: played, Guesses: 1000, Comparisons: 4_000_000,
			Timed: bench.Timed{One: seconds(float64(played.Result.Secrets)), All: seconds(2)}, Process: []float64{3, 1, 1, 1, 0.5}, AVX2: []float64{2}, Portable: []float64{4}, Memory: 3 << 20,
		}
		timed = append(timed, b)
	}
	searches := []timedSearch{{"mm3x4", bench.Searched{Machine: "abacus", Workers: 2, Secrets: 64, Total: 206, Sets: 50, Timed: bench.Timed{One: []float64{3, 1, 2}, All: []float64{1, 1, 1}}}}}
	page := benchPage(timed, searches)
	if row := strings.Join(page.Sections[1].Table.Wide().Rows[0], "|"); row != "mm3x4|64|206|50|2.000 (1.000 to 3.000)|1.000 (1.000 to 1.000)|2.00|25 " {
		t.Errorf("search: %q", row)
	}
	if len(page.Results) != 8 {
		t.Errorf("%d results", len(page.Results))
	}
	if text := page.Sections[0].Text; !strings.HasPrefix(text, "Machine: abacus. ") {
		t.Errorf("the text begins %q", text)
	}
	table := page.Sections[0].Table.Wide()
	if len(table.Rows) != 8 {
		t.Fatalf("%d rows", len(table.Rows))
	}
	row := strings.Join(table.Rows[7], "|")
	for _, want := range []string{"mm3x4|64|most-parts|123|5|64.000 (64.000 to 64.000)|2.000 (2.000 to 2.000)|32.00|1.000 (0.500 to 3.000)|2.000 (2.000 to 2.000)|4.000 (4.000 to 4.000)|3.0 MiB|", "|1 k|4 M|2 M"} {
		if !strings.Contains(row, want) {
			t.Errorf("row %q lacks %q", row, want)
		}
	}
	if want := "Entropy plays all 64 secrets of Mastermind (mm3x4) in 1\u00a0s, with 2 workers."; page.Findings[0] != want {
		t.Errorf("found %q, want %q", page.Findings[0], want)
	}
	if _, err := page.Picture.Draw(chart.PNG); err != nil {
		t.Error(err)
	}
}

// TestRivals compares times that are published with times that are given.
func TestRivals(t *testing.T) {
	b := bench.Played{Process: []float64{0.2, 0.1, 0.3}}
	b.Result.Game, b.Result.Criterion = "mm5x8", strategy.Minimax
	found := lists.Map(groupBy(rivalsOf([]bench.Played{b}), rival.machine), ratios)
	if !slices.Equal(found, []string{"15", "0.09"}) {
		t.Errorf("other programs take %q times as long", found)
	}
}
