package pages

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/game/words"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/report"
	"codebreak/report/chart"
)

// dotSeries are series of dots of these names.
func dotSeries(names ...string) (series []chart.DotSeries) {
	for i, c := range chart.Colours(names) {
		series = append(series, chart.DotSeries{
			Name:   names[i],
			Colour: c,
		})
	}
	return series
}

// dotsOf draws a dot for each of some things: at says in which row, and where. Rows and
// series stand in the order in which they first come.
func dotsOf[T any](
	d chart.Dots,
	things []T,
	series func(T) string,
	at func(T) (row string, x float64),
) chart.Dots {
	names := eachOnce(things, series)
	for _, t := range things {
		name, x := at(t)
		i := slices.IndexFunc(d.Rows, func(r chart.DotRow) bool {
			return r.Name == name
		})
		if i < 0 {
			i = len(d.Rows)
			d.Rows = append(d.Rows, chart.DotRow{Name: name})
		}

		row := &d.Rows[i]
		dot := chart.Dot{
			Series: slices.Index(names, series(t)),
			X:      x,
		}
		if !slices.Contains(row.Dots, dot) {
			row.Dots = append(row.Dots, dot)
		}
	}

	d.Series = dotSeries(names...)
	return d
}

// barBetween is a row with a dot of the first series and one of the second, and a bar between them.
func barBetween(name string, first, second float64, note string) chart.DotRow {
	return chart.DotRow{
		Name:   name,
		Dots:   []chart.Dot{{X: first}, {Series: 1, X: second}},
		Ranges: []chart.Range{{From: first, To: second}},
		Note:   note,
	}
}

// linesOf draws a line for each series of things, through the points where they stand.
func linesOf[T any](
	l chart.Lines,
	things []T,
	series func(T) string,
	at func(T) (x, y float64),
) chart.Lines {
	names := eachOnce(things, series)
	colours := chart.Colours(names)
	for i, group := range groupBy(things, series) {
		s := chart.Series{
			Name:   names[i],
			Colour: colours[i],
		}
		for _, t := range group {
			x, y := at(t)
			s.X = append(s.X, x)
			s.Y = append(s.Y, y)
		}
		l.Series = append(l.Series, s)
	}
	return l
}

// citations names the sources of figures, each once.
func citations(figures []published.Figure) string {
	return join(figures, published.Figure.Cite)
}

// sheetFigure has a small picture of each comparison whose source prints a distribution.
func sheetFigure(
	file, what string,
	tally report.Tally,
	comparisons []report.Comparison,
) chart.Figure {
	n := len(comparisons)
	holding := tally.Hold()
	exact := tally.Count(report.Exact)
	title := fmt.Sprintf("%d of %d %s are reproduced, %d with the whole histogram", holding, n, what, exact)
	if exact == n {
		title = fmt.Sprintf("All %d %s are reproduced with the whole histogram", n, what)
	}

	f := chart.Figure{
		File:     file,
		Columns:  4,
		Width:    900,
		Title:    title,
		Caption:  fmt.Sprintf("Histograms of %s: bars are measured, dots published", what),
		Subtitle: "secrets by number of guesses: bars are measured, dots are printed, where a source prints a distribution",
		Source:   join(comparisons, report.Comparison.Cite),
		Verdict:  tally.InWords(),
	}

	for _, c := range comparisons {
		if c.Published.Histogram != nil {
			f.Charts = append(f.Charts, histogramOf(c))
		}
	}
	return f
}

// histogramOf draws the measured histogram of a comparison beside the published one. What was played
// stands above them.
func histogramOf(c report.Comparison) chart.Histogram {
	criterion := string(c.Criterion)
	title := wording.FirstUpper(report.CriterionInWords(criterion)) + " from " + c.First
	pool, _, _ := strings.Cut(string(c.Pool), "@")
	if c.Criterion != strategy.Simple && pool != string(strategy.All) {
		title += ", pool " + pool
	}

	mean := "mean " + report.Mean(c.Mean).Text
	if !c.Verdict.Holds() {
		mean += ", printed " + c.Published.Short()
	}

	measured := chart.Distribution{
		Name:     gamePlayed(c) + ": " + c.Source.Cite(),
		Counts:   chart.Numbers(c.Histogram),
		Mean:     c.Mean,
		MeanText: mean,
		Colour:   chart.ColourOf(criterion, 0),
	}
	printed := chart.Distribution{
		Counts:    chart.Numbers(c.Published.Histogram),
		Mean:      math.NaN(),
		Published: true,
		Colour:    chart.Published(),
	}
	return chart.Histogram{
		Title:  title,
		Small:  true,
		Series: []chart.Distribution{measured, printed},
	}
}

// gamePlayed names the game, and says if only its secrets may be guessed.
func gamePlayed(c report.Comparison) string {
	name := report.ShortGame(c.Game)
	if strings.Count(c.Game, "-") == 2 && words.FromLists(c.Game) {
		name += ", answers only"
	}
	return name
}
