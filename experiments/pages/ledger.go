// Whether the averages of a graphics card can be trusted: the runs that a program records, in the
// card's arithmetic and with exact sums.

package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// ledgerEntry asks whether the averages of a graphics card can be trusted. It plays the runs that
// a program records, those of published.Runs, in the card's arithmetic and with exact sums.
func ledgerEntry() notebook.Entry {
	rows := notebook.StudyOf(published.Runs(), askRun)
	return entryOf("ledger", notebook.Then(rows.Answered(), ledgerPage))
}

// askRun asks for a run with exact sums and in the program's arithmetic, of large games on request
// only. A row may lack the latter.
func askRun(p published.Figure) notebook.Asked[runRow] {
	const quick = 5000 // codes
	exact := p.Configuration
	exact.Criterion = exactSums(exact.Criterion)
	runs := []engine.Configuration{exact}
	if exact != p.Configuration {
		runs = append(runs, p.Configuration)
	}

	asked := ask.Plays(runs)
	if g, err := game.Parse(p.Game); err != nil || game.CountGuesses(g) > quick {
		asked = asked.Slow()
	}
	return notebook.Then(asked.Answered(), func(results []engine.Result) runRow {
		return newRunRow(p, results)
	})
}

// exactSums is a criterion without the arithmetic of a program.
func exactSums(c strategy.Criterion) strategy.Criterion {
	name, _, _ := strings.Cut(string(c), "@")
	return strategy.Criterion(name)
}

// A runRow is a recorded run, or a mean of the table, with what was measured for it.
type runRow struct {
	report.Comparison
	results []engine.Result // with exact sums and, if that is another run, as the program plays it
}

// newRunRow compares a figure with its measurements, last in the program's arithmetic.
func newRunRow(p published.Figure, results []engine.Result) runRow {
	measured := results[len(results)-1]
	row := runRow{Comparison: claims.Compare(p, measured), results: results}
	switch {
	case row.holds() && !row.exactly():
		row.Cause = published.Arithmetic
	case !row.holds() && measured.Criterion != p.Criterion:
		row.Verdict = report.NotTested
		row.Cause = p.Cause
		row.Means = nil
		row.Gap = "the game is not played yet in the program's arithmetic; exact sums do not give the figure"
	}
	return row
}

// exact is the result with exact sums.
func (r runRow) exact() engine.Result {
	return r.results[0]
}

func (r runRow) criterion() strategy.Criterion {
	return exactSums(r.Criterion)
}

// exactly reports whether exact sums give the figure.
func (r runRow) exactly() bool {
	return len(r.Published.Differences(r.exact().Figures)) == 0
}

// difference is measured minus published, in guesses over all secrets, as far as the
// digits of a mean allow.
func (r runRow) difference() float64 {
	printed := float64(r.Published.Total)
	if mean, err := strconv.ParseFloat(r.Published.Mean, 64); err == nil {
		printed = mean * float64(r.Secrets)
	}
	return float64(r.Total) - printed
}

func (r runRow) differenceLabel() string {
	if r.Verdict == report.AsPublished {
		return "="
	}
	decimals := 1
	if !r.isMean() {
		decimals = 0 // of a total
	}
	return fmt.Sprintf("%+.*f", decimals, r.difference())
}

// runGroups groups rows by their criterion, in the usual order.
func runGroups(rows []runRow) [][]runRow {
	return groupBy(sortedBy(rows, runRow.place), runRow.criterion)
}

// place is that of the criterion in the usual order.
func (r runRow) place() int {
	return slices.Index(strategy.Classic(), r.criterion())
}

// runTally is the verdicts on some runs.
func runTally(rows []runRow) report.Tally {
	return report.Tally{Claims: lists.Map(rows, runRow.judged)}
}

func (r runRow) judged() report.Claim { return r.Claim }

func (r runRow) isMean() bool {
	return r.Published.Mean != ""
}

func ledgerPage(rows []runRow) report.Page {
	means, runs := divide(rows, runRow.isMean)
	openings := openingsOf(rows)
	page := report.Page{
		Tallies: []report.Tally{
			{
				What:   "means of a sweep of variants",
				Why:    "A mean that differs was rounded to six digits, and then again.",
				Claims: lists.Map(means, runRow.judged),
			},
			{
				What:   "runs of one program from every first guess",
				Why:    "Totals that differ were computed from means of six digits.",
				Claims: lists.Map(runs, runRow.judged),
			},
		},
		Picture: ledgerFigure(rows),
		Long:    true,
	}
	addLedgerFindings(&page, rows)
	chosen := lists.Keep(openings, opening.isChosen)
	page.Findf("The first guess in the program's table has the lowest measured total in %s games and criteria.",
		outOf(count(chosen, opening.agrees), len(chosen)))

	for _, r := range rows {
		page.Results = append(page.Results, r.results...)
	}
	page.Results = notebook.Distinct(page.Results, engine.Result.Key)

	addTable(&page, "Verdicts by criterion",
		append(runGroups(runs), runGroups(means)...), verdictCells)
	addFolderTable(&page, "The best first guess",
		openings, opening.cells, *openingsFigure(openings))
	addFolderTable(&page, "All figures", rows, runRow.cells)
	return page
}

func (r runRow) cells() report.Row {
	return report.Cells(
		"game", r.Game,
		"first guess", r.First,
		"criterion", r.Criterion,
		">published", r.Published.Short(),
		"published worst", r.Published.Worst,
		"measured total", r.Total,
		"measured mean", r.Mean,
		"measured worst", r.Worst,
		"difference", report.Formatted{Value: r.difference(), Text: r.differenceLabel()},
		"total by exact sums", r.exact().Total,
		"mean", r.exact().Mean,
		"worst", r.exact().Worst,
		"verdict", r.Verdict,
	)
}

// reproduced reports whether the figure is equal in the program's arithmetic, or is made
// of an equal mean of six digits.
func (r runRow) reproduced() bool {
	return r.holds() || r.Cause == published.Rounding
}

// addLedgerFindings says how many figures are reproduced by which arithmetic.
func addLedgerFindings(page *report.Page, rows []runRow) {
	all := lists.Keep(rows, runRow.reproduced)
	rounded := drop(all, runRow.holds)
	answer := "Yes"
	if len(all) < len(rows) {
		answer = "Mostly"
	}

	moved := map[strategy.Criterion]float64{}
	for _, group := range runGroups(rows) {
		moved[group[0].criterion()] = largest(group, runRow.movedMean)
	}

	page.Findf("%s: with the card's arithmetic and rounding copied, %s published figures hold; exact arithmetic reproduces %d.",
		answer, outOf(len(all), len(rows)),
		count(rows, runRow.exactly))
	page.Findf("The card's rounding errors break ties, and the mean of entropy changes by up to %.3f guesses. That of expected size changes by up to %.3f, since sizes above 4,294.97 count as equal.",
		moved[strategy.Entropy], moved[strategy.ExpectedSize])
	page.Findf("%d figures are off by at most %.0f guesses over all secrets, because they are computed from means of six digits.",
		len(rounded), largest(rounded, runRow.distance))
}

// movedMean is how far the program's arithmetic moves the mean.
func (r runRow) movedMean() float64 {
	moved := r.exact().Total - r.Total
	return math.Abs(float64(moved)) / float64(r.Secrets)
}

func (r runRow) distance() float64 {
	return math.Abs(r.difference())
}

func (r runRow) distancePerSecret() float64 {
	return r.distance() / float64(r.Secrets)
}

// ledgerFigure shows what share of the figures each arithmetic reproduces.
func ledgerFigure(rows []runRow) *chart.Figure {
	ways := []func(runRow) bool{runRow.exactly, runRow.holds, runRow.reproduced}
	d := chart.Dots{
		XLabel: "% of the published figures that are reproduced", Zero: true,
		Series: dotSeries("exact sums", "the card's rounding", "and its totals from means of six digits"),
	}

	for _, group := range runGroups(rows) {
		row := chart.DotRow{Name: report.CriterionInWords(string(group[0].criterion()))}
		for i, is := range ways {
			row.Dots = append(row.Dots, chart.Dot{
				Series: i,
				X:      percentOf(group, is),
			})
		}
		d.Rows = append(d.Rows, row)
	}

	title := fmt.Sprintf("Exact sums reproduce %.0f%% of a graphics card's figures; copying its rounding, %.0f%%",
		percentOf(rows, runRow.exactly), percentOf(rows, runRow.reproduced))
	f := picture("ledger.png", title, d)
	f.Subtitle = fmt.Sprintf("Mastermind, %s runs and means",
		wording.Thousands(len(rows)))
	f.Source = join(rows, runRow.Cite)
	f.Verdict = runTally(rows).InWords()
	return f
}

func (r runRow) holds() bool {
	return r.Verdict.Holds()
}

func verdictCells(rows []runRow) report.Row {
	tally := runTally(rows)
	what := "runs"
	if rows[0].isMean() {
		what = "means"
	}
	return report.Cells(
		"figures", what,
		"criterion", rows[0].criterion(),
		"number", len(rows),
		"as published", tally.Count(report.AsPublished),
		"differs", tally.Count(report.Differs),
		"unexplained", tally.Count(report.Unexplained),
		"not tested", tally.Count(report.NotTested),
		"equal by exact sums", count(rows, runRow.exactly),
		"largest difference per secret", report.Decimals(largest(rows, runRow.distancePerSecret), 5),
	)
}

// An opening is the runs of a game by a criterion, one for each first guess,
// and the first guess that the program chose for its table.
type opening struct {
	runs   []runRow
	chosen string // empty if the table does not have the game
}

func (o opening) game() string {
	return o.runs[0].Game
}

// best lists the first guesses of the least value.
func (o opening) best(value func(engine.Result) int) (guesses []string, least int) {
	best, _ := extremes(o.runs, func(r runRow) int {
		return value(r.Result)
	})
	for _, r := range best {
		guesses = append(guesses, r.First)
	}
	return guesses, value(best[0].Result)
}

// agrees reports whether the program chose a first guess of the least total.
func (o opening) agrees() bool {
	guesses, _ := o.best(total)
	return slices.Contains(guesses, o.chosen)
}

func openingsOf(rows []runRow) (openings []opening) {
	chosen := map[string]string{}
	means, recorded := divide(rows, runRow.isMean)
	for _, r := range means {
		chosen[r.choice()] = r.First
	}
	for _, runs := range groupBy(recorded, runRow.choice) {
		openings = append(openings, opening{
			runs:   runs,
			chosen: chosen[runs[0].choice()],
		})
	}
	return openings
}

// choice names the game and the criterion for which a first guess is chosen.
func (r runRow) choice() string {
	return r.Game + " " + string(r.criterion())
}

func (o opening) cells() report.Row {
	return report.Cells(
		"game", o.game(),
		"criterion", o.runs[0].criterion(),
		"kinds", len(o.runs),
		"lowest total", o.bestInWords(total),
		"lowest worst case", o.bestInWords(worst),
		"choice", report.Given(o.chosen),
		"is lowest", report.IfAny(o.chosen, o.agrees()),
	)
}

func (o opening) bestInWords(value func(engine.Result) int) string {
	guesses, least := o.best(value)
	return fmt.Sprintf("%s (%d)", strings.Join(guesses, ", "), least)
}

// isChosen reports whether the program's table has the game.
func (o opening) isChosen() bool { return o.chosen != "" }

// openingsFigure plots by how many percent the worst recorded first guess is worse than
// the best, against the colours.
func openingsFigure(openings []opening) *chart.Figure {
	const many = 6 // colours
	drawn := lists.Keep(openings, opening.isDrawn)

	least, largest := math.Inf(1), 0.0
	for _, o := range drawn {
		if colours, cost := o.point(); colours >= many {
			least, largest = min(least, cost), max(largest, cost)
		}
	}

	lines := chart.Lines{
		XLabel: "colours",
		YLabel: "% more guesses than from the best first guess",
		Whole:  true,
		Zero:   true,
	}
	title := fmt.Sprintf("The worst opening costs entropy %.1f to %.1f%% from %s colours on",
		least, largest, inWords(many))
	return picture("ledger-openings.png", title,
		linesOf(lines, drawn, opening.row, opening.point))
}

// isDrawn reports whether the picture has the opening.
func (o opening) isDrawn() bool {
	positions, _ := size(o.game())
	return positions > 2 &&
		len(o.runs) > 1 &&
		o.runs[0].criterion() == strategy.Entropy
}

func (o opening) row() string {
	positions, _ := size(o.game())
	return fmt.Sprintf("%d positions", positions)
}

// point is the number of colours, and by how many percent the worst first guess exceeds the
// best.
func (o opening) point() (colours, cost float64) {
	_, n := size(o.game())
	best, worst := span(o.runs, runRow.measuredTotal)
	return float64(n), percentMore(worst.Total, best.Total)
}

func (r runRow) measuredTotal() int { return r.Total }
