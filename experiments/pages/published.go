package pages

import (
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/lists"
)

// publishedEntry asks whether the published averages are right. It plays the configuration behind
// each of published.Averages, except those of games of words.
func publishedEntry() notebook.Entry {
	figures := averages()
	played := ask.Plays(configurationsOf(figures))
	compared := notebook.StudyOf(figures, askComparison)
	return notebook.Entry{
		Name:      "published",
		Tasks:     played.Tasks(),
		Catalogue: true,
		Page: func(o notebook.Outcome) (report.Page, bool) {
			comparisons := compared.In(o)
			if len(comparisons) == 0 {
				return report.Page{}, false
			}

			page := report.Page{Results: played.In(o)}
			compareFigures(&page, "", comparisons, report.Tally{
				What: report.Classic,
				Why:  "An average that differs is printed by a source whose own program does not give it.",
			})

			whole := page.Tallies[0]
			page.Findf(
				"Yes, nearly all: %d of %d classic averages are reproduced, %d with the whole histogram, secret by secret.",
				whole.Hold(),
				len(whole.Claims),
				whole.Count(report.Exact),
			)
			for _, c := range lists.Keep(whole.Claims, isWrong) {
				page.Findf("%s: %s.", c.Cite(), c.Gap)
			}
			return page, true
		},
	}
}

// averages lists the published averages, except for games of words, which have entries of
// their own.
func averages() []published.Figure {
	return drop(published.Averages(), isOfWords)
}

// askComparison plays the configuration behind a figure, and compares the measurement.
func askComparison(f published.Figure) notebook.Asked[report.Comparison] {
	asked := ask.ResultOf(f.Configuration)
	return notebook.Then(asked, func(r engine.Result) report.Comparison {
		return claims.Compare(f, r)
	})
}

// compareFigures puts on a page the published figures beside the measured ones, below a text.
func compareFigures(page *report.Page, text string, comparisons []report.Comparison, tally report.Tally) {
	page.Comparisons = comparisons
	for _, c := range comparisons {
		tally.Claims = append(tally.Claims, c.Claim)
	}
	page.Tallies = append(page.Tallies, tally)

	page.Add("Published and measured", text, report.TableOf(page.Comparisons, report.Comparison.Cells))
	addTable(page, "Notes", lists.Keep(page.Comparisons, hasNote), noteCells)
}

func hasNote(c report.Comparison) bool {
	return c.Note != ""
}

func noteCells(c report.Comparison) report.Row {
	return report.Cells(
		"figure", c.ID,
		"note", c.Note,
	)
}

// configurationsOf lists the configurations that are meant to reproduce figures.
func configurationsOf(figures []published.Figure) []engine.Configuration {
	return lists.Map(figures, configurationOf)
}

func configurationOf(f published.Figure) engine.Configuration {
	return f.Configuration
}
