package report

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report/chart"
)

// A row is a line of table.csv: what was measured of a strategy, what is known of the
// best of all strategies, or what a player by chance may expect.
type row struct {
	kind string
	engine.Result
	histogram []float64
}

// rows lists all that a page measured.
func (p *Page) rows() (rows []row) {
	for _, r := range p.Results {
		rows = append(rows, row{"strategy", r, chart.Numbers(r.Histogram)})
	}
	for _, o := range p.Optima {
		kind := "best known"
		if o.Total == o.Lower {
			kind = "optimal"
		}
		r := engine.Result{
			Configuration: engine.Configuration{Game: o.Game, Strategy: strategy.Strategy{Pool: strategy.All}, First: o.First},
			Secrets:       secretsOf(o.Histogram), Figures: tree.Summarise(o.Histogram),
		}
		rows = append(rows, row{kind, r, chart.Numbers(o.Histogram)})
	}
	for _, e := range p.Expected {
		r := engine.Result{Configuration: e.Configuration, Secrets: e.Secrets, Figures: tree.Figures{Mean: e.Mean, Stddev: e.Stddev, Worst: len(e.Histogram) - 1}}
		rows = append(rows, row{e.Kind, r, e.Histogram})
	}
	return rows
}

// AllCSV is one table of all that some pages measured, each once.
func AllCSV(pages []*Page) ([]byte, error) {
	var all []row
	seen := map[string]bool{}
	for _, p := range pages {
		all = append(all, slices.DeleteFunc(p.rows(), func(r row) bool {
			key := r.kind + r.Configuration.String()
			again := seen[key]
			seen[key] = true
			return again
		})...)
	}
	var text bytes.Buffer
	err := rowTable(all).CSV(&text)
	return text.Bytes(), err
}

// rowTable has the figures, with six decimals where they have any, and a column for each
// number of guesses up to the worst.
func rowTable(rows []row) *Table {
	titles, worst := "kind | game | criterion | pool | ties | order | first | endgame | secrets | total | mean | stddev | worst | known_total | known_mean | known_worst | nodes", 0
	for _, r := range rows {
		for ; worst < r.Worst; worst++ {
			titles += fmt.Sprintf(" | guesses_%d", worst+1)
		}
	}
	decimal := func(x float64) any {
		if x == 0 {
			return nil
		}
		return strconv.FormatFloat(x, 'f', 6, 64)
	}
	return TableOf(rows, titles, func(r row) []any {
		values := []any{
			r.kind, r.Game, r.Criterion, r.Pool, r.Ties, r.Order, r.First, printed(r.Endgame), r.Secrets, printed(r.Total), decimal(r.Mean),
			strconv.FormatFloat(r.Stddev, 'f', 6, 64), r.Worst, printed(r.Known.Total), decimal(r.Known.Mean), printed(r.Known.Worst), printed(r.Nodes),
		}
		for k := 1; k <= worst; k++ {
			values = append(values, at(r.histogram, k))
		}
		return values
	})
}
