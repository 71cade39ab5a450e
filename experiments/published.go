package main

import (
	"fmt"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/report"
)

// publishedEntry plays the configuration behind every published figure.
func publishedEntry() entry {
	figures := published.Figures()
	var configurations []engine.Configuration
	for _, p := range figures {
		configurations = append(configurations, p.Configuration)
	}
	return entry{
		name:           "published",
		title:          "Published averages",
		question:       "Which published averages of one-step strategies can be reproduced to the last secret, and under which conventions?",
		configurations: configurations,
		tell: func(results []engine.Result) report.Page {
			var comparisons []report.Comparison
			var pictures []report.Figure
			for i, p := range figures {
				c := report.Compare(p, results[i])
				comparisons = append(comparisons, c)
				pictures = append(pictures, comparisonFigure(c))
			}
			var verdicts []report.Verdict
			for _, c := range comparisons {
				verdicts = append(verdicts, c.Verdict)
			}
			page := report.Page{
				Tallies:     []report.Tally{report.NewTally("averages of one-step strategies", "One source prints an average that its own program does not give. The open ones are of one program; no pool, rule for ties or order of codes that was tried gives them.", verdicts)},
				Comparisons: comparisons,
				Sections: []report.Section{
					{
						Heading: "Published and measured",
						Text:    "Every secret of every configuration was played. exact: the whole histogram is equal. mean: no histogram is printed; every printed digit of the mean and the worst case are equal. differs: not equal, for a known reason. open: not equal, and no convention found. Means are printed by their sources rounded or truncated.",
						Table:   report.ComparisonTable(comparisons),
						Compact: report.CompactComparisonTable(comparisons),
					},
					notesSection(comparisons),
					{Heading: "Histograms", Text: "Bars are measured, rings are printed.", Figures: pictures},
				},
				Findings: []string{report.CountVerdicts(comparisons)},
			}
			for _, c := range comparisons {
				if c.Verdict == report.Open || c.Verdict == report.Differs {
					page.Findings = append(page.Findings, fmt.Sprintf("%s (%s) is %s: measured %s.", c.ID, c.Game, c.Verdict, c.Gap))
				}
			}
			return page
		},
	}
}

func comparisonFigure(c report.Comparison) report.Figure {
	return report.Figure{
		File:    c.Picture,
		Caption: fmt.Sprintf("Histogram of %s: %s, %s, first guess %s", c.ID, c.Game, c.Strategy, c.First),
		Histograms: []report.Histogram{{
			Title:     fmt.Sprintf("%s: %s, %s, from %s", c.ID, c.Game, c.Strategy, c.First),
			Counts:    c.Measured.Histogram,
			Published: c.Published.Histogram,
			Mean:      c.Measured.Mean,
		}},
	}
}

func notesSection(comparisons []report.Comparison) report.Section {
	header := []string{"figure", "note"}
	s := report.Section{Heading: "Notes", Table: &report.Table{Header: header}, Compact: &report.Table{Header: header}}
	for _, c := range comparisons {
		if c.Note != "" {
			s.Table.Rows = append(s.Table.Rows, []string{c.ID, c.Note})
			s.Compact.Rows = append(s.Compact.Rows, []string{c.ID, report.Fold(c.Note, 70)})
		}
	}
	return s
}
