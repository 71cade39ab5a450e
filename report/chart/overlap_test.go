package chart_test

import (
	"fmt"
	"math"
	"testing"

	"codebreak/report/chart"
	"codebreak/report/chart/charttest"
)

// TestTextsStayApart draws figures of every kind as entries have them: no text
// may lie over another, nor reach out of the picture.
func TestTextsStayApart(t *testing.T) {
	expected := chart.ColourOf("expected-size", 0)
	compared := chart.Histogram{Counts: true, Differences: true, Series: []chart.Distribution{
		{Name: "measured", Counts: []float64{0, 1, 4, 59, 574, 2425, 1892, 85}, Mean: 5.26865, Colour: expected},
		{Name: "published", Counts: []float64{0, 1, 4, 59, 575, 2424, 1893, 84}, Mean: 5.26865, MeanText: "5.26865", Published: true, Colour: expected},
	}}
	cumulative := compared
	cumulative.Cumulative, cumulative.Counts, cumulative.Differences = true, false, false
	long := chart.Histogram{Series: []chart.Distribution{
		{Name: "mm4x10-digits two-phase-consistent from 0000", Counts: []float64{0, 1, 4, 59, 574, 2425, 1892, 85, 3, 3, 3, 3, 2, 1, 10000}, Mean: 11.89, Colour: expected},
		{Name: "the mean alone", Mean: 11, MeanText: "11", Published: true, Colour: expected},
	}}
	series := func(name string, y ...float64) chart.Series {
		s := chart.Series{Name: name, Y: y, Colour: chart.ColourOf(name, 0)}
		for k := range y {
			s.X = append(s.X, float64(k+2))
		}
		return s
	}
	lines := chart.Lines{Title: "4 positions", XLabel: "colours", YLabel: "mean guesses", Whole: true, Series: []chart.Series{
		series("entropy", 2.6, 3.1, 3.6, 4.0, 4.4), series("minimax", 2.6, 3.1, 3.6, 4.0, 4.4), series("least total", 2.5, 3), series("lower bound on the mean", 2, 2.2, 2.4, 3, 4),
	}}
	growth := chart.Lines{Title: "Seconds by number of secrets", XLabel: "secrets", YLabel: "seconds", Log: true, Series: []chart.Series{
		{Name: "minimax", X: []float64{1296, 5040, 32768}, Y: []float64{0.001, 0.02, 0.5}, Colour: expected},
	}}
	dots := chart.Dots{XLabel: "mean guesses", Notes: "worst case", Linear: 0.001}
	for i, name := range []string{"minimax", "expected-size", "entropy", "most-parts"} {
		dots.Series = append(dots.Series, chart.DotSeries{Name: name, Colour: chart.ColourOf(name, i)})
	}
	for k, first := range []string{"1111", "1112", "1122"} {
		r := chart.DotRow{Name: "first guess " + first, Note: "5 or 6"}
		for i := range dots.Series {
			r.Dots = append(r.Dots, chart.Dot{Series: i, X: float64(k*k-i) / 100})
		}
		dots.Rows = append(dots.Rows, r)
	}
	heat := chart.HeatMap{XLabel: "criterion", YLabel: "game", Columns: []string{"minimax", "entropy"}, Rows: []string{"mm4x6", "bc4x10"}, Unit: "% more guesses", Missing: "not computed",
		Values: [][]float64{{1.2, -0.3}, {math.NaN(), 2.5}}, Labels: [][]string{{"+1.2", "-0.3"}, {"", "+2.5"}}}
	words := heat // whose words need more room than is beside the key
	words.Unit, words.Missing = "guesses, published minus measured", "not played, for there are too many codes"
	unnamed := chart.Lines{Title: "By the secrets", XLabel: "secrets", YLabel: "seconds", Log: true, Series: []chart.Series{
		{X: []float64{1296, 5040}, Y: []float64{0.01, 0.5}, Points: true, Colour: expected},
	}}
	unnamed.Common = chart.CommonSpan(unnamed, growth)
	near := chart.Dots{XLabel: "mean guesses", Series: dots.Series, Rows: []chart.DotRow{{Name: "clever1", Dots: []chart.Dot{{X: 26979}, {Series: 1, X: 29161}}}}, Notes: "total, and who publishes it"}
	ecdf := chart.ECDF{Title: "minimax from 1122", XLabel: "guesses over all secrets", YLabel: "% of random tie-breaks with at most so many guesses", Colour: chart.ColourOf("minimax", 0),
		Values: []int{5778, 5790, 5801, 5801, 5829}, Marks: []chart.ECDFMark{{Name: "Knuth 1977: 5,801", Value: 5801}, {Name: "another that is printed: 5,829", Value: 5829}}}
	for name, charts := range map[string][]chart.Chart{
		"as published": {compared}, "cumulative": {cumulative}, "many guesses": {long}, "lines": {lines}, "two": {lines, growth}, "dots": {dots}, "heat map": {heat}, "words of a key": {words}, "a common axis": {unnamed, growth}, "few ticks": {near},
		"distributions": {ecdf, ecdf, ecdf}, "a chart of each": {lines, heat, ecdf, dots, compared},
	} {
		f := chart.Figure{File: name, Title: fmt.Sprintf("What the figure %s shows, in a title that takes more than one line of the picture", name),
			Subtitle: "bc4x10, expected-size, first guess 1234", Source: "blog on 1A2B", Verdict: "as published", Charts: charts, Columns: min(2, len(charts))}
		if name == "a chart of each" {
			f.Width = 1400
		}
		problems, err := charttest.Illegible(f)
		if err != nil {
			t.Error(err)
		}
		for _, p := range problems {
			t.Error(p)
		}
	}
}
