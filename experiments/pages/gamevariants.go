package pages

import (
	"fmt"
	"math"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// gamesEntry plays the variants of the game side by side.
func gamesEntry() notebook.Entry {
	configurations := configs.Grid{
		Games: []string{
			"mm3x6", "mm4x6", "mm4x6-distinct", "bp4x6", "mm4x7", "bc4x6",
			"bc3x10", "bc4x9", "bc4x10", "bc4x10-nozero", "mm4x10-digits", "twod5",
		},
		Strategies: []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Entropy}},
	}.Configurations()
	played := ask.TreePlays(configurations)
	return notebook.Entry{
		Name:  "games",
		Tasks: played.Tasks(),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			answered := played.In(o)
			if len(answered) < len(played) {
				return report.Page{}, false
			}
			page := gamesPage(ask.Results(answered))
			page.Trees = notebook.Map(answered, treeView)
			return page, true
		},
	}
}

// A ruleChange leads from one game to another.
type ruleChange struct{ what, from, to string }

// ruleChanges lists them, the dearest first.
var ruleChanges = []ruleChange{
	{"Mastermind without white pegs", "mm4x6", "bp4x6"},
	{"Bulls and Cows with repeated digits", "bc4x10", "mm4x10-digits"},
	{"Mastermind with a seventh colour", "mm4x6", "mm4x7"},
	{"Bulls and Cows without leading zero", "bc4x10", "bc4x10-nozero"},
	{"Bulls and Cows with nine digits", "bc4x10", "bc4x9"},
	{"Mastermind without repeated colours", "mm4x6", "mm4x6-distinct"},
}

func gamesPage(results []engine.Result) report.Page {
	byEntropy := map[string]engine.Result{}
	for _, r := range results {
		if r.Criterion == strategy.Entropy {
			byEntropy[r.Game] = r
		}
	}

	more := func(c ruleChange) float64 { return byEntropy[c.to].Mean - byEntropy[c.from].Mean }

	d := chart.Dots{XLabel: "mean number of guesses", Notes: "difference", Series: dotSeries("before", "after")}
	d.Series[0].Colour = chart.Published() // a ring
	for _, c := range ruleChanges {
		before, after := byEntropy[c.from].Mean, byEntropy[c.to].Mean
		d.Rows = append(d.Rows, chart.DotRow{
			Name: c.what, Note: strings.Replace(fmt.Sprintf("%+.2f", more(c)), "-", "−", 1), Dots: []chart.Dot{{X: before}, {Series: 1, X: after}},
			Ranges: []chart.Range{{Series: 1, From: min(before, after), To: max(before, after)}},
		})
	}

	small, large := extremesBy(ruleChanges[1:], func(c ruleChange) float64 { return math.Abs(more(c)) })
	page := report.Page{
		Results: results,
		Findings: []string{
			fmt.Sprintf("Dropping the white pegs of Mastermind costs %.2f guesses on average; %d other changes move the mean by %.2f to %.2f.",
				more(ruleChanges[0]), len(ruleChanges)-1, math.Abs(more(small[0])), math.Abs(more(large[0]))),
			"Changes of entropy's mean: " + commas(ruleChanges, func(c ruleChange) string { return fmt.Sprintf("%s (%s) %+.2f", c.what, c.to, more(c)) }) + ".",
		},
		Picture: &chart.Figure{
			File: "games.png", Caption: "Mean number of guesses by entropy before and after each change of the rules",
			Title:    fmt.Sprintf("Dropping the white pegs costs %.1f guesses, repeating digits %.1f", more(ruleChanges[0]), more(ruleChanges[1])),
			Subtitle: "before: " + join(ruleChanges, func(c ruleChange) string { return report.GameInWords(c.from) }),
			Charts:   []chart.Chart{d},
		},
	}

	page.Add("All variants", "", report.TableOf(results, func(r engine.Result) []report.Cell {
		return report.Cells(
			"game", r.Game,
			"what it is", sure(game.Parse(r.Game)).Describe(),
			"secrets", r.Secrets,
			"criterion", r.Criterion,
			"first guess", r.First,
			"mean", report.Mean(r.Mean),
			"lower bound on the mean", report.Mean(r.Bounds.Mean),
			"worst", r.Worst,
			"lower bound on the worst case", r.Bounds.Worst,
			"identified, mean", report.Mean(r.Known.Mean),
			"information bound", report.Decimals(r.Bounds.Information, 3),
			"histogram", report.Histogram(r.Histogram),
		)
	}))
	return page
}
