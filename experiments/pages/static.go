package pages

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// staticReach is by rule, for 2 positions and more, the greatest number of colours for which the
// fewest questions are found in seconds.
var staticReach = map[string][]int{
	"mm": {16, 8, 6, 4, 3, 2, 2},
	"bc": {16, 9, 7, 5},
	"bp": {13, 7, 4, 3, 2, 2, 2},
}

// staticEntry asks how many questions are enough if all are asked in advance. It searches for
// them, beside the formulas of Goddard 2003 and of Jäger and Drewes.
func staticEntry() notebook.Entry {
	rows := notebook.StudyOf(gamesWithin(staticReach), askStaticRow)
	return entryOf("static", notebook.Then(rows.Answered(), staticPage))
}

// A staticRow is a game with a smallest set of questions, and the least worst case if each guess
// may depend on the feedback before.
type staticRow struct {
	gridGame
	fixed.StaticSet
	adaptive int
}

func askStaticRow(g gridGame) notebook.Asked[staticRow] {
	search := ask.LeastWorst{Game: g.game}
	return notebook.Both(
		notebook.Ask(fixed.Static{Game: g.game}),
		notebook.Ask(search.FiguresOnly()),
		func(found fixed.StaticSet, least ask.Found) staticRow {
			return staticRow{
				gridGame:  g,
				StaticSet: found,
				adaptive:  least.Worst,
			}
		},
	)
}

func (r staticRow) questions() int {
	return len(r.Set)
}

// guesses counts the final guess too.
func (r staticRow) guesses() int {
	return r.questions() + 1
}

// saved is how many guesses fewer the worst case takes if the feedback is seen.
func (r staticRow) saved() int {
	return r.guesses() - r.adaptive
}

func staticPage(rows []staticRow) report.Page {
	page := report.Page{Picture: staticFigure(rows)}
	addStaticFindings(&page, rows)
	addTable(&page, "Formulas", staticLaws(), func(l staticLaw) report.Row {
		return l.cells(rows)
	})
	addFolderTable(&page, "Game by game", rows, staticRow.cells)
	return page
}

// staticFigure draws how many questions each game takes, and what seeing the feedback saves.
func staticFigure(rows []staticRow) *chart.Figure {
	known := famousRow(rows)
	title := fmt.Sprintf(
		"%s fixed questions identify every code of %s; feedback would save %d guesses",
		wording.FirstUpper(inWords(known.questions())),
		kindName(known.kind),
		known.saved(),
	)

	maps := kindMaps(
		rows,
		"guesses that seeing the feedback saves",
		"",
		float64(largest(rows, staticRow.saved)),
		staticRow.cell,
	)
	return picture("static.png", title, maps...)
}

func (r staticRow) cell() chart.Cell {
	return chart.Cell{Value: float64(r.saved()), Label: fmt.Sprint(r.questions())}
}

func (r staticRow) cells() report.Row {
	return report.Cells(
		"game", r.game,
		"secrets", r.secrets,
		">fewest questions", r.questions(),
		">with the final guess", r.guesses(),
		">least worst case", r.adaptive,
		"a set", strings.Join(r.Set, " "),
	)
}

// addStaticFindings begins with the game that everybody knows.
func addStaticFindings(page *report.Page, rows []staticRow) {
	first := famousRow(rows)
	n := first.questions()
	_, helped := span(rows, staticRow.saved)

	page.Findf(
		"%s questions, fixed in advance, always identify a code of %s; %s never do.",
		wording.FirstUpper(inWords(n)),
		titled(first.game),
		inWords(n-1),
	)
	page.Findf(
		"A set that does it: %s. With the final guess that makes %d; who sees the feedback to each guess needs %d.",
		strings.Join(first.Set, ", "),
		first.guesses(),
		first.adaptive,
	)
	page.Findf(
		"Feedback helps most in %s: %d guesses instead of %d. In %s games it does not shorten the worst case.",
		titled(helped.game),
		helped.adaptive,
		helped.guesses(),
		outOf(count(rows, staticRow.isEqual), len(rows)),
	)
}

// famousRow is that of the game that everybody knows, or the first.
func famousRow(rows []staticRow) staticRow {
	i := slices.IndexFunc(rows, staticRow.isMastermind)
	return rows[max(0, i)]
}

func (r staticRow) isMastermind() bool {
	return r.game == "mm4x6"
}

// isEqual reports whether the feedback saves nothing.
func (r staticRow) isEqual() bool {
	return r.saved() <= 0
}

// A staticLaw is a formula for the fewest questions.
type staticLaw struct {
	games  string // with n for the number of colours
	from   int    // colours
	text   string
	source string
	value  func(colours int) int
}

// lawsFile has the formulas that sources print, as [linear] computes them.
//
//go:embed laws.csv
var lawsFile string

func staticLaws() (laws []staticLaw) {
	for _, line := range readLines(lawsFile) {
		laws = append(laws, staticLaw{
			games:  line[0],
			from:   wholeNumber(line[1]),
			text:   line[2],
			source: line[3],
			value:  linear(wholeNumber(line[4]), wholeNumber(line[5]), wholeNumber(line[6])),
		})
	}
	return laws
}

// linear is the function ⌊(times·n + plus) / by⌋.
func linear(times, plus, by int) func(n int) int {
	return func(n int) int {
		return (times*n + plus) / by
	}
}

// isAbout reports whether the formula is meant for the game of a row.
func (l staticLaw) isAbout(r staticRow) bool {
	of := strings.TrimSuffix(l.games, "n")
	return strings.HasPrefix(r.game, of) && r.colours >= l.from
}

func (l staticLaw) cells(rows []staticRow) report.Row {
	of := lists.Keep(rows, l.isAbout)
	holding := count(of, func(r staticRow) bool {
		return r.questions() == l.value(r.colours)
	})

	games := l.games
	if l.from > 0 {
		games += fmt.Sprintf(", n ≥ %d", l.from)
	}
	return report.Cells(
		"games", games,
		"formula for n colours", l.text,
		"source", l.source,
		"holds for", outOf(holding, len(of)),
	)
}
