package report

import (
	"reflect"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestReadAll reads back what is written of every kind of row.
func TestReadAll(t *testing.T) {
	histogram := []int{0, 1, 6, 62, 533, 694}
	played := engine.Result{Secrets: 1296, Figures: tree.Summarise(histogram), Known: tree.Summarise([]int{0, 14, 182, 1100}), Nodes: 7}
	played.Configuration = engine.Configuration{Game: "nerdle5", First: "=1+1x", Strategy: strategy.Strategy{Criterion: strategy.Minimax}.WithDefaults()}
	expected := Expectation{Kind: "expected", Secrets: 4, Mean: 2.125, Stddev: 0.5, Histogram: []float64{0, 0.5, 2.5, 1}}
	expected.Game, expected.Criterion, expected.Ties = "mm2x2", strategy.Simple, "random"
	pages := []*Page{{
		Name: "a", Results: []engine.Result{played}, Expected: []Expectation{expected},
		Optima: []Optimum{
			{Game: "mm4x6", First: "1123", Lower: 5801, Figures: tree.Summarise(histogram)},
			{Game: "mm4x7", First: "1234", Lower: 5800, Figures: tree.Summarise(histogram)},
		},
	}}
	text := AllCSV(pages)
	rows, err := ReadAll(text)
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if again := rowTable(rows).text(); string(again) != string(text) {
		t.Errorf("written again:\n%s\nwant\n%s", again, text)
	}
	first := rows[0]
	if first.Configuration != played.Configuration || !reflect.DeepEqual(first.Histogram, histogram) || first.Known.Total != played.Known.Total || first.Total != 5801 {
		t.Errorf("%+v", first)
	}
	if rows[1].Kind != OfOptimum || rows[1].Criterion != "" || rows[2].Kind != OfBestKnown || rows[3].Histogram != nil || rows[3].Mean != 2.125 {
		t.Errorf("%+v", rows[1:])
	}

	for _, other := range []string{"", "a,b\n1,2\n", strings.Replace(string(text), "total", "sum", 1), string(text) + "1,2\n", strings.Replace(string(text), ",5801,", ",many,", 1)} {
		if _, err := ReadAll([]byte(other)); err == nil {
			t.Errorf("%.60q is read", other)
		}
	}
}

// TestReadPublished reads back the figures.
func TestReadPublished(t *testing.T) {
	claim := Claim{
		ID: "a/b", Source: "knuth", About: "mm4x6, minimax", Printed: "mean 4.478", Measured: "total 5801", Verdict: Differs, Gap: "published mean 4.478, measured 4.47608",
	}
	claim.Subject.Game = "mm4x6"
	text := PublishedCSV([]*Page{{Name: "field", Tallies: []Tally{{What: "averages", Claims: []Claim{claim}}}}})
	rows, err := ReadPublished(text)
	want := PublishedRow{
		ID: "a/b", Source: "Knuth", Game: "mm4x6", Subject: "mm4x6, minimax", Printed: "mean 4.478", Measured: "total 5801",
		Verdict: Differs, Note: "published mean 4.478, measured 4.47608", Entry: "field",
	}
	if err != nil || len(rows) != 1 || rows[0] != want {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := ReadPublished([]byte("id,kind\na,b\n")); err == nil {
		t.Error("another table is read")
	}
}
