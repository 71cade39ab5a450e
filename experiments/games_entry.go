package main

import (
	"fmt"
	"strconv"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// gamesEntry plays the variants of the game side by side.
func gamesEntry() entry {
	configurations := configs.Grid{
		Games: []string{
			"mm3x6", "mm4x6", "mm4x6-distinct", "bp4x6", "mm4x7", "bc4x6",
			"bc3x10", "bc4x9", "bc4x10", "bc4x10-nozero", "mm4x10-digits", "twod5",
		},
		Strategies: []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Entropy}},
	}.Configurations()
	plays, keep := keepPlays(configurations)
	return entry{
		name:           "games",
		title:          "Game variants side by side",
		question:       "What do repeats, colours, white pegs and a leading zero cost? Every variant is played by the same two strategies, which choose their own first guess.",
		configurations: configurations,
		observe:        keep,
		tell: func(results []engine.Result) report.Page {
			page := tellGames(results)
			page.Plays = plays
			return page
		},
	}
}

func tellGames(results []engine.Result) report.Page {
	table := &report.Table{
		Header: []string{
			"game", "what it is", "secrets", "criterion", "first guess", "mean", "no mean below", "worst", "no worst below",
			"known mean", "information", "histogram",
		},
		Right: []int{2, 5, 6, 7, 8, 9, 10},
	}
	compact := &report.Table{
		Header: []string{"game", "secrets", "criterion", "first", "mean", "bound", "worst", "bound", "inf.", "histogram"},
		Right:  []int{1, 4, 5, 6, 7, 8},
	}
	figure := report.Figure{File: "games.png", Caption: "Histograms of each game, played by entropy", Columns: 2, OwnAxes: true}
	byGame := map[string]engine.Result{}
	for _, r := range results {
		what := ""
		if g, err := game.Parse(r.Game); err == nil {
			what = g.Describe()
		}
		least, leastWorst, information := report.BoundCells(r.Bounds)
		mean, worst := report.FormatMean(r.Mean), strconv.Itoa(r.Worst)
		codes, histogram := strconv.Itoa(r.Secrets), report.FormatHistogram(r.Histogram)
		table.Rows = append(table.Rows, []string{
			r.Game, what, codes, string(r.Criterion), r.First, mean, least, worst, leastWorst,
			report.FormatMean(r.Known.Mean), information, histogram,
		})
		compact.Rows = append(compact.Rows, []string{r.Game, codes, string(r.Criterion), r.First, mean, least, worst, leastWorst, information, histogram})
		if r.Criterion == strategy.Entropy {
			figure.Histograms = append(figure.Histograms, panel(r.Game+", entropy from "+r.First, r))
			byGame[r.Game] = r
		}
	}
	page := report.Page{Sections: []report.Section{{Heading: "All variants", Table: table, Compact: compact, Figures: []report.Figure{figure}}}}
	compare := func(what, a, b string) {
		ra, rb := byGame[a], byGame[b]
		page.Findings = append(page.Findings, fmt.Sprintf("%s: %s (%d secrets) takes entropy %s guesses on average and %d at worst, %s (%d secrets) %s and %d.",
			what, a, ra.Secrets, report.FormatMean(ra.Mean), ra.Worst, b, rb.Secrets, report.FormatMean(rb.Mean), rb.Worst))
	}
	compare("White pegs", "mm4x6", "bp4x6")
	compare("Knowing that secrets have no repeats", "mm4x6", "mm4x6-distinct")
	compare("One digit fewer", "bc4x10", "bc4x9")
	compare("No leading zero", "bc4x10", "bc4x10-nozero")
	compare("Repeats", "bc4x10", "mm4x10-digits")
	return page
}
