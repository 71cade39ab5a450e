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
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// ledgerEntry plays the runs that a program records, in its arithmetic and with exact
// sums.
func ledgerEntry() notebook.Entry {
	const quick = 5000 // codes
	figures := published.Runs()
	runs := make([]notebook.Study[engine.Result], len(figures))
	var tasks []notebook.Task
	for i, p := range figures {
		runs[i] = askRun(p)
		if g, err := game.Parse(p.Subject.Game); err != nil || game.CountGuesses(g) > quick {
			runs[i] = runs[i].Slow()
		}
		tasks = append(tasks, runs[i].Tasks()...)
	}

	return notebook.Entry{
		Name:  "ledger",
		Tasks: tasks,
		Page: func(o notebook.Outcome) (report.Page, bool) {
			var rows []runRow
			var all []engine.Result
			for i, p := range figures {
				if results := runs[i].In(o); len(results) > 0 {
					rows = append(rows, newRunRow(p, results))
					all = append(all, results...)
				}
			}
			if len(rows) == 0 {
				return report.Page{}, false
			}
			page := ledgerPage(rows)
			page.Results = notebook.Distinct(all, engine.Result.Key)
			return page, true
		},
	}
}

// askRun asks for a run with exact sums and in the program's arithmetic.
func askRun(p published.Figure) notebook.Study[engine.Result] {
	exact := p.Subject.Configuration
	exact.Criterion = exactSums(exact.Criterion)
	runs := []engine.Configuration{exact}
	if exact != p.Subject.Configuration {
		runs = append(runs, p.Subject.Configuration)
	}
	return ask.Plays(runs)
}

// exactSums is the criterion without the arithmetic of a program.
func exactSums(c strategy.Criterion) strategy.Criterion {
	name, _, _ := strings.Cut(string(c), "@")
	return strategy.Criterion(name)
}

// A runRow is a recorded run, or a mean of the table, with what was measured for it.
type runRow struct {
	report.Comparison
	exact engine.Result // with exact sums
}

// newRunRow compares a figure with what was measured, last in the program's arithmetic,
// and finds the reason for a difference.
func newRunRow(p published.Figure, results []engine.Result) runRow {
	measured := results[len(results)-1]
	row := runRow{report.Compare(p, measured), results[0]}
	switch {
	case row.Verdict.Holds():
	case measured.Criterion != p.Subject.Criterion:
		row.Verdict = report.NotTested
		row.Means = nil
		row.Gap = "the game is not played yet in the program's arithmetic; exact sums do not give the figure"
	case row.byMean():
		p.Reason = "Equal as a mean of six digits, which is rounded again or multiplied into the total"
		p.Cause = published.Rounding
	}

	if row.Verdict.Holds() && !row.exactly() {
		p.Cause = published.Arithmetic
	}
	if p.Cause != "" {
		row.Comparison = report.Compare(p, measured)
	}
	return row
}

func (r runRow) criterion() strategy.Criterion { return exactSums(r.Criterion) }

// exactly reports whether exact sums give the figure.
func (r runRow) exactly() bool { return len(r.Published.Differences(r.exact.Figures)) == 0 }

// byMean reports whether what is printed follows from the measured mean with six digits:
// a mean rounded again, or a total. By minimax and most-parts, whose sums are exact
// anywhere, that holds for every total of the batch of 2022, also where it is a guess or
// two off the sum over the secrets: so these totals must have been computed from means.
func (r runRow) byMean() bool {
	mean, err := strconv.ParseFloat(strconv.FormatFloat(r.Mean, 'g', 6, 64), 64)
	switch {
	case err != nil || r.Published.Worst != r.Worst:
		return false
	case r.Published.Mean != "":
		_, decimals, _ := strings.Cut(r.Published.Mean, ".")
		return strconv.FormatFloat(mean, 'f', len(decimals), 64) == r.Published.Mean
	}
	return r.Source == published.Mikemag2022 && int(math.Round(mean*float64(r.Secrets))) == r.Published.Total
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
	return fmt.Sprintf("%+.*f", min(1, len(r.Published.Mean)), r.difference()) // of a total there are no decimals
}

// runGroups are the rows of each criterion that has some.
func runGroups(rows []runRow) (groups [][]runRow) {
	for _, c := range strategy.Classic() {
		group := keep(rows, func(r runRow) bool { return r.criterion() == c })
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// runTally is the verdicts on some runs.
func runTally(rows []runRow) report.Tally {
	return report.Tally{Claims: notebook.Map(rows, func(r runRow) report.Claim { return r.Claim })}
}

// runsOrMeans separates the runs from the table of means.
func runsOrMeans(rows []runRow) (runs, means []runRow) {
	runs = keep(rows, func(r runRow) bool { return r.Published.Mean == "" })
	means = keep(rows, func(r runRow) bool { return r.Published.Mean != "" })
	return runs, means
}

func ledgerPage(rows []runRow) report.Page {
	runs, means := runsOrMeans(rows)
	openings := openingsOf(rows)
	page := report.Page{
		Tallies: []report.Tally{
			{What: "means of a sweep of variants", Why: "One mean was rounded to six digits, and then again.", Claims: runTally(means).Claims},
			{What: "runs of one program from every first guess", Why: "One batch computes totals from means of six digits, and so misses by a guess or two.", Claims: runTally(runs).Claims},
		},
		Findings: append(ledgerFindings(rows), openingsFinding(openings)),
		Picture:  ledgerFigure(rows),
		Long:     true,
	}

	page.Sections = append(page.Sections, verdictSection(runs, means))

	page.AddToFolder("The best first guess", "",
		openingsTable(openings), openingsFigure(openings))

	page.AddToFolder("All figures", "",
		report.TableOf(rows, func(r runRow) []report.Cell {
			return report.Cells(
				"game", r.Game,
				"first guess", r.First,
				"criterion", r.Criterion,
				">published", r.Published.Short(),
				"published worst", r.Published.Worst,
				"measured total", r.Total,
				"measured mean", report.Mean(r.Mean),
				"measured worst", r.Worst,
				"difference", report.Formatted{Value: r.difference(), Text: r.differenceLabel()},
				"total by exact sums", r.exact.Total,
				"mean", report.Mean(r.exact.Mean),
				"worst", r.exact.Worst,
				"verdict", r.Verdict,
			)
		}))
	return page
}

// reproduced reports whether the figure is equal in the program's arithmetic, or is made
// of an equal mean of six digits.
func (r runRow) reproduced() bool { return r.Verdict.Holds() || r.byMean() }

// ledgerFindings says how many figures are reproduced by which arithmetic.
func ledgerFindings(rows []runRow) []string {
	all := keep(rows, runRow.reproduced)
	exact := keep(rows, runRow.exactly)
	rounded := keep(all, func(r runRow) bool { return !r.Verdict.Holds() })
	answer := "Yes"
	if len(all) < len(rows) {
		answer = "Mostly"
	}

	moved := func(c strategy.Criterion) float64 {
		return most(keep(rows, func(r runRow) bool { return r.criterion() == c }), func(r runRow) float64 {
			return math.Abs(float64(r.exact.Total-r.Total)) / float64(r.Secrets)
		})
	}

	return []string{
		fmt.Sprintf("%s: with the card's arithmetic and rounding copied, %s published figures hold; exact arithmetic reproduces %d.", answer, outOf(len(all), len(rows)), len(exact)),
		fmt.Sprintf("The card's rounding errors break ties: the mean of entropy changes by up to %.3f guesses, and that of expected-size by up to %.3f, since sizes above 4,294.97 count as equal.", moved(strategy.Entropy), moved(strategy.ExpectedSize)),
		fmt.Sprintf("%d figures are off by at most %.0f guesses over all secrets, because they are computed from means of six digits.", len(rounded), most(rounded, func(r runRow) float64 { return math.Abs(r.difference()) })),
	}
}

// ledgerFigure shows what share of the figures each arithmetic reproduces.
func ledgerFigure(rows []runRow) *chart.Figure {
	ways := []func(runRow) bool{runRow.exactly, func(r runRow) bool { return r.Verdict.Holds() }, runRow.reproduced}
	d := chart.Dots{
		XLabel: "% of the published figures that are reproduced", Zero: true,
		Series: dotSeries("exact arithmetic", "the card's arithmetic", "and its means of six digits"),
	}

	for _, group := range runGroups(rows) {
		row := chart.DotRow{Name: string(group[0].criterion())}
		for i, is := range ways {
			row.Dots = append(row.Dots, chart.Dot{Series: i, X: 100 * float64(count(group, is)) / float64(len(group))})
		}
		d.Rows = append(d.Rows, row)
	}

	exact := count(rows, runRow.exactly)
	return &chart.Figure{
		File:     "ledger.png",
		Caption:  "Share of the published figures that each arithmetic reproduces, by criterion",
		Title:    fmt.Sprintf("Exact arithmetic reproduces %.0f%% of a graphics card's figures, its own %.0f%%", 100*float64(exact)/float64(len(rows)), 100*float64(count(rows, runRow.reproduced))/float64(len(rows))),
		Subtitle: fmt.Sprintf("Mastermind, %s runs and means", thousands(len(rows))),
		Source:   join(rows, func(r runRow) string { return r.Source.Cite() }),
		Verdict:  fmt.Sprintf("%s as published", outOf(runTally(rows).Count(report.AsPublished), len(rows))),
		Charts:   []chart.Chart{d},
	}
}

func verdictSection(runs, means []runRow) report.Section {
	groups := append(runGroups(runs), runGroups(means)...)
	return report.NewSection("Verdicts by criterion", "",
		report.TableOf(groups, func(rows []runRow) []report.Cell {
			what, tally := "runs", runTally(rows)
			if rows[0].Published.Mean != "" {
				what = "means"
			}
			largest := most(rows, func(r runRow) float64 { return math.Abs(r.difference()) / float64(r.Secrets) })
			return report.Cells(
				"figures", what,
				"criterion", rows[0].criterion(),
				"number", len(rows),
				"as published", tally.Count(report.AsPublished),
				"differs", tally.Count(report.Differs),
				"unexplained", tally.Count(report.Unexplained),
				"not tested", tally.Count(report.NotTested),
				"equal by exact sums", count(rows, runRow.exactly),
				"largest difference per secret", report.Decimals(largest, 5),
			)
		}))
}

// An opening is the runs of a game by a criterion, one for each first guess,
// and the first guess that the program chose for its table.
type opening struct {
	runs   []runRow
	chosen string // empty if the table does not have the game
}

func (o opening) game() string { return o.runs[0].Game }

// best lists the first guesses of the least value.
func (o opening) best(value func(engine.Result) int) (guesses []string, least int) {
	best, _ := extremesBy(o.runs, func(r runRow) int { return value(r.Result) })
	return notebook.Map(best, func(r runRow) string { return r.First }), value(best[0].Result)
}

// agrees reports whether the program chose a first guess of the least total.
func (o opening) agrees() bool {
	guesses, _ := o.best(total)
	return slices.Contains(guesses, o.chosen)
}

func openingsOf(rows []runRow) []opening {
	chosen := map[string]string{}
	choice := func(r runRow) string { return r.Game + " " + string(r.criterion()) }
	recorded, means := runsOrMeans(rows)
	for _, r := range means {
		chosen[choice(r)] = r.First
	}
	return notebook.Map(groupBy(recorded, choice), func(runs []runRow) opening { return opening{runs, chosen[choice(runs[0])]} })
}

func openingsTable(openings []opening) *report.Table {
	best := func(o opening, value func(engine.Result) int) string {
		guesses, least := o.best(value)
		return fmt.Sprintf("%s (%d)", strings.Join(guesses, ", "), least)
	}
	return report.TableOf(openings, func(o opening) []report.Cell {
		return report.Cells(
			"game", o.game(),
			"criterion", o.runs[0].criterion(),
			"kinds", len(o.runs),
			"lowest total", best(o, total),
			"lowest worst case", best(o, worst),
			"choice", ifAny(o.chosen, o.chosen),
			"is lowest", ifAny(o.chosen, yesNo(o.agrees())),
		)
	})
}

func openingsFinding(openings []opening) string {
	compared := keep(openings, func(o opening) bool { return o.chosen != "" })
	return fmt.Sprintf("The first guess in the program's table has the lowest measured total in %s games and criteria.", outOf(count(compared, opening.agrees), len(compared)))
}

// openingsFigure plots by how many percent the worst recorded first guess is worse than
// the best, against the colours.
func openingsFigure(openings []opening) chart.Figure {
	const many = 6 // colours
	of := keep(openings, func(o opening) bool {
		positions, _ := size(o.game())
		return positions > 2 && len(o.runs) > 1 && o.runs[0].criterion() == strategy.Entropy
	})

	least, largest := math.Inf(1), 0.0
	lines := chart.Lines{XLabel: "colours", YLabel: "% more guesses than from the best first guess", Whole: true, Zero: true}
	lines = linesOf(lines, of, func(o opening) string {
		positions, _ := size(o.game())
		return fmt.Sprintf("%d positions", positions)
	}, func(o opening) (x, y float64) {
		_, colours := size(o.game())
		best, worst := extremesBy(o.runs, func(r runRow) int { return r.Total })
		cost := percentMore(worst[0].Total, best[0].Total)
		if colours >= many {
			least, largest = min(least, cost), max(largest, cost)
		}
		return float64(colours), cost
	})

	return chart.Figure{
		File:     "ledger-openings.png",
		Caption:  "By how many percent the worst recorded first guess exceeds the best one recorded, by entropy, against the number of colours; a line for each number of positions",
		Title:    fmt.Sprintf("The worst opening costs entropy %.1f to %.1f%% from six colours on", least, largest),
		Subtitle: "Mastermind, kinds of first guess in the program's record",
		Charts:   []chart.Chart{lines},
	}
}
