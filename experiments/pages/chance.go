// Whether published averages of random players agree with the exact expectations, or with samples
// of the slowest games.

package pages

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// chanceEntry asks whether published averages of random players agree with the exact
// expectations, which it computes, or with samples of the slowest games. The figures are those of
// published.ByChance, most from the table of Rosu 1997.
func chanceEntry() notebook.Entry {
	all := lists.Map(drop(published.ByChance(), isOfOneColour), claims.Of)
	asked, unplayed := divide(all, isRandom)
	return notebook.Entry{
		Name:  "chance",
		Tasks: claims.Tasks(asked),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			var rows []chanceRow
			for _, c := range asked {
				if random, ok := c.Random.In(o); ok {
					rows = append(rows, chanceRow{random, c.Judge(o)})
				}
			}
			if count(rows, ofAnyCandidate) == 0 || count(rows, inTable) == 0 {
				return report.Page{}, false
			}

			page := chancePage(rows)
			page.Tallies[0].Claims = append(page.Tallies[0].Claims, judge(o, unplayed)...)
			return page, true
		},
	}
}

func isRandom(c claims.Claim) bool { return c.Random.IsAsked() }

// isOfOneColour reports whether the game has one secret, so that there is nothing to guess.
func isOfOneColour(f published.Figure) bool {
	return strings.HasSuffix(f.Game, "x1")
}

// A chanceRow is a published figure with its measurement and its verdict.
type chanceRow struct {
	claims.Random
	claim report.Claim
}

// expectationOf is a figure as table.csv has it.
func expectationOf(r claims.Random) report.Expectation {
	e := report.Expectation{
		Configuration: r.Configuration,
		Kind:          "sampled",
		Mean:          r.Expected,
		Stddev:        r.Deviation,
		Histogram:     chart.Numbers(r.Games),
	}
	if r.Exact != nil {
		e.Kind = "expected"
		e.Histogram = r.Exact.Numbers()
	}
	if g, err := game.Parse(e.Game); err == nil {
		e.Secrets = game.CountSecrets(g)
	}
	return e
}

func (r chanceRow) holds() bool {
	return r.claim.Verdict.Holds()
}

// randomPlayers are strategies of published players in words.
var randomPlayers = map[string]string{
	"simple, pool consistent, ties random":             "guesses any candidate, all equally likely",
	"entropy, pool consistent, ties random":            "guesses candidates, by entropy; random tie-breaking",
	"most-parts, pool consistent, ties random":         "guesses candidates, by most-parts; random tie-breaking",
	"entropy, pool consistent, ties most-parts,random": "guesses candidates, by entropy and then by most-parts; random tie-breaking",
	"plus@merelo, ties random":                         "guesses a random candidate of those best by both entropy and most-parts or, if there are none, by either",
	"next@swaszek, ties random":                        "guesses the next candidate in order from a random start, and after the last code the first",
	"shuffled@rosu, ties random":                       "guesses the first candidate in an order of the colours shuffled for each position and game",
}

// playerOf is the player of a figure in words.
func playerOf(f published.Figure) string {
	strategy := f.Strategy.String()
	return cmp.Or(f.Player, randomPlayers[strategy], strategy)
}

func chancePage(rows []chanceRow) report.Page {
	page := report.Page{Tallies: []report.Tally{{
		What:   "random players",
		Why:    "Most figures that differ come from one table, and its author's records and program show why. They are misprints, or come from runs whose secrets never have the last colour, or depend on an order of the colours that the program shuffles. Another source does not state the number of games. The games not tested are too large to play here.",
		Claims: lists.Map(rows, chanceRow.judged),
	}}}
	for _, r := range rows {
		page.Expected = append(page.Expected, expectationOf(r.Random))
	}

	table, others := divide(rows, inTable)
	page.Picture = tableFigure(table)
	known := lists.Keep(rows, ofAnyCandidate)
	page.Findf("Guessing any consistent code takes %.4f guesses in %s on average; %s published means of random players agree.",
		known[0].Expected, titled("mm4x6"), countedOf(rows, chanceRow.holds))
	for _, r := range drop(others, chanceRow.holds) {
		page.Findf("%s, %s: published %s, measured %s.",
			r.Cite(), titled(r.Game),
			r.Quoted(), r.Found())
	}
	_, farthest := span(table, chanceRow.distance)
	page.Findf("In a table of 1997, %s means are within the sampling error; the farthest off is %s: published %s, measured %.2f.",
		countedOf(table, chanceRow.holds),
		titled(farthest.game()), farthest.Mean, farthest.Expected)

	addTable(&page, "Player by player", others, chanceRow.cells)
	page.Add("A table of 1997", "", nil)
	addFolderTable(&page, "The table, cell by cell", table, chanceRow.cells)
	addFolderTable(&page, "Exactly", lists.Keep(rows, chanceRow.isExact), chanceRow.exactCells)
	return page
}

func (r chanceRow) judged() report.Claim { return r.claim }

// distance is how far a printed mean is from the measured one.
func (r chanceRow) distance() float64 {
	return math.Abs(r.Difference())
}

func (r chanceRow) cells() report.Row {
	return report.Cells(
		"figure", r.ID,
		"game", r.Game,
		"player", playerOf(r.Figure),
		"first guess", report.Given(r.First),
		">published", r.Quoted(),
		">mean", r.Found(),
		"most guesses", report.Given(r.Most()),
		"difference", report.Decimals(r.Difference(), 4),
		"verdict", r.claim.Verdict,
	)
}

func (r chanceRow) isExact() bool { return r.Exact != nil }

func (r chanceRow) exactCells() report.Row {
	return report.Cells(
		"game", r.Game,
		"player", playerOf(r.Figure),
		"mean", decimal(&r.Exact.Mean.Rat, 8),
		"<as a fraction", r.asFraction(),
		"<expected secrets by guesses", r.expected(),
	)
}

// inTable reports whether a figure is a cell of the table by positions and
// colours.
func inTable(r chanceRow) bool {
	return strings.HasPrefix(r.ID, "rosu/random-")
}

// asFraction is an exact mean, or how long its denominator is.
func (r chanceRow) asFraction() string {
	if text := r.Exact.Mean.RatString(); len(text) <= 60 {
		return text
	}
	digits := len(r.Exact.Mean.Denom().String())
	return fmt.Sprintf("of a denominator of %d digits", digits)
}

// expected lists the expected number of secrets for each number of guesses.
func (r chanceRow) expected() string {
	var parts []string
	for k, n := range r.Exact.Histogram[1:] {
		parts = append(parts, fmt.Sprintf("%d:%s", k+1, n.FloatString(2)))
	}
	return strings.Join(parts, " ")
}

// tableFigure maps how far the table is from the means.
func tableFigure(rows []chanceRow) *chart.Figure {
	within := countedOf(rows, chanceRow.holds)
	h := chart.HeatMap{
		Unit:    "guesses, measured minus published",
		Missing: "not played",
		Largest: 0.25,
	}

	title := fmt.Sprintf("%s means of Rosu 1997 are within the sampling error", within)
	f := picture("chance-table.png", title,
		gridOf(rows, chanceRow.game).heat(h, chanceRow.miss))
	f.Source = rows[0].Cite()
	f.Verdict = report.Tally{Claims: lists.Map(rows, chanceRow.judged)}.InWords()
	return f
}

func (r chanceRow) game() string { return r.Game }

// miss is the cell of how much a mean differs.
func (r chanceRow) miss() chart.Cell {
	if r.holds() {
		return chart.Cell{Label: "="}
	}
	return labelled("%+.2f", r.Difference())
}

// ofAnyCandidate reports whether a row is the exact mean of guessing any candidate in Mastermind.
func ofAnyCandidate(r chanceRow) bool {
	s := r.Subject
	return r.Exact != nil &&
		s.Game == "mm4x6" &&
		s.First == "" &&
		s.Criterion == strategy.Simple
}
