package pages

import (
	"fmt"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/claims"
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
	figure, _ := published.FigureOf("csdn/two-phase") // whose configuration is the first
	claim := claims.Compare(figure, printed)

	d := chart.Dots{
		XLabel: "mean guesses",
		Notes:  "mean",
		Zero:   true,
		Series: []chart.DotSeries{{Colour: chart.ColourOf("", 0)}},
		Marks:  []chart.Mark{{Name: "claimed: " + claim.Published.Mean, X: claim.Means.Published}},
	}
	forms := []string{"the program as printed", "with its rules that never fire", "guessing candidates only", "entropy instead"}
	for i, r := range results {
		d.Rows = append(d.Rows, chart.DotRow{
			Name:   forms[i],
			Dots:   []chart.Dot{{X: r.Mean}},
			Ranges: []chart.Range{{To: r.Mean}},
			Note:   fmt.Sprintf("%.2f", r.Mean),
		})
	}

	page := report.Page{
		Results: results,
		Picture: &chart.Figure{
			File:    "two-phase.png",
			Caption: "Mean guesses of the three forms of the two-phase player, and of entropy, beside the published mean",
			Title: fmt.Sprintf("The program that claims %s guesses on average needs %.2f; entropy needs %.2f",
				claim.Published.Mean, printed.Mean, entropy.Mean),
			Subtitle: report.GameInWords(printed.Game),
			Source:   claim.Source.Cite(),
			Verdict:  string(claim.Verdict),
			Charts:   []chart.Chart{d},
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
