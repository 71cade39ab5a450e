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
	"codebreak/report"
)

// singles are the criteria that sum in single precision, by those that sum
// exactly.
var singles = map[strategy.Criterion]strategy.Criterion{
	strategy.ExpectedSize: strategy.ExpectedSizeFloat32,
	strategy.Entropy:      strategy.EntropyFloat32,
}

// sweepEntry compares a published sweep over the sizes of Mastermind, as far
// as that takes seconds.
func sweepEntry() entry {
	var figures []published.Figure
	for _, p := range published.Sweep() {
		if positions, colours := size(p.Configuration.Game); positions < 5 || colours <= 7 {
			figures = append(figures, p)
		}
	}
	e := sweep("sweep", figures)
	e.title = "A published sweep over the sizes of Mastermind"
	e.question = "Which cells of a published sweep of Mastermind by positions, colours and criterion come out to the last digit, and does single precision explain those that do not? How does the mean grow with the colours?"
	e.full = fullSweepEntry
	return e
}

// fullSweepEntry compares all of it.
func fullSweepEntry() entry {
	e := sweep("sweep-full", published.Sweep())
	e.title = "All of the published sweep over the sizes of Mastermind"
	e.question = "The same as sweep, up to 5 positions and 10 colours."
	e.slow = true
	return e
}

func size(name string) (positions, colours int) {
	g, err := game.Parse(name)
	if err != nil {
		return 0, 0 // which the entry's validation reports
	}
	return g.Shape()
}

// A sweepCell is a published figure with what was measured for it.
type sweepCell struct {
	exact  report.Comparison
	single *report.Comparison // where the criterion is a sum
}

// verdict is that of the cell as a whole: where the exact sum does not give
// the printed figure, but the sum in single precision does, that is the reason
// for the difference.
func (c sweepCell) verdict() report.Verdict {
	switch {
	case c.exact.Verdict == report.Mean:
		return report.Mean
	case c.single != nil && c.single.Verdict == report.Mean:
		return report.Differs
	}
	return report.Open
}

// difference is how many more guesses all secrets take than the printed mean
// says, as far as its digits tell.
func difference(c report.Comparison) float64 {
	printed, err := strconv.ParseFloat(c.Published.Mean, 64)
	if err != nil {
		return math.NaN()
	}
	return float64(c.Measured.Total) - printed*float64(c.Measured.Secrets)
}

func sweep(name string, figures []published.Figure) entry {
	var configurations []engine.Configuration
	for _, p := range figures {
		configurations = append(configurations, p.Configuration)
	}
	for _, p := range figures {
		if single, ok := singles[p.Configuration.Criterion]; ok {
			c := p.Configuration
			c.Criterion = single
			configurations = append(configurations, c)
		}
	}
	return entry{
		name:           name,
		configurations: configurations,
		tell: func(results []engine.Result) report.Page {
			var cells []sweepCell
			second := results[len(figures):]
			for i, p := range figures {
				cell := sweepCell{exact: report.Compare(p, results[i])}
				if _, ok := singles[p.Configuration.Criterion]; ok {
					c := report.Compare(p, second[0])
					cell.single, second = &c, second[1:]
				}
				cells = append(cells, cell)
			}
			summary, findings := sweepSummary(cells)
			page := report.Page{Findings: append(findings, growthFinding(cells))}
			var verdicts []report.Verdict
			for _, c := range cells {
				verdicts = append(verdicts, c.verdict())
			}
			page.Tallies = []report.Tally{report.NewTally("means of a sweep of variants", "Those that differ come out if sums are taken in single precision, which makes other guesses equally good. The open ones come out neither way.", verdicts)}
			page.Sections = []report.Section{
				{
					Heading: "Verdicts by criterion",
					Text:    "The sweep prints four decimals of the mean, and the worst case. mean: both come out, all sums exact. differs: they come out only if parts are summed in single precision, in that program's order: what differs is which of equally good guesses is made. open: neither gives them.",
					Table:   summary,
					Figures: []report.Figure{sweepHeat(name, cells)},
				},
				{
					Heading:  "All cells",
					Text:     "Difference is how many more guesses are measured than the printed mean stands for, over all secrets; the digits printed leave a few guesses open in large games.",
					Table:    sweepTable(cells),
					PageOnly: true,
				},
				{
					Heading: "The mean by the number of colours",
					Figures: []report.Figure{sweepLines(name, cells)},
				},
			}
			return page
		},
	}
}

func sweepSummary(cells []sweepCell) (*report.Table, []string) {
	t := &report.Table{
		Header: []string{"criterion", "cells", "mean", "differs", "open", "single precision gives"},
		Right:  []int{1, 2, 3, 4, 5},
	}
	var findings []string
	agree := 0
	for _, group := range byCellCriterion(cells) {
		count := map[report.Verdict]int{}
		given := 0
		var names, open []string
		for _, c := range group {
			count[c.verdict()]++
			if c.single != nil && c.single.Verdict == report.Mean {
				given++
			}
			switch c.verdict() {
			case report.Differs:
				names = append(names, c.exact.Game)
			case report.Open:
				open = append(open, c.exact.Game)
			}
		}
		agree += count[report.Mean]
		single := "-"
		if group[0].single != nil {
			single = fmt.Sprintf("%d of %d", given, len(group))
		}
		criterion := string(group[0].exact.Measured.Criterion)
		t.Rows = append(t.Rows, []string{
			criterion, strconv.Itoa(len(group)), strconv.Itoa(count[report.Mean]), strconv.Itoa(count[report.Differs]), strconv.Itoa(count[report.Open]), single,
		})
		finding := fmt.Sprintf("%s: %d of %d cells come out to the last printed digit.", criterion, count[report.Mean], len(group))
		if len(names) > 0 {
			finding += fmt.Sprintf(" Single precision explains %s.", strings.Join(names, ", "))
		}
		if len(open) > 0 {
			finding += fmt.Sprintf(" Open: %s.", strings.Join(open, ", "))
		}
		if single != "-" {
			finding += fmt.Sprintf(" Summed in single precision throughout, %s cells come out.", single)
		}
		findings = append(findings, finding)
	}
	first := fmt.Sprintf("Of %d cells, %d come out to the last printed digit with exact sums.", len(cells), agree)
	return t, append([]string{first}, findings...)
}

func byCellCriterion(cells []sweepCell) [][]sweepCell {
	var groups [][]sweepCell
	for _, info := range strategy.Criteria() {
		var group []sweepCell
		for _, c := range cells {
			if c.exact.Measured.Criterion == info.Criterion {
				group = append(group, c)
			}
		}
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

func sweepTable(cells []sweepCell) *report.Table {
	t := &report.Table{
		Header: []string{"game", "criterion", "first", "printed mean", "worst", "measured mean", "worst", "total", "difference", "verdict", "single precision mean", "worst", "agrees"},
		Right:  []int{3, 4, 5, 6, 7, 8, 10, 11},
	}
	for _, c := range cells {
		row := []string{
			c.exact.Game, string(c.exact.Measured.Criterion), c.exact.First,
			c.exact.Published.Mean, strconv.Itoa(c.exact.Published.Worst),
			report.FormatMean(c.exact.Measured.Mean), strconv.Itoa(c.exact.Measured.Worst), strconv.Itoa(c.exact.Measured.Total),
			differenceLabel(c.exact), string(c.verdict()),
		}
		if c.single != nil {
			agrees := "no"
			if c.single.Verdict == report.Mean {
				agrees = "yes"
			}
			row = append(row, report.FormatMean(c.single.Measured.Mean), strconv.Itoa(c.single.Measured.Worst), agrees)
		} else {
			row = append(row, "-", "-", "-")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func differenceLabel(c report.Comparison) string {
	if c.Verdict == report.Mean {
		return "="
	}
	return fmt.Sprintf("%+.0f", difference(c))
}

// sweepHeat maps where exact sums differ from the sweep, criterion by
// criterion.
func sweepHeat(name string, cells []sweepCell) report.Figure {
	f := report.Figure{
		File:    name + "-difference.png",
		Caption: "Guesses measured beyond the printed mean, over all secrets, by positions and colours; = where the printed mean and worst case come out; the colour, orange above and blue below, is the difference per secret",
		Columns: 2,
	}
	for _, group := range byCellCriterion(cells) {
		positions, colours := axes(group)
		h := report.HeatMap{Title: string(group[0].exact.Measured.Criterion), XLabel: "colours", YLabel: "positions"}
		for _, c := range colours {
			h.Columns = append(h.Columns, strconv.Itoa(c))
		}
		for _, p := range positions {
			h.Rows = append(h.Rows, strconv.Itoa(p))
			values, labels := make([]float64, len(colours)), make([]string, len(colours))
			for _, cell := range group {
				if rows, columns := size(cell.exact.Game); rows == p {
					i := slices.Index(colours, columns)
					labels[i], values[i] = differenceLabel(cell.exact), 0
					if cell.exact.Verdict != report.Mean {
						values[i] = difference(cell.exact) / float64(cell.exact.Measured.Secrets)
					}
				}
			}
			h.Values, h.Labels = append(h.Values, values), append(h.Labels, labels)
		}
		f.Charts = append(f.Charts, h)
	}
	return f
}

// axes returns the numbers of positions and of colours there are, ascending.
func axes(cells []sweepCell) (positions, colours []int) {
	for _, c := range cells {
		p, k := size(c.exact.Game)
		positions, colours = append(positions, p), append(colours, k)
	}
	slices.Sort(positions)
	slices.Sort(colours)
	return slices.Compact(positions), slices.Compact(colours)
}

// sweepLines plots the measured means against the colours.
func sweepLines(name string, cells []sweepCell) report.Figure {
	f := report.Figure{
		File:    name + "-means.png",
		Caption: "Measured mean number of guesses by the number of colours, for each number of positions and criterion",
		Columns: 2,
	}
	positions, _ := axes(cells)
	for _, p := range positions {
		chart := report.Lines{Title: fmt.Sprintf("%d positions", p), XLabel: "colours", YLabel: "mean guesses", Whole: true}
		for _, group := range byCellCriterion(cells) {
			s := report.Series{Name: string(group[0].exact.Measured.Criterion)}
			for _, c := range group {
				if rows, colours := size(c.exact.Game); rows == p {
					s.X = append(s.X, float64(colours))
					s.Y = append(s.Y, c.exact.Measured.Mean)
				}
			}
			chart.Series = append(chart.Series, s)
		}
		f.Charts = append(f.Charts, chart)
	}
	return f
}

// growthFinding says what a colour costs where the games are largest.
func growthFinding(cells []sweepCell) string {
	positions, _ := axes(cells)
	var parts []string
	for _, p := range positions {
		var means []float64
		for _, c := range cells {
			if rows, _ := size(c.exact.Game); rows == p && c.exact.Measured.Criterion == strategy.Entropy {
				means = append(means, c.exact.Measured.Mean)
			}
		}
		n := len(means)
		parts = append(parts, fmt.Sprintf("%.2f with %d positions", (means[n-1]-means[0])/float64(n-1), p))
	}
	return "By entropy, a colour more costs on average this many guesses more: " + strings.Join(parts, ", ") + "."
}
