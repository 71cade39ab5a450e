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
	played := ask.Plays(twoPhaseConfigurations()).All()
	return entryOf("two-phase", notebook.Then(played, twoPhasePage))
}

func twoPhaseConfigurations() []engine.Configuration {
	return byCriteria([]strategy.Criterion{
		strategy.TwoPhase,
		strategy.TwoPhaseDescribed,
		strategy.TwoPhaseConsistent,
		strategy.Entropy,
	}, nil, "mm4x10-digits")
}

// twoPhaseForms name the configurations in the picture.
var twoPhaseForms = []string{
	"the program as printed",
	"with its rules that never fire",
	"guessing candidates only",
	"entropy instead",
}

func twoPhasePage(results []engine.Result) report.Page {
	page := report.Page{
		Results: results,
		Picture: twoPhaseFigure(results),
	}

	printed, described := results[0], results[1]
	consistent, entropy := results[2], results[3]
	page.Findf(
		"No: it needs %.2f guesses on average, though never more than %d, as claimed; entropy needs %.3f.",
		printed.Mean,
		printed.Worst,
		entropy.Mean,
	)

	solved := hitsWithin(printed.Figures, 11)
	page.Findf(
		"The program as printed solves %.1f%% of the secrets within 11 guesses.",
		100*float64(solved)/float64(printed.Secrets),
	)
	page.Findf(
		"Its rules that never fire would save %.3f guesses, full consistency %.3f.",
		printed.Mean-described.Mean,
		printed.Mean-consistent.Mean,
	)

	addTable(&page, "Three forms of the player", results, report.ResultCells)
	return page
}

// twoPhaseFigure draws the mean of each form beside the claimed one.
func twoPhaseFigure(results []engine.Result) *chart.Figure {
	printed, entropy := results[0], results[3]
	figure, _ := published.FigureOf("csdn/two-phase") // whose configuration is the first
	claim := claims.Compare(figure, printed)

	d := chart.Dots{
		XLabel: "mean guesses",
		Notes:  "mean",
		Zero:   true,
		Series: dotSeries(""),
		Marks: []chart.Mark{{
			Name: "claimed: " + claim.Published.Mean,
			X:    claim.Means.Published,
		}},
	}
	for i, r := range results {
		d.Rows = append(d.Rows, chart.DotRow{
			Name:   twoPhaseForms[i],
			Dots:   []chart.Dot{{X: r.Mean}},
			Ranges: []chart.Range{{To: r.Mean}},
			Note:   fmt.Sprintf("%.2f", r.Mean),
		})
	}

	title := fmt.Sprintf(
		"The program that claims %s guesses on average needs %.2f; entropy needs %.2f",
		claim.Published.Mean,
		printed.Mean,
		entropy.Mean,
	)
	f := picture("two-phase.png", title, d)
	f.Subtitle = report.GameInWords(printed.Game)
	f.Source = claim.Cite()
	f.Verdict = string(claim.Verdict)
	return f
}
