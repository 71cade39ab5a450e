package main

import (
	"fmt"
	"slices"

	"codebreak/engine"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// worstCaseEntry finds the least possible worst case of games. Some are compared with
// greedy entropy; all of up to 10,000 secrets, and the game that the author of the
// search gave up, take minutes.
func worstCaseEntry() notebook.Entry {
	const positions, mostSecrets = 8, 10_000
	quick := []ask.LeastWorst{{Game: "twod5"}, {Game: "mm3x6"}, {Game: "mm4x6"}, {Game: "mm4x6-distinct"}, {Game: "bc3x10"}, {Game: "bp3x6"}}
	slow := []ask.LeastWorst{ask.LeastWorst{Game: "mm5x8-distinct"}.Measured(175)}
	games := gridGames(positions, mostSecrets)
	return notebook.Entry{
		Name:     "worst-case",
		Question: "The least possible worst case",
		About:    "How few guesses are enough for every secret, by an optimal strategy? Does greedy entropy, which looks one guess ahead, ever need more?",
		Tasks: slices.Concat(allTasks(quick, besideEntropy),
			notebook.Slow(allTasks(slow, besideEntropy)), notebook.Slow(allTasks(games, worstCaseTasks))),
		Page: func(o notebook.Outcome) report.Page {
			page := worstCasePage(notebook.Map(notebook.Answered(o, slices.Concat(quick, slow), besideEntropy), func(search ask.LeastWorst) worstCaseRow {
				return worstCaseRow{notebook.Get(o, ask.NewPlay(search.Start())).Result, notebook.Get(o, search)}
			}))
			worstCaseTables(&page, notebook.Map(notebook.Answered(o, games, worstCaseTasks), func(g gridGame) tabulated {
				return tabulated{g, notebook.Get(o, ask.LeastWorst{Game: g.game})}
			}))
			return page
		},
	}
}

// besideEntropy searches a game, and plays it by entropy for comparison.
func besideEntropy(search ask.LeastWorst) []notebook.Task {
	return []notebook.Task{notebook.Ask(ask.NewPlay(search.Start())), notebook.Ask(search)}
}

// A worstCaseRow is a game played by entropy, and its least worst case.
type worstCaseRow struct {
	greedy engine.Result
	least  ask.WorstCase
}

func (r worstCaseRow) optimal() bool { return r.greedy.Worst == r.least.Guesses }

func worstCasePage(rows []worstCaseRow) report.Page {
	page := report.Page{Findings: []string{fmt.Sprintf("Greedy entropy has the least possible worst case in %d of %d games; in the others fewer guesses are enough.",
		len(keep(rows, worstCaseRow.optimal)), len(rows))}}
	var figures []chart.Figure
	for _, r := range rows {
		if !r.optimal() { // else the tree found says nothing new
			figures = append(figures, r.figure())
		}
		page.Results = append(page.Results, r.greedy)
	}
	page.Sections = []report.Section{{
		Heading: "Searched exhaustively",
		Text:    "For k = 1, 2, … every way to play with k guesses is ruled out, until a feasible k is found or entropy's tree is proved optimal. A guess is dropped if its largest part is larger than k-1 guesses can ever separate; of each guess left the largest part is tried first. What is learned from small sets that no guess tells apart rules out most guesses without a look at their parts. The checker replayed the tree described in the last columns, which needs no more guesses than the worst case stated.",
		Table: report.TableOf(rows, "game | secrets | information bound | lower bound on the worst case | least worst case | entropy's worst case | lower bound on the mean | entropy's mean | the tree's mean | its first guess | its histogram", func(r worstCaseRow) []any {
			return []any{
				r.greedy.Game, r.greedy.Secrets, report.Decimals(r.greedy.Bounds.Information, 3), r.greedy.Bounds.Worst, r.least.Guesses,
				r.greedy.Worst, report.Mean(r.greedy.Bounds.Mean), report.Mean(r.greedy.Mean), report.Mean(r.least.Figures.Mean), r.least.First,
				report.Histogram(r.least.Figures.Histogram),
			}
		}),
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

// worstCaseTasks asks for the least worst case of a game of the grid.
func worstCaseTasks(g gridGame) []notebook.Task {
	return []notebook.Task{notebook.Ask(ask.LeastWorst{Game: g.game})}
}

// A tabulated game is one with its least worst case.
type tabulated struct {
	gridGame
	least ask.WorstCase
}

// worstCaseTables adds the least worst cases of the grid to a page.
func worstCaseTables(page *report.Page, found []tabulated) {
	page.Findings = append(page.Findings, fmt.Sprintf("The least worst case is proved for %d games of up to 10,000 secrets, each with a tree that attains it.", len(found)))
	if five := keep(found, func(t tabulated) bool { return t.kind == gridKinds[0] && t.positions == 5 }); len(five) > 0 {
		page.Findings = append(page.Findings, fmt.Sprintf("Mastermind with 5 positions: %s.", commas(five, func(t tabulated) string {
			return fmt.Sprintf("%d guesses for %d colours", t.least.Guesses, t.colours)
		})))
	}
	for i, games := range groupBy(found, tabulated.gridKind) {
		s := report.Section{
			Heading: kindName(games[0].kind),
			Table:   gridOf(games, tabulated.name).table(func(t tabulated) any { return t.least.Guesses }),
		}
		if i == 0 {
			s.Text = "Guesses that are enough for every secret, by positions (rows) and colours (columns). A search of all strategies proved that one fewer is not enough; the checker replayed a tree that attains each number. A dash: more than 10,000 secrets, or no such game."
		}
		page.Sections = append(page.Sections, s)
	}
	page.Sections = append(page.Sections, report.Section{
		Heading: "Game by game",
		Text:    "The trees are in results.json: `codebreak check results/worst-case/results.json` replays them.",
		Table: report.TableOf(found, "game | secrets | >least worst case | first guess | mean of the tree | histogram", func(t tabulated) []any {
			return []any{
				t.game, t.secrets, t.least.Guesses, t.least.First, report.Mean(t.least.Figures.Mean),
				report.Histogram(t.least.Figures.Histogram),
			}
		}),
		FolderOnly: true,
	})
}
