package pages

import (
	"fmt"
	"slices"
	"strings"

	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/lists"
)

// staticReach is by rule, for 2 positions and more, the greatest number of colours for which the
// fewest questions are found in seconds.
var staticReach = map[string][]int{
	"mm": {16, 8, 6, 4, 3, 2, 2},
	"bc": {16, 9, 7, 5},
	"bp": {13, 7, 4, 3, 2, 2, 2},
}

// staticQuestion asks for the fewest questions of a game.
func staticQuestion(name string) ask.Static { return ask.Static{Game: name} }

// staticEntry asks how many questions are enough if all are asked in advance. It searches for
// them, beside the formulas of Goddard 2003 and of Jäger and Drewes.
func staticEntry() notebook.Entry {
	rows := notebook.StudyOf(gamesWithin(staticReach), askStaticRow)
	page := notebook.Then(rows.Answered(), staticPage)
	return notebook.Entry{
		Name:  "static",
		Tasks: page.Tasks(),
		Page:  page.In,
	}
}

// A staticRow is a game with a smallest set of questions, and the least worst case if each guess
// may depend on the feedback before.
type staticRow struct {
	gridGame
	found    ask.StaticSet
	adaptive int
}

func askStaticRow(g gridGame) notebook.Asked[staticRow] {
	least := notebook.Ask(ask.LeastWorst{Game: g.game}.FiguresOnly())
	return notebook.Both(notebook.Ask(staticQuestion(g.game)), least, func(found ask.StaticSet, least ask.WorstCase) staticRow {
		return staticRow{gridGame: g, found: found, adaptive: least.Guesses}
	})
}

func (r staticRow) questions() int { return len(r.found.Set) }

// saved is how many guesses fewer the worst case takes if the feedback is seen.
func (r staticRow) saved() int { return r.questions() + 1 - r.adaptive }

func staticPage(rows []staticRow) report.Page {
	known := famousRow(rows)
	page := report.Page{Findings: staticFindings(rows)}
	title := fmt.Sprintf("%s fixed questions identify every code of %s; feedback would save %d guesses",
		inWords(known.questions()), report.ShortGame(known.game), known.saved())
	page.Picture = picture("static.png", title,
		kindMaps(rows, "guesses that seeing the feedback saves", "", float64(most(rows, staticRow.saved)), staticRow.cell)...)

	page.Add("Formulas", "",
		report.TableOf(staticLaws, func(l staticLaw) []report.Cell {
			of := lists.Keep(rows, func(r staticRow) bool {
				return r.kind == l.kind && r.positions == l.positions && r.colours >= l.from
			})
			holds := lists.Keep(of, func(r staticRow) bool {
				return r.questions() == l.value(r.colours)
			})
			games := fmt.Sprintf("%s%dxn", l.kind, l.positions)
			if l.from > 2 {
				games += fmt.Sprintf(", n ≥ %d", l.from)
			}
			return report.Cells(
				"games", games,
				"formula for n colours", l.text,
				"source", l.source,
				"holds for", outOf(len(holds), len(of)),
			)
		}))

	page.AddToFolder("Game by game", "",
		report.TableOf(rows, staticRow.cells))
	return page
}

func (r staticRow) cell() (float64, string) {
	return float64(r.saved()), fmt.Sprint(r.questions())
}

func (r staticRow) cells() []report.Cell {
	return report.Cells(
		"game", r.game,
		"secrets", r.secrets,
		">fewest questions", r.questions(),
		">with the final guess", r.questions()+1,
		">least worst case", r.adaptive,
		"a set", strings.Join(r.found.Set, " "),
	)
}

// staticFindings begin with the game that everybody knows.
func staticFindings(rows []staticRow) []string {
	first := famousRow(rows)
	n := first.questions()
	_, worse := extremesBy(rows, staticRow.saved)
	same := lists.Keep(rows, staticRow.isEqual)

	return []string{
		fmt.Sprintf("%s questions, fixed in advance, always identify a code of %s; %s never do.",
			inWords(n), titled(first.game), strings.ToLower(inWords(n-1))),
		fmt.Sprintf("A set that does it: %s. With the final guess that makes %d; who sees the feedback to each guess needs %d.",
			strings.Join(first.found.Set, ", "), n+1, first.adaptive),
		fmt.Sprintf("Feedback helps most in %s: %d guesses instead of %d. In %s games it does not shorten the worst case.",
			titled(worse[0].game), worse[0].adaptive, worse[0].questions()+1, outOf(len(same), len(rows))),
	}
}

// famousRow is that of the game that everybody knows, or the first.
func famousRow(rows []staticRow) staticRow {
	return rows[max(0, slices.IndexFunc(rows, staticRow.isMastermind))]
}

func (r staticRow) isMastermind() bool { return r.game == "mm4x6" }

// isEqual reports whether the feedback saves nothing.
func (r staticRow) isEqual() bool { return r.saved() <= 0 }

// A staticLaw is a formula for the fewest questions.
type staticLaw struct {
	kind            string
	positions, from int // from how many colours on
	text, source    string
	value           func(colours int) int
}

// staticLaws lists the formulas that sources print.
var staticLaws = []staticLaw{
	{"mm", 2, 2, "⌈2n/3⌉", "Goddard 2003", linear(2, 2, 3)},
	{"mm", 2, 2, "⌊2n/3⌋", "OEIS A004523", linear(2, 0, 3)},
	{"bc", 2, 2, "⌊2n/3⌋", "OEIS A004523, of Mastermind", linear(2, 0, 3)},
	{"mm", 3, 4, "n - 1", "Goddard 2003, for large n", linear(1, -1, 1)},
	{"mm", 4, 3, "n", "Goddard 2003, for large n", linear(1, 0, 1)},
	{"bp", 2, 2, "⌈(4n - 1)/3⌉ - 1", "Jäger and Drewes 2016", linear(4, -2, 3)},
	{"bp", 3, 2, "⌊3n/2⌋", "Jäger and Drewes 2018", linear(3, 0, 2)},
}

// linear is the function ⌊(times·n + plus) / by⌋.
func linear(times, plus, by int) func(n int) int {
	return func(n int) int { return (times*n + plus) / by }
}
