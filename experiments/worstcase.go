package main

import (
	"fmt"

	"codebreak/engine"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// worstCaseEntry finds the least possible worst case of games, and compares
// greedy entropy with it.
func worstCaseEntry() notebook.Entry {
	e := leastWorstCases("twod5", "mm3x6", "mm4x6", "mm4x6-distinct", "bc3x10", "bp3x6")
	e.Name = "worst-case"
	e.Title = "The least possible worst case"
	e.Question = "How few guesses are enough for every secret, by an optimal strategy? And does greedy entropy, which looks one guess ahead, ever need more?"
	return e
}

// largeWorstCaseEntry takes up the game that the author of the search gave up.
func largeWorstCaseEntry() notebook.Entry {
	e := leastWorstCases("mm5x8-distinct")
	e.Name = "worst-case-large"
	e.Title = "The least possible worst case of 5 positions and 8 colours"
	e.Question = "An answer on Stack Overflow (2009) leaves the game of five distinct colours out of eight unsolved. How few guesses are enough for every secret?"
	e.When = notebook.Slow
	return e
}

// worstCaseSeconds is what searches took with one worker, where it is long.
var worstCaseSeconds = map[string]float64{"mm5x8-distinct": 175}

// leastWorstCases searches each game, and plays it by entropy for comparison.
func leastWorstCases(games ...string) notebook.Entry {
	var tasks []notebook.Task
	var searches []notebook.LeastWorst
	var greedy []engine.Configuration
	for _, name := range games {
		search := notebook.LeastWorst{Game: name}.Measured(worstCaseSeconds[name])
		searches = append(searches, search)
		greedy = append(greedy, search.Start())
		tasks = append(tasks, notebook.Ask(notebook.NewPlay(search.Start())), notebook.Ask(search))
	}
	return notebook.Entry{
		Tasks: tasks,
		Page: func(o notebook.Outcome) report.Page {
			var rows []worstCaseRow
			for i, r := range notebook.Results(o, greedy) {
				rows = append(rows, worstCaseRow{r, notebook.Get(o, searches[i])})
			}
			return worstCasePage(rows)
		},
	}
}

// A worstCaseRow is a game played by entropy, and its least worst case.
type worstCaseRow struct {
	greedy engine.Result
	least  notebook.WorstCase
}

func worstCasePage(rows []worstCaseRow) report.Page {
	columns := []report.Column[worstCaseRow]{
		{Title: "game", Value: func(r worstCaseRow) any { return r.greedy.Game }},
		{Title: "secrets", Value: func(r worstCaseRow) any { return r.greedy.Secrets }},
		{Title: "information bound", Value: func(r worstCaseRow) any { return report.Decimals(r.greedy.Bounds.Information, 3) }},
		{Title: "lower bound on the worst case", Short: "≥ worst", Value: func(r worstCaseRow) any { return r.greedy.Bounds.Worst }},
		{Title: "least worst case", Value: func(r worstCaseRow) any { return r.least.Guesses }},
		{Title: "entropy's worst case", Value: func(r worstCaseRow) any { return r.greedy.Worst }},
		{Title: "lower bound on the mean", Short: "≥ mean", Value: func(r worstCaseRow) any { return report.Mean(r.greedy.Bounds.Mean) }},
		{Title: "entropy's mean", Value: func(r worstCaseRow) any { return report.Mean(r.greedy.Mean) }},
		{Title: "the tree's mean", Value: func(r worstCaseRow) any { return report.Mean(r.least.Figures.Mean) }},
		{Title: "its first guess", Value: func(r worstCaseRow) any { return r.least.First }},
		{Title: "its histogram", Value: func(r worstCaseRow) any { return report.Histogram(r.least.Figures.Histogram) }},
	}
	page := report.Page{}
	var figures []chart.Figure
	for _, r := range rows {
		if r.least.Guesses < r.greedy.Worst { // else the tree found says nothing new
			figures = append(figures, r.figure())
		}
		page.Results = append(page.Results, r.greedy)
		page.Findings = append(page.Findings, worstCaseFinding(r))
	}
	if len(rows) > 1 {
		optimal := 0
		for _, r := range rows {
			if r.greedy.Worst == r.least.Guesses {
				optimal++
			}
		}
		page.Findings = append([]string{fmt.Sprintf("Greedy entropy has the least possible worst case in %d of %d games; in the others fewer guesses are enough.", optimal, len(rows))}, page.Findings...)
	}
	page.Sections = []report.Section{{
		Heading: "Searched exhaustively",
		Text:    "For k = 1, 2, … every way to play with k guesses is ruled out, until a feasible k is found or entropy's tree is proved optimal. A guess is dropped if its largest part is larger than k-1 guesses can ever separate; of each guess left the largest part is tried first. What is learned from small sets that no guess tells apart rules out most guesses without a look at their parts. The checker replayed the tree described in the last columns, which needs no more guesses than the worst case stated.",
		Table:   report.NewTable(rows, columns),
		Figures: figures,
	}}
	return page
}

// figure draws entropy's tree and the one found.
func (r worstCaseRow) figure() chart.Figure {
	return chart.Figure{
		File:     "worst-case-" + r.greedy.Game + ".png",
		Caption:  fmt.Sprintf("Histograms of greedy entropy and of the best tree found for the worst case of %s", r.greedy.Game),
		Title:    fmt.Sprintf("%d guesses are enough where entropy needs %d", r.least.Guesses, r.greedy.Worst),
		Subtitle: report.GameInWords(r.greedy.Game) + "; number of secrets",
		Charts: []chart.Chart{chart.Histogram{
			Counts: true, Differences: true, Series: distributions([]string{"least worst case", "entropy"}, r.least.Figures, r.greedy.Figures),
		}},
	}
}

func worstCaseFinding(r worstCaseRow) string {
	verdict := "so greedy entropy is optimal here"
	if r.greedy.Worst > r.least.Guesses {
		verdict = "so greedy entropy is not optimal here"
	}
	return fmt.Sprintf("%s: %d guesses are enough for every secret, %d are not; entropy needs %d, %s.", r.greedy.Game, r.least.Guesses, r.least.Guesses-1, r.greedy.Worst, verdict)
}
