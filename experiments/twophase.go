package main

import (
	"fmt"
	"strconv"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// twoPhaseEntry plays the three forms of the two-phase player, and entropy
// for scale.
func twoPhaseEntry() notebook.Entry {
	configurations := twoPhaseConfigurations()
	return notebook.Entry{
		Name:     "two-phase",
		Question: "The two-phase player",
		About:    "A blog post claims that probing for the digits first, and then trying permutations, finds every code of mm4x10 within 15 guesses, and in 11 on average. Does it, and what are its crossing-out rules worth?",
		Tasks:    ask.Plays(configurations),
		Page:     func(o notebook.Outcome) report.Page { return twoPhasePage(ask.Results(o, configurations)) },
	}
}

func twoPhaseConfigurations() []engine.Configuration {
	return configs.Grid{
		Games: []string{"mm4x10-digits"},
		Strategies: []strategy.Strategy{
			{Criterion: strategy.TwoPhase}, {Criterion: strategy.TwoPhaseDescribed}, {Criterion: strategy.TwoPhaseConsistent}, {Criterion: strategy.Entropy},
		},
	}.Configurations()
}

func twoPhasePage(results []engine.Result) report.Page {
	printed, described, consistent, entropy := results[0], results[1], results[2], results[3]
	curves := distributions([]string{"as printed", "as described", "full consistency", "entropy"}, printed.Figures, described.Figures, consistent.Figures, entropy.Figures)
	figure, _ := published.FigureOf("csdn/two-phase") // whose configuration is the first
	claim := report.Compare(figure, printed)
	if mean, err := strconv.ParseFloat(claim.Published.Mean, 64); err == nil {
		curves = append(curves, chart.Distribution{Name: "published", Mean: mean, MeanText: claim.Published.Mean, Published: true, Colour: chart.Published()})
	}
	picture := chart.Figure{
		File: "two-phase.png", Caption: "Share of the secrets found within so many guesses by the three forms of the two-phase player, and by entropy",
		Title:    fmt.Sprintf("\"11 on average\" is %s, and entropy needs %s", report.Decimals(printed.Mean, 2), report.Decimals(entropy.Mean, 2)),
		Subtitle: report.GameInWords(printed.Game) + "; % of the secrets found within so many guesses",
		Source:   claim.Source.Cite(), Verdict: string(claim.Verdict),
		Charts: []chart.Chart{chart.Histogram{Cumulative: true, Series: curves}},
	}
	return report.Page{
		Results: results,
		Sections: []report.Section{{
			Heading: "Three forms of the player",
			Text:    "It guesses 0000, 1111, … 8888 until it knows the four digits (what is missing then must be nines), then their permutations in sorted order, crossing some out after each answer. As printed: the program keeps its earlier answers in a map that is local to the function, so the rules that compare with earlier answers never fire. As described: they do. Full consistency: every permutation that some answer rules out is crossed out.",
			Table:   report.NewTable(results, report.ResultColumns()),
			Figures: []chart.Figure{picture},
		}},
		Findings: []string{
			fmt.Sprintf("It finds every code within %d guesses, as claimed, but in %s guesses on average rather than 11.", printed.Worst, report.Mean(printed.Mean)),
			fmt.Sprintf("The worst case is %d, %d and %d for its three forms.", printed.Worst, described.Worst, consistent.Worst),
			fmt.Sprintf("The mean over all secrets is %s for the program as printed and %s for the rules as described: %.0f to the nearest whole number, not 11. The program as printed finds %d of %d secrets within 11 guesses.",
				report.Mean(printed.Mean), report.Mean(described.Mean), printed.Mean, hitsWithin(printed.Figures, 11), printed.Secrets),
			fmt.Sprintf("The rules that never fire would save %d guesses in %d games; crossing out everything that is ruled out would save %d.",
				printed.Total-described.Total, printed.Secrets, printed.Total-consistent.Total),
			fmt.Sprintf("Most guesses go into the first phase: entropy, which mixes both, needs %s guesses on average and %d at worst.", report.Mean(entropy.Mean), entropy.Worst),
		},
	}
}
