package chart_test

import (
	"fmt"
	"testing"

	"codebreak/report/chart"
	"codebreak/report/chart/charttest"
)

// TestTextsStayApart draws figures of every kind as entries have them: no text
// may lie over another, nor reach out of the picture.
func TestTextsStayApart(t *testing.T) {
	knuth := chart.Histogram{Title: "minimax from 1122", Counts: []int{0, 1, 6, 62, 533, 694}, Mean: 4.47608}
	printed := chart.Histogram{
		Title:     "blog-1a2b/expected-size-late-consistent: expected-size pool all-until=4, endgame at 2, from 1234",
		Counts:    []int{0, 1, 4, 59, 574, 2425, 1892, 85},
		Published: []int{0, 1, 4, 59, 575, 2424, 1893, 84},
		Mean:      5.26865,
	}
	lines := chart.Lines{Title: "4 positions", XLabel: "colours", YLabel: "mean guesses", Whole: true, Series: []chart.Series{
		{Name: "entropy", X: []float64{2, 3, 4, 5, 6}, Y: []float64{2.6, 3.1, 3.6, 4.0, 4.4}},
		{Name: "least, proved", Points: true, X: []float64{2, 3}, Y: []float64{2.5, 3}},
		{Name: "lower bound on the mean", Dashed: true, X: []float64{2, 6}, Y: []float64{2, 4}},
	}}
	growth := chart.Lines{Title: "Seconds by number of secrets", XLabel: "secrets", YLabel: "seconds", Log: true, Series: []chart.Series{
		{Name: "minimax", X: []float64{1296, 5040, 32768}, Y: []float64{0.001, 0.02, 0.5}},
	}}
	bars := chart.Bars{Title: "mm4x6: mean guesses by first guess and criterion", XLabel: "first guess", YLabel: "mean guesses beyond the least",
		Groups: []string{"1111", "1112", "1122", "1123", "1234"}}
	for i, name := range []string{"minimax", "expected-size", "entropy", "most-parts"} {
		s := chart.BarSeries{Name: name}
		for k := range bars.Groups {
			s.Values, s.Labels = append(s.Values, float64(5-k+i)/10), append(s.Labels, fmt.Sprintf("%.3f", 4+float64(5-k+i)/10))
		}
		bars.Series = append(bars.Series, s)
	}
	heat := chart.HeatMap{Title: "Candidates only: percent more guesses", Columns: []string{"minimax", "entropy"}, Rows: []string{"mm4x6", "bc4x10"},
		Values: [][]float64{{1.2, -0.3}, {0, 2.5}}, Labels: [][]string{{"+1.2", "-0.3"}, {"", "+2.5"}}}
	ecdf := chart.ECDF{Title: "mm4x6, minimax from 1122, ties consistent,random", XLabel: "guesses over all secrets", YLabel: "% of runs with at most so many",
		Name: "random ties", Values: []int{5778, 5790, 5801, 5801, 5829}, Marks: []chart.Mark{{Name: "published 5801", Value: 5801}}}
	for name, f := range map[string]chart.Figure{
		"one histogram":   {Histograms: []chart.Histogram{knuth}},
		"as printed":      {Histograms: []chart.Histogram{printed}},
		"two histograms":  {Histograms: []chart.Histogram{knuth, printed}, Columns: 2},
		"own axes":        {Histograms: []chart.Histogram{knuth, printed, knuth}, Columns: 2, OwnAxes: true},
		"lines":           {Charts: []chart.Chart{lines, growth}, Columns: 2},
		"bars":            {Charts: []chart.Chart{bars}},
		"heat map":        {Charts: []chart.Chart{heat}},
		"distributions":   {Charts: []chart.Chart{ecdf, ecdf, ecdf}, Columns: 2},
		"logarithmic":     {Charts: []chart.Chart{growth}},
		"a chart of each": {Charts: []chart.Chart{lines, heat, ecdf}, Columns: 2},
	} {
		f.File = name
		problems, err := charttest.Illegible(f)
		if err != nil {
			t.Error(err)
		}
		for _, p := range problems {
			t.Error(p)
		}
	}
}
