package main

import (
	"fmt"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
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
	return notebook.Entry{
		Name:     "games",
		Title:    "Game variants side by side",
		Question: "What do repeats, colours, white pegs and a leading zero cost? Every variant is played by the same two strategies, which choose their own first guess.",
		Tasks:    notebook.TreePlays(configurations),
		Page: func(o notebook.Outcome) report.Page {
			page := gamesPage(notebook.Results(o, configurations))
			page.Trees = treeViews(o, configurations)
			return page
		},
	}
}

func gamesPage(results []engine.Result) report.Page {
	figure := chart.Figure{File: "games.png", Caption: "Histograms of each game, played by entropy", Columns: 2, OwnAxes: true}
	byEntropy := map[string]engine.Result{}
	for _, r := range results {
		if r.Criterion == strategy.Entropy {
			figure.Histograms = append(figure.Histograms, panel(r.Game+", entropy from "+r.First, r))
			byEntropy[r.Game] = r
		}
	}
	columns := []report.Column[engine.Result]{
		{Title: "game", Value: func(r engine.Result) any { return r.Game }},
		{Title: "what it is", PageOnly: true, Value: func(r engine.Result) any { return describe(r.Game) }},
		{Title: "secrets", Value: func(r engine.Result) any { return r.Secrets }},
		{Title: "criterion", Value: func(r engine.Result) any { return r.Criterion }},
	}
	for _, c := range report.ResultColumns() {
		switch c.Title {
		case "strategy", "total", "stddev", "known worst":
		default:
			columns = append(columns, c)
		}
	}
	page := report.Page{
		Results:  results,
		Sections: []report.Section{{Heading: "All variants", Table: report.NewTable(results, columns), Figures: []chart.Figure{figure}}},
	}
	compare := func(what, a, b string) {
		ra, rb := byEntropy[a], byEntropy[b]
		page.Findings = append(page.Findings, fmt.Sprintf("%s: %s (%d secrets) takes entropy %s guesses on average and %d at worst, %s (%d secrets) %s and %d.",
			what, a, ra.Secrets, report.Mean(ra.Mean), ra.Worst, b, rb.Secrets, report.Mean(rb.Mean), rb.Worst))
	}
	compare("White pegs", "mm4x6", "bp4x6")
	compare("Knowing that secrets have no repeats", "mm4x6", "mm4x6-distinct")
	compare("One digit fewer", "bc4x10", "bc4x9")
	compare("No leading zero", "bc4x10", "bc4x10-nozero")
	compare("Repeats", "bc4x10", "mm4x10-digits")
	return page
}

// describe says what a game is; nothing if there is none of that name.
func describe(name string) string {
	g, err := game.Parse(name)
	if err != nil {
		return ""
	}
	return g.Describe()
}
