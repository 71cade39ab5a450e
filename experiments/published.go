package main

import (
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// publishedEntry plays the configuration behind every published figure.
func publishedEntry() notebook.Entry {
	figures := averages()
	return notebook.Entry{
		Name:     "published",
		Title:    "Published averages",
		Question: "Which published averages of one-step strategies can be reproduced to the last secret, and under which conventions?",
		Tasks:    ask.Plays(configurationsOf(figures)),

		Catalogue: true,
		Page: func(o notebook.Outcome) report.Page {
			var page report.Page
			page.Results = compareFigures(&page, o, figures, report.Tally{What: "averages of one-step strategies", Why: "One source prints an average that its own program does not give."})
			page.Findings = []string{report.CountVerdicts(page.Tallies)}
			for _, c := range page.Comparisons {
				if !c.Verdict.Holds() {
					page.Findings = append(page.Findings, fmt.Sprintf("%s (%s), %s: %s.", c.ID, c.Game, c.Verdict, c.Gap))
				}
			}
			return page
		},
	}
}

// averages lists the figures of strategies that are played in games other than of
// words, which have entries of their own.
func averages() []published.Figure {
	return slices.DeleteFunc(published.Averages(), func(f published.Figure) bool { return ofWords(f.Subject.Game) })
}

// compareFigures puts on a page what is printed beside what was measured for it, and
// returns that.
func compareFigures(page *report.Page, o notebook.Outcome, figures []published.Figure, tally report.Tally) (results []engine.Result) {
	var pictures []chart.Figure
	var noted []report.Comparison
	for _, p := range figures {
		q := ask.NewPlay(p.Subject.Configuration)
		if !o.Has(notebook.Ask(q)) {
			continue
		}
		r := notebook.Get(o, q).Result
		results = append(results, r)
		c := report.Compare(p, r)
		page.Comparisons = append(page.Comparisons, c)
		pictures = append(pictures, comparisonFigure(c))
		tally.Claims = append(tally.Claims, c.Claim(true))
		if c.Note != "" {
			noted = append(noted, c)
		}
	}
	page.Tallies = append(page.Tallies, tally)
	page.Sections = append(page.Sections,
		report.Section{
			Heading: "Published and measured",
			Text:    "Every secret of every configuration was played. Sources print their means rounded or truncated.",
			Table:   report.ComparisonTable(page.Comparisons),
		},
		report.Section{Heading: "Notes", Table: report.TableOf(noted, "figure | note", func(c report.Comparison) []any {
			return []any{c.ID, c.Note}
		})},
		report.Section{Heading: "Histograms", Text: "Filled bars are measured, outlined ones published; below stand the numbers of secrets, and triangles mark the means.", Figures: pictures},
	)
	return results
}

// configurationsOf lists the configurations that are meant to reproduce figures.
func configurationsOf(figures []published.Figure) []engine.Configuration {
	return notebook.Map(figures, func(f published.Figure) engine.Configuration { return f.Subject.Configuration })
}
