package main

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
	var tasks []notebook.Task
	for _, p := range figures {
		of := notebook.AskAll(runQuestions(p))
		if g, err := game.Parse(p.Subject.Game); err != nil || game.CountGuesses(g) > quick {
			of = notebook.Slow(of)
		}
		tasks = append(tasks, of...)
	}
	return notebook.Entry{
		Name:     "ledger",
		Question: "One program's record of runs",
		About:    "A program for graphics processors records every first guess of Mastermind by four criteria, in games of up to 759,375 codes, and prints a table of the best means. Which of its figures can be reproduced, how much is due to its arithmetic, and is its choice of the first guess the best?",
		Tasks:    tasks,
		Page: func(o notebook.Outcome) report.Page {
			var rows []runRow
			var all []engine.Result
			for _, p := range figures {
				answered := keep(runQuestions(p), func(q ask.Play) bool { return o.Has(notebook.Ask(q)) })
				if len(answered) == 0 {
					continue
				}
				results := notebook.Map(answered, func(q ask.Play) engine.Result { return notebook.Get(o, q).Result })
				rows, all = append(rows, newRunRow(p, results)), append(all, results...)
			}
			page := ledgerPage(rows)
			page.Results = distinct(all, engine.Result.Key)
			return page
		},
	}
}

// runQuestions asks for a run with exact sums and in the program's arithmetic.
func runQuestions(p published.Figure) []ask.Play {
	exact := p.Subject.Configuration
	exact.Criterion = exactSums(exact.Criterion)
	questions := []ask.Play{ask.NewPlay(exact)}
	if exact != p.Subject.Configuration {
		questions = append(questions, ask.NewPlay(p.Subject.Configuration))
	}
	return questions
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
		row.Comparison = row.NotTested("the game is not played yet in the program's arithmetic; exact sums do not give the figure")
	case row.byMean():
		p.Reason, p.Cause = "Equal as a mean of six digits, which is rounded again or makes the total", published.Rounding
	}
	if row.Verdict.Holds() && !row.exactly() {
		p.Cause = published.Arithmetic
	}
	if p.Cause != "" {
		row.Comparison = report.Compare(p, measured)
	}
	return row
}

func (r runRow) criterion() strategy.Criterion { return exactSums(r.Measured.Criterion) }
func (r runRow) name() string                  { return r.Game }

// exactly reports whether exact sums give the figure.
func (r runRow) exactly() bool { return len(r.Published.Differences(r.exact.Figures)) == 0 }

// byMean reports whether what is printed comes of the measured mean with six digits: a
// mean rounded again, or a total. By minimax and most-parts, whose sums are exact
// anywhere, that holds for every total of the batch of 2022, also where it is a guess or
// two off the sum over the secrets: so these totals must have been made of such means.
func (r runRow) byMean() bool {
	mean, err := strconv.ParseFloat(strconv.FormatFloat(r.Measured.Mean, 'g', 6, 64), 64)
	switch {
	case err != nil || r.Published.Worst != r.Measured.Worst:
		return false
	case r.Published.Mean != "":
		_, decimals, _ := strings.Cut(r.Published.Mean, ".")
		return strconv.FormatFloat(mean, 'f', len(decimals), 64) == r.Published.Mean
	}
	return r.Source.ID == published.Mikemag2022 && int(math.Round(mean*float64(r.Measured.Secrets))) == r.Published.Total
}

// difference is how many more guesses all secrets take than is printed, as far as
// the digits of a mean tell.
func (r runRow) difference() float64 {
	printed := float64(r.Published.Total)
	if mean, err := strconv.ParseFloat(r.Published.Mean, 64); err == nil {
		printed = mean * float64(r.Measured.Secrets)
	}
	return float64(r.Measured.Total) - printed
}

func (r runRow) differenceLabel() string {
	if r.Verdict == report.AsPublished {
		return "="
	}
	decimals := 0
	if r.Published.Mean != "" {
		decimals = 1
	}
	return fmt.Sprintf("%+.*f", decimals, r.difference())
}

// runGroups are the rows of each criterion.
func runGroups(rows []runRow) [][]runRow {
	groups := notebook.Map(strategy.Classic(), func(c strategy.Criterion) []runRow {
		return keep(rows, func(r runRow) bool { return r.criterion() == c })
	})
	return keep(groups, func(group []runRow) bool { return len(group) > 0 })
}

// runTally is the verdicts on some runs.
func runTally(rows []runRow) report.Tally {
	return report.Tally{Claims: notebook.Map(rows, func(r runRow) report.Claim { return r.Claim(false) })}
}

// runsOrMeans separates the runs from the table of means.
func runsOrMeans(rows []runRow) (runs, means []runRow) {
	return keep(rows, func(r runRow) bool { return r.Published.Mean == "" }), keep(rows, func(r runRow) bool { return r.Published.Mean != "" })
}

func ledgerPage(rows []runRow) report.Page {
	runs, means := runsOrMeans(rows)
	tallies := []report.Tally{
		{What: "means of a sweep of variants", Why: "One mean is made of a mean of six digits, which is rounded again."},
		{What: "runs of one program from every first guess", Why: "One batch makes totals of means of six digits, which puts them a guess or two off."},
	}
	for i, of := range [][]runRow{means, runs} {
		tallies[i].Claims = runTally(of).Claims
	}
	page := report.Page{Tallies: tallies, Long: true, Sections: []report.Section{verdictSection(runs, means)}}
	for i, what := range []string{"Means", "Recorded runs"} {
		page.Findings = append(page.Findings, fmt.Sprintf("%s: %s", what, report.CountVerdicts(tallies[i:i+1])))
	}
	openings := openingsOf(rows)
	page.Findings = append(page.Findings, openingsFindings(openings)...)
	page.Sections = append(page.Sections, report.Section{
		Heading: "The best first guess",
		Text:    "For each game, the first guesses with the lowest total and with the lowest worst case of those recorded. Choice: the first guess in the program's table of means, which has up to 5 positions and 10 colours.",
		Table:   openingsTable(openings),
		// Hundreds of rows.
		FolderOnly: true,
	})
	if len(means) > 0 {
		page.Sections[0].Figures = []chart.Figure{meansFigure(means)}
		page.Sections = append(page.Sections, report.Section{Heading: "The mean by the number of colours", Figures: []chart.Figure{sizesFigure(means)}})
	}
	page.Sections = append(page.Sections, report.Section{
		Heading:    "All figures",
		Text:       "Difference: measured minus published guesses, over all secrets. In large games the four decimals of a published mean leave a few guesses uncertain.",
		Table:      runsTable(rows),
		FolderOnly: true,
	})
	return page
}

func verdictSection(runs, means []runRow) report.Section {
	groups := append(runGroups(runs), runGroups(means)...)
	return report.Section{
		Heading: "Verdicts by criterion",
		Text:    "The record has the total and the worst case of each run, the table of means four decimals and the worst case. As published: both are equal, in the arithmetic of the program: parts are summed in single precision, by black and then by white pegs, with the reciprocal and the logarithm of the special function unit of a graphics processor, which changes which guesses are equally good. Differs: the program has means of six digits, which are rounded again to four decimals, and from which the batch of 2022 computes its totals; in games of more than 100,000 codes these are a guess or two off.",
		Table: report.TableOf(groups, "figures | criterion | number | as published | differs | unexplained | not tested | equal by exact sums | largest difference per secret", func(rows []runRow) []any {
			what, tally := "runs", runTally(rows)
			if rows[0].Published.Mean != "" {
				what = "means"
			}
			largest := most(rows, func(r runRow) float64 { return math.Abs(r.difference()) / float64(r.Measured.Secrets) })
			return []any{
				what, rows[0].criterion(), len(rows), tally.Count(report.AsPublished), tally.Count(report.Differs), tally.Count(report.Unexplained),
				tally.Count(report.NotTested), len(keep(rows, runRow.exactly)), report.Decimals(largest, 5),
			}
		}),
	}
}

func runsTable(rows []runRow) *report.Table {
	return report.TableOf(rows, "game | first guess | criterion | >published | published worst | measured total | measured mean | measured worst | difference | total by exact sums | mean | worst | verdict", func(r runRow) []any {
		return []any{
			r.Game, r.First, r.Measured.Criterion, r.Printed(), r.Published.Worst, r.Measured.Total, report.Mean(r.Measured.Mean), r.Measured.Worst,
			report.Formatted{Value: r.difference(), Text: r.differenceLabel()}, r.exact.Total, report.Mean(r.exact.Mean), r.exact.Worst, r.Verdict,
		}
	})
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
	best, _ := extremesBy(o.runs, func(r runRow) int { return value(r.Measured) })
	return notebook.Map(best, func(r runRow) string { return r.First }), value(best[0].Measured)
}

func total(r engine.Result) int { return r.Total }
func worst(r engine.Result) int { return r.Worst }

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
	return report.TableOf(openings, "game | criterion | kinds | lowest total | lowest worst case | choice | is lowest", func(o opening) []any {
		return []any{
			o.game(), o.runs[0].criterion(), len(o.runs), best(o, total), best(o, worst), ifAny(o.chosen, o.chosen),
			ifAny(o.chosen, yesNo(o.agrees())),
		}
	})
}

func openingsFindings(openings []opening) []string {
	var wrong, worse []string
	compared := 0
	for _, o := range openings {
		if o.chosen != "" {
			compared++
			if !o.agrees() {
				guesses, _ := o.best(total)
				wrong = append(wrong, fmt.Sprintf("%s by %s (%s, where %s takes fewer)", o.game(), o.runs[0].criterion(), o.chosen, strings.Join(guesses, ", ")))
			}
		}
		byTotal, _ := o.best(total)
		byWorst, _ := o.best(worst)
		if !slices.ContainsFunc(byTotal, func(g string) bool { return slices.Contains(byWorst, g) }) {
			worse = append(worse, fmt.Sprintf("%s by %s", o.game(), o.runs[0].criterion()))
		}
	}
	finding := fmt.Sprintf("The first guess in the program's table of averages has the lowest measured total in %d of %d cells.", compared-len(wrong), compared)
	if len(wrong) > 0 {
		finding += " The exceptions: " + strings.Join(wrong, "; ") + "."
	}
	findings := []string{finding}
	if len(worse) > 0 {
		findings = append(findings, "No first guess has both the lowest total and the lowest worst case in "+strings.Join(worse, "; ")+".")
	}
	return findings
}

// meansFigure maps how many more guesses exact sums take than the program's arithmetic,
// in the games of the table of means, criterion by criterion.
func meansFigure(means []runRow) chart.Figure {
	f := chart.Figure{
		File:     "ledger-difference.png",
		Caption:  "Guesses that exact sums take beyond those of the program's arithmetic, over all secrets, by positions and colours; = where all secrets take as many",
		Subtitle: "total by exact sums less that by a graphics processor's; = where they are equal",
	}
	var same []string // criteria without a difference
	var maps []chart.HeatMap
	more := func(r runRow) float64 { return float64(r.exact.Total - r.Measured.Total) }
	off := keep(means, func(r runRow) bool { return more(r) != 0 })
	largest := most(off, func(r runRow) float64 { return math.Abs(more(r)) })
	for _, g := range runGroups(means) {
		criterion := string(g[0].criterion())
		if !slices.ContainsFunc(g, func(r runRow) bool { return more(r) != 0 }) {
			same = append(same, criterion)
			continue
		}
		h := chart.HeatMap{Title: criterion, Missing: "not played"}
		maps = append(maps, gridOf(g, runRow.name).heat(h, func(r runRow) (float64, string) {
			if more(r) == 0 {
				return 0, "="
			}
			return more(r), fmt.Sprintf("%+.0f", more(r))
		}))
	}
	f.Charts = withOneKey(maps, "guesses", largest)
	if len(same) > 0 {
		f.Subtitle += "; they are throughout by " + join(same, func(criterion string) string { return criterion })
	}
	f.Title = fmt.Sprintf("A processor's arithmetic changes %d of %d totals", len(off), len(means))
	return f
}

// sizesFigure plots by how many percent each criterion is above the best of the four,
// against the colours.
func sizesFigure(rows []runRow) chart.Figure {
	f := chart.Figure{
		File:     "ledger-means.png",
		Caption:  "By how many percent each criterion needs more guesses than the best of the four, by the number of colours, for each number of positions",
		Subtitle: "Mastermind, all from the first guesses of the table of means; % more than the best of the four",
		Columns:  2,
	}
	least := map[string]int{}
	for _, r := range rows {
		if total, ok := least[r.Game]; !ok || r.Measured.Total < total {
			least[r.Game] = r.Measured.Total
		}
	}
	behind := map[strategy.Criterion]float64{} // at most
	for _, r := range rows {
		behind[r.criterion()] = max(behind[r.criterion()], percentMore(r.Measured.Total, least[r.Game]))
	}
	f.Title = fmt.Sprintf("Minimax is up to %.1f%% behind the best of the four, entropy %.1f%%", behind[strategy.Minimax], behind[strategy.Entropy])
	byCriterion := slices.Concat(runGroups(rows)...)
	var panels []chart.Lines
	for _, p := range gridOf(rows, runRow.name).positions {
		lines := chart.Lines{Title: fmt.Sprintf("%d positions", p), XLabel: "colours", YLabel: "% more guesses", Whole: true, Zero: true}
		of := keep(byCriterion, func(r runRow) bool { positions, _ := size(r.Game); return positions == p })
		criterion := func(r runRow) string { return string(r.criterion()) }
		panels = append(panels, linesOf(lines, of, criterion, func(r runRow) (x, y float64) {
			_, colours := size(r.Game)
			return float64(colours), percentMore(r.Measured.Total, least[r.Game])
		}))
	}
	f.Charts = onCommonAxis(panels)
	return f
}
