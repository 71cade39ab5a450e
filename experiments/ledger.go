package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// ledgerEntry plays the runs that a program records, and again in single precision
// those that exact sums may not give.
func ledgerEntry() notebook.Entry {
	const quick = 5000 // codes
	figures := published.Runs()
	var tasks []notebook.Task
	for _, p := range figures {
		of := notebook.AskAll(runQuestions(p))
		if codes, ok := codesOf(p.Subject.Game); !ok || codes > quick {
			of = notebook.Slow(of)
		}
		tasks = append(tasks, of...)
	}
	return notebook.Entry{
		Name:     "ledger",
		Title:    "One program's record of runs",
		Question: "A program for graphics processors records every first guess of Mastermind by four criteria, in games of up to 759,375 codes, and prints a table of the best means. Which of its figures can be reproduced, does single precision explain the others, and is its choice of the first guess the best?",
		Tasks:    tasks,
		Page: func(o notebook.Outcome) report.Page {
			var rows []runRow
			var all []engine.Result
			for _, p := range figures {
				questions := runQuestions(p)
				if !o.Has(notebook.Ask(questions[0])) {
					continue
				}
				answered := keep(questions, func(q ask.Play) bool { return o.Has(notebook.Ask(q)) })
				results := notebook.Map(answered, func(q ask.Play) engine.Result { return notebook.Get(o, q).Result })
				rows, all = append(rows, newRunRow(p, results)), append(all, results...)
			}
			page := ledgerPage(rows)
			page.Results = distinctResults(all)
			return page
		},
	}
}

// runQuestions asks for a run with exact sums and, unless the game is too large, in
// single precision.
func runQuestions(p published.Figure) []ask.Play {
	const most = 8_000 // codes, of games that are run from every first guess
	questions := []ask.Play{ask.NewPlay(p.Subject.Configuration)}
	c, sum := inSinglePrecision(p.Subject.Configuration)
	if codes, ok := codesOf(c.Game); sum && ok && (p.Mean != "" || codes <= most) {
		questions = append(questions, ask.NewPlay(c))
	}
	return questions
}

// inSinglePrecision returns the configuration with its sums taken in single
// precision, if its criterion is a sum.
func inSinglePrecision(c engine.Configuration) (engine.Configuration, bool) {
	switch c.Criterion {
	case strategy.ExpectedSize:
		c.Criterion = strategy.ExpectedSizeFloat32
	case strategy.Entropy:
		c.Criterion = strategy.EntropyFloat32
	default:
		return c, false
	}
	return c, true
}

// distinctResults leaves out results that come again.
func distinctResults(results []engine.Result) []engine.Result {
	seen := map[engine.Key]bool{}
	return slices.DeleteFunc(results, func(r engine.Result) bool {
		again := seen[r.Key()]
		seen[r.Key()] = true
		return again
	})
}

// A runRow is a recorded run, or a mean of the table, with what was measured for it.
type runRow struct {
	report.Comparison
	single *engine.Result // in single precision, if it was tried
}

// newRunRow compares a figure with exact sums, and finds the reason for a difference.
func newRunRow(p published.Figure, results []engine.Result) runRow {
	row := runRow{Comparison: report.Compare(p, results[0])}
	holds := row.Verdict == report.AsPublished
	if len(results) > 1 && (p.Mean != "" || !holds) {
		row.single = &results[1]
	}
	switch {
	case holds:
		return row
	case row.singleAgrees():
		p.Reason = "Equal if sums are taken in single precision"
	case row.byMean():
		p.Reason = "Equal as a mean of six digits, from which this batch computes totals"
	}
	row.Comparison = report.Compare(p, results[0])
	return row
}

func (r runRow) criterion() strategy.Criterion { return r.Measured.Criterion }
func (r runRow) name() string                  { return r.Game }

func (r runRow) singleAgrees() bool {
	return r.single != nil && len(r.Published.Differences(r.single.Figures)) == 0
}

// byMean reports whether the printed total is what the measured mean comes to with
// six digits. By minimax and most-parts, whose sums are exact anywhere, that holds
// for every total of the batch of 2022, also where it is a guess or two off the sum
// over the secrets: so these totals must have been made of such means.
func (r runRow) byMean() bool {
	if r.Source.ID != published.Mikemag2022 || r.Published.Total == 0 || r.Published.Worst != r.Measured.Worst {
		return false
	}
	mean, err := strconv.ParseFloat(strconv.FormatFloat(r.Measured.Mean, 'g', 6, 64), 64)
	return err == nil && int(math.Round(mean*float64(r.Measured.Secrets))) == r.Published.Total
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
	return fmt.Sprintf("%+.0f", r.difference())
}

// A runGroup is the rows of one criterion.
type runGroup struct {
	criterion strategy.Criterion
	rows      []runRow
}

func runGroups(rows []runRow) []runGroup {
	groups := notebook.Map(strategy.Classic(), func(c strategy.Criterion) runGroup {
		return runGroup{c, keep(rows, func(r runRow) bool { return r.criterion() == c })}
	})
	return keep(groups, func(g runGroup) bool { return len(g.rows) > 0 })
}

func (g runGroup) counted(is func(runRow) bool) int { return len(keep(g.rows, is)) }

func (g runGroup) count(v report.Verdict) int {
	return g.counted(func(r runRow) bool { return r.Verdict == v })
}

// byMeans counts the rows that differ, but are equal as means of six digits.
func (g runGroup) byMeans() int {
	return g.counted(func(r runRow) bool { return r.Verdict == report.Differs && !r.singleAgrees() })
}

// triedAgain counts the rows that exact sums do not give, and that were played in
// single precision too.
func (g runGroup) triedAgain() int {
	return g.counted(func(r runRow) bool { return r.single != nil && r.Verdict != report.AsPublished })
}

// largestDifference is the most guesses per secret by which a measured total is
// off the printed one.
func (g runGroup) largestDifference() float64 {
	return most(g.rows, func(r runRow) float64 { return math.Abs(r.difference()) / float64(r.Measured.Secrets) })
}

// finding counts what agrees; what names the figures.
func (g runGroup) finding(what string) string {
	finding := fmt.Sprintf("%s: %d of %d %s agree.", g.criterion, g.count(report.AsPublished), len(g.rows), what)
	means := g.byMeans()
	if means > 0 {
		finding += fmt.Sprintf(" %d more are a guess or two off, since that batch computes totals from means of six digits.", means)
	}
	if tried := g.triedAgain(); tried > 0 {
		finding += fmt.Sprintf(" Of the other %d, %d were tried in single precision, which reproduces %d.",
			g.count(report.Differs)+g.count(report.Unexplained)-means, tried, g.count(report.Differs)-means)
	}
	return finding
}

// runsOrMeans separates the runs from the table of means.
func runsOrMeans(rows []runRow) (runs, means []runRow) {
	return keep(rows, func(r runRow) bool { return r.Published.Mean == "" }), keep(rows, func(r runRow) bool { return r.Published.Mean != "" })
}

func ledgerPage(rows []runRow) report.Page {
	const known = "Those that differ are reproduced if sums are taken in single precision, which makes other guesses equally good. "
	runs, means := runsOrMeans(rows)
	tallies := []report.Tally{
		{What: "means of a sweep of variants", Why: known + "The unexplained ones are reproduced in neither way."},
		{What: "runs of one program from every first guess", Why: known + "Some totals are a guess or two off, since the program computes them from means of six digits. The unexplained ones are reproduced in neither way, or are of games too large to be tried in single precision."},
	}
	for i, of := range [][]runRow{means, runs} {
		tallies[i].Claims = notebook.Map(of, func(r runRow) report.Claim { return r.Claim(false) })
	}
	page := report.Page{Tallies: tallies, Long: true, Sections: []report.Section{verdictSection(runs, means)}}
	for i, what := range []string{"means", "recorded runs"} {
		t := tallies[i]
		page.Findings = append(page.Findings, fmt.Sprintf("Of %s %s, %s agree in every digit, %d differ for a known reason, and %d are unexplained.",
			thousands(len(t.Claims)), what, thousands(t.Hold()), t.Count(report.Differs), t.Count(report.Unexplained)))
	}
	page.Findings = append(page.Findings, notebook.Map(runGroups(runs), func(g runGroup) string { return g.finding("runs") })...)
	for _, g := range runGroups(means) {
		if g.triedAgain() > 0 {
			page.Findings = append(page.Findings, g.finding("means")+
				fmt.Sprintf(" Summed in single precision throughout, %d of %d agree.", g.counted(runRow.singleAgrees), len(g.rows)))
		}
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
	type row struct {
		runGroup
		what string
	}
	rows := append(notebook.Map(runGroups(runs), func(g runGroup) row { return row{g, "runs"} }),
		notebook.Map(runGroups(means), func(g runGroup) row { return row{g, "means"} })...)
	return report.Section{
		Heading: "Verdicts by criterion",
		Text:    "The record has the total and the worst case of each run, the table of means four decimals and the worst case. As published: both are equal, with exact sums. Differs: both are equal if parts are summed in single precision, in that program's order, which changes which guesses are equally good; or if the total is computed from a mean of six digits. The batch of 2022 does the latter, which puts totals of games of more than 100,000 codes a guess or two off. Unexplained: neither; runs of games too large to be tried in single precision were compared with exact sums alone.",
		Table: report.TableOf(rows, "figures | criterion | number | as published | differs | unexplained | equal as means of six digits | tried again | largest difference per secret", func(r row) []any {
			return []any{
				r.what, r.criterion, len(r.rows), r.count(report.AsPublished), r.count(report.Differs), r.count(report.Unexplained), r.byMeans(),
				r.triedAgain(), report.Decimals(r.largestDifference(), 5),
			}
		}),
	}
}

func runsTable(rows []runRow) *report.Table {
	// single shows what was measured in single precision, where that was tried.
	single := func(r runRow, value func(engine.Result) any) any {
		if r.single == nil {
			return nil
		}
		return value(*r.single)
	}
	return report.TableOf(rows, "game | first guess | criterion | >published | published worst | measured total | measured mean | measured worst | difference | single precision total | mean | worst | verdict", func(r runRow) []any {
		return []any{
			r.Game, r.First, r.criterion(), r.Printed(), r.Published.Worst, r.Measured.Total, report.Mean(r.Measured.Mean), r.Measured.Worst,
			report.Formatted{Value: r.difference(), Text: r.differenceLabel()}, single(r, func(s engine.Result) any { return s.Total }),
			single(r, func(s engine.Result) any { return report.Mean(s.Mean) }), single(r, func(s engine.Result) any { return s.Worst }),
			r.Verdict,
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

// meansFigure maps where exact sums differ from the table of means, criterion by
// criterion.
func meansFigure(means []runRow) chart.Figure {
	groups := runGroups(means)
	f := chart.Figure{
		File:     "ledger-difference.png",
		Caption:  "Measured minus published guesses, over all secrets, by positions and colours; = where mean and worst case agree",
		Subtitle: "guesses over all secrets beyond the published mean; = where mean and worst case agree",
		Source:   means[0].Source.Cite(),
	}
	var same []string // criteria without a difference
	var maps []chart.HeatMap
	off := keep(means, func(r runRow) bool { return r.Verdict != report.AsPublished })
	agree, all := len(means)-len(off), len(means)
	largest := most(off, func(r runRow) float64 { return math.Abs(r.difference()) })
	for _, g := range groups {
		if g.count(report.AsPublished) == len(g.rows) {
			same = append(same, string(g.criterion))
			continue
		}
		h := chart.HeatMap{Title: string(g.criterion), Missing: "not played"}
		maps = append(maps, gridOf(g.rows, runRow.name).heat(h, func(r runRow) (float64, string) {
			if r.Verdict == report.AsPublished {
				return 0, r.differenceLabel()
			}
			return math.Round(r.difference()), r.differenceLabel()
		}))
	}
	f.Charts = withOneKey(maps, "guesses", math.Round(largest))
	if len(same) > 0 {
		f.Subtitle += "; all means by " + join(same, func(criterion string) string { return criterion }) + " agree"
	}
	f.Title = fmt.Sprintf("%d of %d published means agree in every digit", agree, all)
	f.Verdict = fmt.Sprintf("%d of %d as published", agree, all)
	return f
}

// withPositions returns the rows of games of so many positions.
func withPositions(rows []runRow, positions int) []runRow {
	return keep(rows, func(r runRow) bool { p, _ := size(r.Game); return p == positions })
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
	var panels []chart.Lines
	for _, p := range gridOf(rows, runRow.name).positions {
		lines := chart.Lines{Title: fmt.Sprintf("%d positions", p), XLabel: "colours", YLabel: "% more guesses", Whole: true, Zero: true}
		for _, g := range runGroups(rows) {
			s := chart.Series{Name: string(g.criterion)}
			for _, r := range withPositions(g.rows, p) {
				_, colours := size(r.Game)
				s.X = append(s.X, float64(colours))
				s.Y = append(s.Y, percentMore(r.Measured.Total, least[r.Game]))
			}
			lines.Series = append(lines.Series, s)
		}
		lines.Series = coloured(lines.Series...)
		panels = append(panels, lines)
	}
	f.Charts = onCommonAxis(panels)
	return f
}
