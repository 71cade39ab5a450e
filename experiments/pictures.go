package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// playedInWords is the line below the title of a picture of one result.
func playedInWords(r engine.Result) string {
	return fmt.Sprintf("%s, %s, first guess %s", report.GameInWords(r.Game), strategyInWords(r.Strategy), r.First)
}

// strategyInWords names a strategy for readers of a picture: the links of a chain of
// ties one after the other, and no checksum of an order.
func strategyInWords(s strategy.Strategy) string {
	parts := strings.Split(s.String(), ", ")
	for i, part := range parts {
		chain, isTies := strings.CutPrefix(part, "ties ")
		switch {
		case isTies:
			parts[i] = "ties " + tiesInWords(chain)
		case strings.HasPrefix(part, "order file="):
			parts[i] = "in the order of its list"
		}
	}
	return strings.Join(parts, ", ")
}

// tiesInWords names the links of a chain of ties, one after the other.
func tiesInWords(chain string) string {
	links := strings.Split(chain, ",")
	for i, link := range links {
		switch {
		case link == string(strategy.ConsistentLink):
			links[i] = "to candidates"
		case link == "first", link == "last":
			links[i] = "to the " + link
		case strings.HasPrefix(link, "random"):
			links[i] = "at random"
		default:
			links[i] = "by " + link
		}
	}
	return strings.Join(links, ", then ")
}

// distributions are what is compared in a histogram, each in the colour of its
// criterion, or in one of its own.
func distributions(names []string, figures ...tree.Figures) []chart.Distribution {
	var out []chart.Distribution
	for i, c := range chart.Colours(names) {
		out = append(out, chart.Distribution{Name: names[i], Counts: chart.Numbers(figures[i].Histogram), Mean: figures[i].Mean, Colour: c})
	}
	return out
}

// dotSeries are series of dots of these names.
func dotSeries(names ...string) []chart.DotSeries {
	var out []chart.DotSeries
	for i, c := range chart.Colours(names) {
		out = append(out, chart.DotSeries{Name: names[i], Colour: c})
	}
	return out
}

// dotsOf draws a dot for each of some things: at says in which row, and where. Rows and
// series stand in the order in which they first come.
func dotsOf[T any](d chart.Dots, things []T, series func(T) string, at func(T) (row string, x float64)) chart.Dots {
	names := eachOnce(things, series)
	for _, t := range things {
		name, x := at(t)
		row := slices.IndexFunc(d.Rows, func(r chart.DotRow) bool { return r.Name == name })
		if row < 0 {
			row, d.Rows = len(d.Rows), append(d.Rows, chart.DotRow{Name: name})
		}
		dot := chart.Dot{Series: slices.Index(names, series(t)), X: x}
		if !slices.Contains(d.Rows[row].Dots, dot) {
			d.Rows[row].Dots = append(d.Rows[row].Dots, dot)
		}
	}
	d.Series = dotSeries(names...)
	return d
}

// linesOf draws a line for each series of things, through the points where they stand.
func linesOf[T any](l chart.Lines, things []T, series func(T) string, at func(T) (x, y float64)) chart.Lines {
	for _, group := range groupBy(things, series) {
		s := chart.Series{Name: series(group[0])}
		for _, t := range group {
			x, y := at(t)
			s.X, s.Y = append(s.X, x), append(s.Y, y)
		}
		l.Series = append(l.Series, s)
	}
	l.Series = coloured(l.Series...)
	return l
}

// coloured gives lines their colours.
func coloured(series ...chart.Series) []chart.Series {
	for i, c := range chart.Colours(notebook.Map(series, func(s chart.Series) string { return s.Name })) {
		series[i].Colour = c
	}
	return series
}

// onCommonAxis are panels whose y axes agree.
func onCommonAxis(panels []chart.Lines) (charts []chart.Chart) {
	common := chart.CommonSpan(panels...)
	for _, l := range panels {
		l.Common = common
		charts = append(charts, l)
	}
	return charts
}

// citations names the sources of figures, each once.
func citations(figures []published.Figure) string {
	return join(figures, func(f published.Figure) string { return f.Source.Source().Cite() })
}

// comparedHistogram draws what is printed beside what was measured.
func comparedHistogram(c report.Comparison) chart.Histogram {
	colour := chart.ColourOf(string(c.Measured.Criterion), 0)
	printed := chart.Distribution{Name: "published", Counts: chart.Numbers(c.Published.Histogram), Mean: math.NaN(), MeanText: c.Published.Mean, Published: true, Colour: colour}
	if mean, err := strconv.ParseFloat(c.Published.Mean, 64); err == nil {
		printed.Mean = mean
	} else if c.Published.Histogram != nil {
		printed.Mean = tree.Summarise(c.Published.Histogram).Mean
	}
	h := chart.Histogram{Counts: true, Differences: printed.Counts != nil, Series: []chart.Distribution{
		{Name: "measured", Counts: chart.Numbers(c.Measured.Histogram), Mean: c.Measured.Mean, Colour: colour},
	}}
	if printed.Counts != nil || !math.IsNaN(printed.Mean) {
		h.Series = append(h.Series, printed)
	}
	return h
}

// sheetFigure has a small picture of each comparison.
func sheetFigure(file, what string, tally report.Tally, comparisons []report.Comparison) chart.Figure {
	n, holding, exact := len(comparisons), tally.Hold(), tally.Count(report.Exact)
	title := fmt.Sprintf("%d of %d %s are reproduced, %d with the whole histogram", holding, n, what, exact)
	if exact == n {
		title = fmt.Sprintf("All %d %s are reproduced with the whole histogram", n, what)
	}
	f := chart.Figure{
		File: file, Columns: 4, Width: 900, Title: title,
		Caption:  fmt.Sprintf("Histograms of %d %s: measured bars are filled, published ones outlined", n, what),
		Subtitle: "secrets by number of guesses: filled bars are measured, outlined ones published",
		Source:   join(comparisons, func(c report.Comparison) string { return c.Source.Cite() }),
		Verdict:  fmt.Sprintf("%d of %d hold", holding, n),
	}
	for _, c := range comparisons {
		h := comparedHistogram(c)
		h.Small, h.Differences, h.Title = true, false, c.Source.Cite()
		words := []string{report.ShortGame(c.Game), report.CriterionInWords(c.Strategy.Criterion), "from " + c.First}
		if pool, _, _ := strings.Cut(string(c.Strategy.Pool), "@"); c.Strategy.Criterion != strategy.Simple && pool != string(strategy.All) {
			words = slices.Insert(words, 2, "pool "+pool)
		}
		h.Series[0].Name = strings.Join(words, ", ")
		h.Series[0].MeanText = "mean " + report.Mean(c.Measured.Mean).Text
		if !c.Verdict.Holds() {
			h.Series[0].MeanText += ", printed " + c.Printed()
		}
		f.Charts = append(f.Charts, h)
	}
	return f
}

// comparisonFigure shows what differs from what is printed.
func comparisonFigure(c report.Comparison) chart.Figure {
	source := c.Source.Cite()
	f := chart.Figure{
		File:     c.Picture,
		Caption:  fmt.Sprintf("Histogram of %s: %s, %s, first guess %s", c.ID, c.Game, c.Strategy, c.First),
		Title:    fmt.Sprintf("%s prints %s guesses on average, and its rules need %s", source, c.Published.Mean, report.Decimals(c.Measured.Mean, 2)),
		Subtitle: playedInWords(c.Measured),
		Source:   source,
		Verdict:  string(c.Verdict),
		Charts:   []chart.Chart{comparedHistogram(c)},
	}
	if c.Known {
		f.Subtitle += ", guesses until the secret is identified"
	}
	sameMean := len(report.Quoted{Mean: c.Published.Mean}.Differences(c.Measured.Figures)) == 0
	switch {
	case !sameMean:
	case c.Published.Histogram != nil:
		moved := report.HistogramDistance(c.Measured.Histogram, c.Published.Histogram)
		f.Title = fmt.Sprintf("At least %s of %s secrets need another number of guesses than %s prints", thousands(moved), thousands(c.Measured.Secrets), source)
	default:
		f.Title = fmt.Sprintf("%s prints a worst case of %d guesses, and its rules need %d", source, c.Published.Worst, c.Measured.Worst)
	}
	return f
}

// thousands writes a number with its thousands separated.
func thousands(n int) string { return humanize.Comma(int64(n)) }

// percentMore is how many percent more one number is than another.
func percentMore(more, than int) float64 { return 100 * float64(more-than) / float64(than) }
