package pages

import (
	"slices"

	"codebreak/configs/published"
	"codebreak/report"
	"codebreak/report/chart"
)

// dotSeries are series of dots of these names, which may be those of criteria.
func dotSeries(names ...string) (series []chart.DotSeries) {
	for i, c := range chart.Colours(names) {
		series = append(series, chart.DotSeries{
			Name:   report.CriterionInWords(names[i]),
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
