package pages

import (
	"fmt"
	"strings"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// worstCaseEntry asks how many guesses are enough for every secret. It searches for the least
// worst case, in some games beside entropy. The games of up to 10,000 secrets take minutes, and
// one that the author of the search gave up.
func worstCaseEntry() notebook.Entry {
	quick := strings.Fields("twod5 mm3x6 mm4x6 mm4x6-distinct bc3x10 bp3x6")
	rows := notebook.StudyOf(quick, askWorstCaseRow)
	rows = append(rows, askWorstCaseRow("mm5x8-distinct").Slow())
	searched := notebook.StudyOf(worstCaseGames(), askTabulated).Slow()
	return entryOf("worst-case", notebook.Both(
		rows.Answered(),
		searched.Answered(),
		worstCasePage,
	))
}

// worstCaseGames lists the games of the grid whose least worst case is searched.
func worstCaseGames() []gridGame {
	return gridGames(8, 10_000)
}

func askLeastWorst(game string) notebook.Asked[ask.Found] {
	return notebook.Ask(ask.LeastWorst{Game: game})
}

// askTabulated asks for the least worst case of a game of the grid.
func askTabulated(g gridGame) notebook.Asked[tabulated] {
	return notebook.Then(askLeastWorst(g.game), func(least ask.Found) tabulated {
		return tabulated{g, least}
	})
}

// askWorstCaseRow searches a game, and plays it by entropy for comparison.
func askWorstCaseRow(game string) notebook.Asked[worstCaseRow] {
	search := ask.LeastWorst{Game: game}
	return notebook.Both(
		ask.ResultOf(search.Start()),
		notebook.Ask(search),
		func(greedy engine.Result, least ask.Found) worstCaseRow {
			return worstCaseRow{greedy, least}
		},
	)
}

// A worstCaseRow is a game played by entropy, and its least worst case.
type worstCaseRow struct {
	greedy engine.Result
	least  ask.Found
}

// A tabulated game is one with its least worst case.
type tabulated struct {
	gridGame
	ask.Found
}

func (r worstCaseRow) optimal() bool {
	return r.greedy.Worst == r.least.Worst
}

func worstCasePage(rows []worstCaseRow, found []tabulated) report.Page {
	page := report.Page{
		Picture: worstCaseFigure(found),
		Results: lists.Map(rows, worstCaseRow.result),
	}
	addWorstCaseFindings(&page, rows, found)
	addTable(&page, "Compared with entropy", rows, worstCaseRow.cells)
	addFolderTable(&page, "Game by game", found, tabulated.cells)
	return page
}

// worstCaseFigure draws the least worst case of each game of the grid.
func worstCaseFigure(found []tabulated) *chart.Figure {
	most := largest(found, tabulated.guesses)
	known := lists.Keep(found, tabulated.isWellKnown)
	title := fmt.Sprintf(
		"The least worst case is %s, up to %d without white pegs",
		listed(known, tabulated.inTitle),
		most,
	)

	maps := kindMaps(
		found,
		"guesses in the worst case",
		"",
		float64(most),
		tabulated.cell,
	)
	return picture("worst-case.png", title, maps...)
}

func (r worstCaseRow) result() engine.Result {
	return r.greedy
}

func (r worstCaseRow) cells() report.Row {
	return report.Cells(
		"game", r.greedy.Game,
		"secrets", r.greedy.Secrets,
		"information bound", report.Decimals(r.greedy.Bounds.Information, 3),
		"lower bound on the worst case", r.greedy.Bounds.Worst,
		"least worst case", r.least.Worst,
		"entropy's worst case", r.greedy.Worst,
		"lower bound on the mean", r.greedy.Bounds.Mean,
		"entropy's mean", r.greedy.Mean,
		"the tree's mean", r.least.Mean,
		"its first guess", r.least.First,
		"its histogram", r.least.Histogram,
	)
}

func (t tabulated) guesses() int {
	return t.Worst
}

func (t tabulated) cell() chart.Cell {
	return labelled("%.0f", float64(t.guesses()))
}

func (t tabulated) cells() report.Row {
	claim := worstClaim(t.game, t.guesses())
	return report.Cells(
		"game", t.game,
		"secrets", t.secrets,
		">least worst case", t.guesses(),
		"one fewer is not enough", checkedOr(isChecked(claim)),
		"first guess", t.First,
		"mean of the tree", t.Mean,
		"histogram", t.Histogram,
	)
}

// addWorstCaseFindings says how many guesses are enough, first in the games that everybody knows.
func addWorstCaseFindings(page *report.Page, rows []worstCaseRow, found []tabulated) {
	worse := drop(rows, worstCaseRow.optimal)
	known := lists.Keep(found, tabulated.isWellKnown)

	if len(known) > 0 {
		page.Findf(
			"It takes %s; the least worst case of %d games is proved.",
			join(known, tabulated.inWords),
			len(found),
		)
	}
	page.Findf(
		"Entropy needs more guesses than necessary in %d of %d games. It needs %s.",
		len(worse),
		len(rows),
		listed(worse, worstCaseRow.inWords),
	)
}

func (r worstCaseRow) inWords() string {
	return fmt.Sprintf(
		"%d instead of %d in %s",
		r.greedy.Worst,
		r.least.Worst,
		titled(r.greedy.Game),
	)
}

func (t tabulated) inTitle() string {
	return fmt.Sprintf("%d in %s", t.guesses(), game.Title(t.game))
}

func (t tabulated) inWords() string {
	return fmt.Sprintf("%d guesses in %s", t.guesses(), titled(t.game))
}
