package main

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
)

func TestOptimumVerdict(t *testing.T) {
	problem := published.Figure{
		ID: "x", Subject: engine.Subject{Configuration: engine.Configuration{Game: "mm2x2"}, Objective: optimal.TotalWorstCount},
		Printed: published.Printed{Total: 8, Mean: "2.00", Worst: 3}, Reason: "Why.",
	}
	found := ask.Solved{Proved: true, Figures: tree.Summarise([]int{0, 1, 2, 1})}
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
		{func(o *optimum) { o.found.Proved = false }, report.NotTested},
	} {
		o := optimum{solveOf(problem), problem, found}
		test.change(&o)
		if got := o.verdict(); got != test.want {
			t.Errorf("%+v: %s, want %s", o.printed, got, test.want)
		}
	}
}

// TestGaps names all strategies that come closest, and shows both bounds of a
// least total that is not proved.
func TestGaps(t *testing.T) {
	asked := leastTotal("mm2x2", strategy.All)
	o := optimum{asked: asked, found: ask.Solved{
		Ranges: []optimal.Range{{Name: "total", Lower: 7, Upper: 8}}, Figures: tree.Summarise([]int{0, 1, 2, 1}),
	}}
	var results []engine.Result
	for i, total := range []int{11, 9, 9, 10} {
		c := engine.Configuration{Game: "mm2x2", Strategy: strategy.Strategy{Criterion: strategy.Classic()[i]}}
		results = append(results, engine.Result{Configuration: c, Secrets: 4, Figures: tree.Figures{Total: total}})
	}
	var page report.Page
	for _, want := range []string{
		"mm2x2: expected-size and entropy come closest, 1 guesses above the least total in 4 (12.50%).",
		"mm2x2: the least total is not proved; it is between 7 and 8.",
	} {
		o.found.Proved = !o.found.Proved
		if page = optimalPage([]optimum{o}, results); !slices.Contains(page.Findings, want) {
			t.Errorf("findings %q, want %q", page.Findings, want)
		}
	}
	rows := page.Sections[1].Table.Wide().Rows
	if got := strings.Join(rows[0], "; "); len(rows) != 1 || got != "mm2x2; 7 to 8; 11 (+3); 9 (+1); 9 (+1); 10 (+2)" {
		t.Errorf("gaps %q", rows)
	}
	if rows := page.Sections[0].Table.Wide().Rows; !slices.Contains(rows[0], "total between 7 and 8") {
		t.Errorf("proved %q", rows)
	}
}
