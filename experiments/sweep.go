package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// sweepEntry compares a published sweep over the sizes of Mastermind, as far
// as that takes seconds.
func sweepEntry() notebook.Entry {
	figures := slices.DeleteFunc(published.Sweep(), func(p published.Figure) bool {
		positions, colours := size(p.Configuration.Game)
		return positions >= 5 && colours > 7
	})
	e := sweep("sweep", figures)
	e.Title = "A published sweep over the sizes of Mastermind"
	e.Question = "Which figures of a published sweep of Mastermind, by positions, colours and criterion, agree in every digit, and does single precision explain those that do not? How does the mean grow with the colours?"
	return e
}

// fullSweepEntry compares all of it.
func fullSweepEntry() notebook.Entry {
	e := sweep("sweep-full", published.Sweep())
	e.Title = "All of the published sweep over the sizes of Mastermind"
	e.Question = "As in `sweep`, up to 5 positions and 10 colours: which published means agree in every digit, and why do the others not?"
	e.Tasks = notebook.Slow(e.Tasks)
	return e
}

func sweep(name string, figures []published.Figure) notebook.Entry {
	configurations := configurationsOf(figures)
	for _, p := range figures {
		if c, ok := inSinglePrecision(p.Configuration); ok {
			configurations = append(configurations, c)
		}
	}
	return notebook.Entry{
		Name:  name,
		Tasks: notebook.Plays(configurations),
		Page: func(o notebook.Outcome) report.Page {
			var rows []sweepRow
			for _, p := range figures {
				row := sweepRow{exact: report.Compare(p, notebook.Get(o, notebook.NewPlay(p.Configuration)).Result)}
				if c, ok := inSinglePrecision(p.Configuration); ok {
					single := report.Compare(p, notebook.Get(o, notebook.NewPlay(c)).Result)
					row.single = &single
				}
				rows = append(rows, row)
			}
			page := sweepPage(name, rows)
			page.Results = notebook.Results(o, configurations)
			return page
		},
	}
}

// inSinglePrecision returns the configuration with its sums taken in single
// precision, if its criterion is a sum.
func inSinglePrecision(c engine.Configuration) (engine.Configuration, bool) {
	switch c.Criterion {
	case strategy.ExpectedSize:
		c.Criterion = strategy.ExpectedSizeFloat32
	case strategy.Entropy:
		c.Criterion = strategy.EntropyFloat32
	default:
		return c, false
	}
	return c, true
}

// size returns the positions and colours of a game; zeros if there is none of
// that name, which the validation of the entry's tasks reports.
func size(name string) (positions, colours int) {
	g, err := game.Parse(name)
	if err != nil {
		return 0, 0
	}
	return g.Shape()
}

// A sweepRow is a published figure with what was measured for it.
type sweepRow struct {
	exact  report.Comparison
	single *report.Comparison // nil unless the criterion is a sum
}

func (r sweepRow) game() string                   { return r.exact.Game }
func (r sweepRow) criterion() strategy.Criterion  { return r.exact.Measured.Criterion }
func (r sweepRow) size() (positions, colours int) { return size(r.game()) }
func (r sweepRow) singleAgrees() bool {
	return r.single != nil && r.single.Verdict == report.AsPublished
}

// verdict is that of the figure as a whole: where the exact sum does not give
// it, but the sum in single precision does, that is the reason for the
// difference.
func (r sweepRow) verdict() report.Verdict {
	switch {
	case r.exact.Verdict == report.AsPublished:
		return report.AsPublished
	case r.singleAgrees(), r.byMean():
		return report.Differs
	}
	return report.Open
}

// difference is how many more guesses all secrets take than the printed mean
// says, as far as its digits tell.
func (r sweepRow) difference() float64 {
	printed, err := strconv.ParseFloat(r.exact.Published.Mean, 64)
	if err != nil {
		return math.NaN()
	}
	return float64(r.exact.Measured.Total) - printed*float64(r.exact.Measured.Secrets)
}

func (r sweepRow) differenceLabel() string {
	if r.exact.Verdict == report.AsPublished {
		return "="
	}
	return fmt.Sprintf("%+.0f", r.difference())
}

// A sweepGroup is the rows of one criterion.
type sweepGroup struct {
	criterion strategy.Criterion
	rows      []sweepRow
}

func sweepGroups(rows []sweepRow) []sweepGroup {
	var groups []sweepGroup
	for _, c := range strategy.Classic() {
		g := sweepGroup{c, slices.DeleteFunc(slices.Clone(rows), func(r sweepRow) bool { return r.criterion() != c })}
		if len(g.rows) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// isSum reports whether the criterion is a sum, which may be taken in single
// precision.
func (g sweepGroup) isSum() bool { return g.rows[0].single != nil }

// games lists those whose figures have a verdict.
func (g sweepGroup) games(v report.Verdict) []string {
	var names []string
	for _, r := range g.rows {
		if r.verdict() == v {
			names = append(names, r.game())
		}
	}
	return names
}

// singleAgree counts the figures that sums in single precision give.
func (g sweepGroup) singleAgree() int {
	n := 0
	for _, r := range g.rows {
		if r.singleAgrees() {
			n++
		}
	}
	return n
}

func sweepPage(name string, rows []sweepRow) report.Page {
	groups := sweepGroups(rows)
	return report.Page{
		Findings: append(sweepFindings(len(rows), groups), growthFinding(rows)),
		Tallies:  []report.Tally{sweepTally("means of a sweep of variants", "The open ones are reproduced in neither way.", rows)},
		Sections: []report.Section{
			{
				Heading: "Verdicts by criterion",
				Text:    "The sweep prints the mean to four decimals, and the worst case. As published: both agree, with exact sums. Differs: both agree if parts are summed in single precision, in that program's order, which changes which guesses are equally good. Open: neither.",
				Table:   verdictTable(groups),
				Figures: []chart.Figure{sweepHeat(name, groups)},
			},
			{
				Heading:    "All figures",
				Text:       "Difference: measured minus published guesses, over all secrets. In large games the four decimals of the published mean leave a few guesses uncertain.",
				Table:      sweepTable(rows),
				FolderOnly: true,
			},
			{
				Heading: "The mean by the number of colours",
				Figures: []chart.Figure{sweepLines(name, rows)},
			},
		},
	}
}

// sweepTally judges the figures of rows.
func sweepTally(what, open string, rows []sweepRow) report.Tally {
	t := report.Tally{What: what, Why: "Those that differ are reproduced if sums are taken in single precision, which makes other guesses equally good. " + open}
	for _, r := range rows {
		c := r.exact.Claim(false)
		switch c.Verdict = r.verdict(); {
		case c.Verdict != report.Differs:
		case r.singleAgrees():
			c.Gap += "; equal if sums are taken in single precision"
		default:
			c.Gap += "; equal as a mean of six digits, from which this batch computes totals"
		}
		t.Claims = append(t.Claims, c)
	}
	return t
}

func verdictTable(groups []sweepGroup) *report.Table {
	columns := []report.Column[sweepGroup]{
		{Title: "criterion", Value: func(g sweepGroup) any { return g.criterion }},
		{Title: "figures", Value: func(g sweepGroup) any { return len(g.rows) }},
	}
	for _, v := range []report.Verdict{report.AsPublished, report.Differs, report.Open} {
		columns = append(columns, report.Column[sweepGroup]{Title: string(v), Value: func(g sweepGroup) any { return len(g.games(v)) }})
	}
	return report.NewTable(groups, append(columns, report.Column[sweepGroup]{
		Title: "single precision reproduces",
		Value: func(g sweepGroup) any {
			if !g.isSum() {
				return nil
			}
			return report.Format(g.singleAgree(), "%d of %d", g.singleAgree(), len(g.rows))
		},
	}))
}

func sweepFindings(figures int, groups []sweepGroup) []string {
	agree := 0
	var findings []string
	for _, g := range groups {
		mean := len(g.games(report.AsPublished))
		agree += mean
		finding := fmt.Sprintf("%s: %d of %d agree in every published digit.", g.criterion, mean, len(g.rows))
		if names := g.games(report.Differs); len(names) > 0 {
			finding += fmt.Sprintf(" Single precision explains %s.", strings.Join(names, ", "))
		}
		if names := g.games(report.Open); len(names) > 0 {
			finding += fmt.Sprintf(" Open: %s.", strings.Join(names, ", "))
		}
		if g.isSum() {
			finding += fmt.Sprintf(" Summed in single precision throughout, %d of %d agree.", g.singleAgree(), len(g.rows))
		}
		findings = append(findings, finding)
	}
	differ := 0
	for _, g := range groups {
		differ += len(g.games(report.Differs))
	}
	first := fmt.Sprintf("Of %d published means, %d agree in every digit. Rounding in that program's single-precision sums explains %d of the others; %d are open.", figures, agree, differ, figures-agree-differ)
	return append([]string{first}, findings...)
}

func sweepTable(rows []sweepRow) *report.Table {
	// single shows what sums in single precision come to, where there are any.
	single := func(title string, value func(c report.Comparison) any) report.Column[sweepRow] {
		return report.Column[sweepRow]{Title: title, Value: func(r sweepRow) any {
			if r.single == nil {
				return nil
			}
			return value(*r.single)
		}}
	}
	return report.NewTable(rows, []report.Column[sweepRow]{
		{Title: "game", Value: func(r sweepRow) any { return r.game() }},
		{Title: "criterion", Value: func(r sweepRow) any { return r.criterion() }},
		{Title: "first guess", Value: func(r sweepRow) any { return r.exact.First }},
		{Title: "published mean", Align: report.Right, Value: func(r sweepRow) any { return r.exact.Published.Mean }},
		{Title: "published worst", Value: func(r sweepRow) any { return r.exact.Published.Worst }},
		{Title: "measured mean", Value: func(r sweepRow) any { return report.Mean(r.exact.Measured.Mean) }},
		{Title: "measured worst", Value: func(r sweepRow) any { return r.exact.Measured.Worst }},
		{Title: "total", Value: func(r sweepRow) any { return r.exact.Measured.Total }},
		{Title: "difference", Value: func(r sweepRow) any { return report.Formatted{Value: r.difference(), Text: r.differenceLabel()} }},
		{Title: "verdict", Value: func(r sweepRow) any { return r.verdict() }},
		single("single precision mean", func(c report.Comparison) any { return report.Mean(c.Measured.Mean) }),
		single("worst", func(c report.Comparison) any { return c.Measured.Worst }),
		single("agrees", func(c report.Comparison) any {
			if c.Verdict == report.AsPublished {
				return "yes"
			}
			return "no"
		}),
	})
}

// sweepHeat maps where exact sums differ from the sweep, criterion by
// criterion.
func sweepHeat(name string, groups []sweepGroup) chart.Figure {
	f := chart.Figure{
		File:     name + "-difference.png",
		Caption:  "Measured minus published guesses, over all secrets, by positions and colours; = where mean and worst case agree",
		Subtitle: "guesses over all secrets beyond the published mean; = where mean and worst case agree",
		Source:   citations(published.Sweep()),
	}
	var same []string // criteria without a difference
	agree, all, largest := 0, 0, 0.0
	for _, g := range groups {
		agree, all = agree+len(g.games(report.AsPublished)), all+len(g.rows)
		for _, r := range g.rows {
			if r.exact.Verdict != report.AsPublished {
				largest = max(largest, math.Abs(r.difference()))
			}
		}
	}
	for _, g := range groups {
		if len(g.games(report.AsPublished)) == len(g.rows) {
			same = append(same, string(g.criterion))
			continue
		}
		h := sizeMap(string(g.criterion), g.rows, func(i int) (float64, string) {
			r := g.rows[i]
			if r.exact.Verdict == report.AsPublished {
				return 0, r.differenceLabel()
			}
			return math.Round(r.difference()), r.differenceLabel()
		})
		h.Largest, h.Missing = math.Round(largest), "not played"
		f.Charts = append(f.Charts, h)
	}
	if n := len(f.Charts); n > 0 { // one key for all
		last := f.Charts[n-1].(chart.HeatMap)
		last.Unit = "guesses"
		f.Charts[n-1] = last
	}
	if len(same) > 0 {
		f.Subtitle += "; all means by " + join(same, func(criterion string) string { return criterion }) + " agree"
	}
	f.Title = fmt.Sprintf("%d of %d published means agree in every digit", agree, all)
	f.Verdict = fmt.Sprintf("%d of %d as published", agree, all)
	return f
}

// sizeMap maps a value of each row, and its label, by positions and colours.
func sizeMap(title string, rows []sweepRow, cell func(row int) (value float64, label string)) chart.HeatMap {
	positions, colours := axes(rows)
	h := chart.HeatMap{Title: title, XLabel: "colours", YLabel: "positions"}
	for _, c := range colours {
		h.Columns = append(h.Columns, strconv.Itoa(c))
	}
	for _, p := range positions {
		h.Rows = append(h.Rows, strconv.Itoa(p))
		h.Values, h.Labels = append(h.Values, slices.Repeat([]float64{math.NaN()}, len(colours))), append(h.Labels, make([]string, len(colours)))
	}
	for i, r := range rows {
		p, c := r.size()
		y, x := slices.Index(positions, p), slices.Index(colours, c)
		h.Values[y][x], h.Labels[y][x] = cell(i)
	}
	return h
}

// axes returns the numbers of positions and of colours there are, ascending.
func axes(rows []sweepRow) (positions, colours []int) {
	for _, r := range rows {
		p, c := r.size()
		positions, colours = append(positions, p), append(colours, c)
	}
	slices.Sort(positions)
	slices.Sort(colours)
	return slices.Compact(positions), slices.Compact(colours)
}

// withPositions returns the rows of games of so many positions.
func withPositions(rows []sweepRow, positions int) []sweepRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r sweepRow) bool { p, _ := r.size(); return p != positions })
}

// sweepLines plots by how many percent each criterion is above the best of the four,
// against the colours.
func sweepLines(name string, rows []sweepRow) chart.Figure {
	f := chart.Figure{
		File:     name + "-means.png",
		Caption:  "By how many percent each criterion needs more guesses than the best of the four, by the number of colours, for each number of positions",
		Subtitle: "Mastermind, all from the sweep's first guesses; % more than the best of the four",
		Columns:  2,
	}
	least := map[string]int{}
	for _, r := range rows {
		if total, ok := least[r.game()]; !ok || r.exact.Measured.Total < total {
			least[r.game()] = r.exact.Measured.Total
		}
	}
	behind := map[strategy.Criterion]float64{} // at most
	for _, r := range rows {
		behind[r.criterion()] = max(behind[r.criterion()], percentMore(r.exact.Measured.Total, least[r.game()]))
	}
	f.Title = fmt.Sprintf("Minimax is up to %.1f%% behind the best criterion, entropy %.1f%%", behind[strategy.Minimax], behind[strategy.Entropy])
	positions, _ := axes(rows)
	var panels []chart.Lines
	for _, p := range positions {
		lines := chart.Lines{Title: fmt.Sprintf("%d positions", p), XLabel: "colours", YLabel: "% more guesses", Whole: true, Zero: true}
		for _, g := range sweepGroups(rows) {
			s := chart.Series{Name: string(g.criterion)}
			for _, r := range withPositions(g.rows, p) {
				_, colours := r.size()
				s.X = append(s.X, float64(colours))
				s.Y = append(s.Y, percentMore(r.exact.Measured.Total, least[r.game()]))
			}
			lines.Series = append(lines.Series, s)
		}
		lines.Series = coloured(lines.Series...)
		panels = append(panels, lines)
	}
	f.Charts = onCommonAxis(panels)
	return f
}

// growthFinding says what a colour costs where the games are largest.
func growthFinding(rows []sweepRow) string {
	positions, _ := axes(rows)
	var parts []string
	for _, p := range positions {
		var means []float64
		for _, r := range withPositions(rows, p) {
			if r.criterion() == strategy.Entropy {
				means = append(means, r.exact.Measured.Mean)
			}
		}
		n := len(means)
		parts = append(parts, fmt.Sprintf("%.2f guesses with %d positions", (means[n-1]-means[0])/float64(n-1), p))
	}
	return "By entropy, each extra colour costs on average " + strings.Join(parts, ", ") + "."
}
