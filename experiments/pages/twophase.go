package pages

import (
	"fmt"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// twoPhaseEntry asks whether a player of two phases needs 11 guesses on average, as a program on
// CSDN claims. It plays three forms of the player, and entropy for scale.
func twoPhaseEntry() notebook.Entry {
	page := notebook.Then(notebook.All(ask.Plays(twoPhaseConfigurations())), twoPhasePage)
	return notebook.Entry{
		Name:  "two-phase",
		Tasks: page.Tasks(),
		Page:  page.In,
	}
}

func twoPhaseConfigurations() []engine.Configuration {
	const game = "mm4x10-digits "
	return subjects(game+string(strategy.TwoPhase), game+string(strategy.TwoPhaseDescribed), game+string(strategy.TwoPhaseConsistent), game+"entropy")
}

func twoPhasePage(results []engine.Result) report.Page {
	printed, described := results[0], results[1]
	consistent, entropy := results[2], results[3]
	curves := distributions([]string{"as printed", "as described", "full consistency", "entropy"},
		printed.Figures, described.Figures, consistent.Figures, entropy.Figures)

	figure, _ := published.FigureOf("csdn/two-phase") // whose configuration is the first
	claim := report.Compare(figure, printed)
	curves = append(curves, chart.Distribution{
		Name:      "published",
		Mean:      claim.Means.Published,
		MeanText:  claim.Published.Mean,
		Published: true,
		Colour:    chart.Published(),
	})

	page := report.Page{
		Results: results,
		Picture: &chart.Figure{
			File:    "two-phase.png",
			Caption: "Share of secrets solved within n guesses by the three forms of the two-phase player, and by entropy",
			Title: fmt.Sprintf("\"11 on average\" is %s, and entropy needs %s",
				report.Decimals(printed.Mean, 2), report.Decimals(entropy.Mean, 2)),
			Subtitle: report.GameInWords(printed.Game) + "; % of secrets solved within n guesses",
			Source:   claim.Source.Cite(),
			Verdict:  string(claim.Verdict),
			Charts:   []chart.Chart{chart.Histogram{Cumulative: true, Series: curves}},
		},
		Findings: []string{
			fmt.Sprintf("No: it needs %.2f guesses on average, though never more than %d, as claimed; entropy needs %.3f.", printed.Mean, printed.Worst, entropy.Mean),
			fmt.Sprintf("The program as printed solves %.1f%% of the secrets within 11 guesses.", 100*float64(hitsWithin(printed.Figures, 11))/float64(printed.Secrets)),
			fmt.Sprintf("Its rules that never fire would save %.3f guesses, full consistency %.3f.", printed.Mean-described.Mean, printed.Mean-consistent.Mean),
		},
	}

	page.Add("Three forms of the player", "",
		report.TableOf(results, report.ResultCells))
	return page
}
