package pages

import (
	"slices"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

func TestOptimumVerdict(t *testing.T) {
	problem := published.Figure{
		ID: "x", Subject: engine.Subject{Configuration: engine.Configuration{Game: "mm2x2"}, Objective: optimal.TotalWorstCount},
		Printed: published.Printed{Total: 8, Mean: "2.00", Worst: 3}, Reason: "Why.",
	}
	found := ask.Solved{Proved: true, Found: ask.Found{Figures: tree.Summarise([]int{0, 1, 2, 1})}}
	for _, test := range []struct {
		change func(*optimum)
		want   report.Verdict
	}{
		{func(*optimum) {}, report.AsPublished},
		{func(o *optimum) { o.printed.Total = 9 }, report.Differs},
		{func(o *optimum) { o.printed.Mean = "2.01" }, report.Differs},
		{func(o *optimum) { o.printed.Worst = 4 }, report.Differs},
		{func(o *optimum) { o.printed.Worst, o.printed.Subject.Objective = 4, optimal.Total }, report.AsPublished},
		{func(o *optimum) { o.printed.Count = 1 }, report.AsPublished},
		{func(o *optimum) { o.printed.Count = 2 }, report.Differs},
		{func(o *optimum) { o.printed.Count, o.printed.Reason = 2, "" }, report.Unexplained},
		{func(o *optimum) { o.Proved = false }, report.NotTested},
	} {
		o := optimum{found, solveOf(problem), problem}
		test.change(&o)
		if got := o.claim().Verdict; got != test.want {
			t.Errorf("%+v: %s, want %s", o.printed, got, test.want)
		}
	}
}

// TestGaps says how far criteria are from a least total that is proved, and shows both
// bounds of one that is not.
func TestGaps(t *testing.T) {
	var optima []optimum
	var results []engine.Result
	for _, name := range []string{"bc4x10", "mm2x2"} {
		optima = append(optima, optimum{asked: leastTotal(name), Solved: ask.Solved{
			Proved: true, Ranges: []optimal.Range{{Name: "total", Lower: 7, Upper: 8}}, Found: ask.Found{Figures: tree.Summarise([]int{0, 1, 2, 1})},
		}})
		for i, total := range []int{11, 9, 9, 10} {
			if name == "mm2x2" {
				total--
			}
			c := engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: strategy.Classic()[i]}}
			results = append(results, engine.Result{Configuration: c, Secrets: 4, Figures: tree.Figures{Total: total}})
		}
	}
	page := optimalPage(optima, results)
	want := []string{
		"Entropy needs up to 12.5% more guesses than optimal play in 2 proved games, 12.5% in Bulls and Cows (bc4x10).",
		"Entropy is the best of the four criteria in 2 of these games, and optimal in 1.",
		"0 of 0 published optima agree with the proofs.",
	}
	if !slices.Equal(page.Findings, want) {
		t.Errorf("findings %q, want %q", page.Findings, want)
	}
	if h := page.Picture.Charts[0].(chart.HeatMap); h.Rows[0] != "Bulls and Cows (bc4x10)" || !h.Cells[0][0].Framed || h.Cells[1][0].Framed || !slices.Equal(lists.Map(h.Cells[0], func(c chart.Cell) string { return c.Label }), []string{"37.5", "12.5", "12.5", "25.0"}) {
		t.Errorf("the picture has %q, %v", h.Rows, h.Cells)
	}
	optima[0].Proved = false
	page = optimalPage(optima, results)
	if rows := page.Picture.Charts[0].(chart.HeatMap).Rows; len(rows) != 1 || !strings.HasPrefix(page.Findings[0], "Entropy needs up to 0.0% more guesses than optimal play in 1 proved games.") {
		t.Errorf("what is not proved is in %q, %q", rows, page.Findings)
	}
	rows := page.Sections[0].Table.Wide().Rows
	if got := strings.Join(rows[0], "; "); len(rows) != 2 || got != "bc4x10; 7 to 8; 11 (+3); 9 (+1); 9 (+1); 10 (+2)" {
		t.Errorf("gaps %q", rows)
	}
	if rows := page.Sections[1].Table.Wide().Rows; !slices.Contains(rows[0], "total between 7 and 8") {
		t.Errorf("proved %q", rows)
	}
}
