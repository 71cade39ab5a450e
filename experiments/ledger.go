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
	"codebreak/report"
	"codebreak/report/chart"
)

// ledgerEntry plays the runs that a program records, as far as that takes
// seconds.
func ledgerEntry() notebook.Entry {
	e := ledger("ledger", 20_000, 3_000)
	e.Title = "One program's record of runs"
	e.Question = "A program for graphics processors records every first guess of Mastermind by four criteria. Which of its totals and worst cases can be reproduced, and is its choice of the first guess the best?"
	return e
}

// fullLedgerEntry plays all of them.
func fullLedgerEntry() notebook.Entry {
	e := ledger("ledger-full", game.MaxCodes, 8_000)
	e.Title = "One program's record of runs, all of them"
	e.Question = "As in `ledger`, for games of up to 759,375 codes: which recorded totals and worst cases agree?"
	e.Tasks = notebook.Slow(e.Tasks)
	return e
}

// ledger declares an entry that plays the recorded runs of games of so many
// codes, and again in single precision those that exact sums do not give, of
// games of so many.
func ledger(name string, codes, single int) notebook.Entry {
	figures := slices.DeleteFunc(published.Ledger(), func(p published.Figure) bool { return !upTo(codes, p) })
	tasks := notebook.Plays(configurationsOf(figures))
	again := map[string]engine.Configuration{} // by the figure
	for _, p := range figures {
		if c, ok := inSinglePrecision(p.Configuration); ok && p.Open && upTo(single, p) {
			again[p.ID] = c
			tasks = append(tasks, notebook.Ask(notebook.NewPlay(c)))
		}
	}
	return notebook.Entry{
		Name:  name,
		Tasks: tasks,
		Page: func(o notebook.Outcome) report.Page {
			var rows []sweepRow
			for _, p := range figures {
				row := sweepRow{exact: report.Compare(p, notebook.Get(o, notebook.NewPlay(p.Configuration)).Result)}
				if c, ok := again[p.ID]; ok {
					compared := report.Compare(p, notebook.Get(o, notebook.NewPlay(c)).Result)
					row.single = &compared
				}
				rows = append(rows, row)
			}
			page := ledgerPage(name, rows)
			page.Results, page.Long = notebook.Results(o, configurationsOf(figures)), true
			return page
		},
	}
}

// upTo reports whether a figure is of a game of at most so many codes.
func upTo(most int, p published.Figure) bool {
	codes, ok := codesOf(p.Configuration.Game)
	return ok && codes <= most
}

func ledgerPage(name string, rows []sweepRow) report.Page {
	openings := openingsOf(rows)
	page := report.Page{
		Tallies: []report.Tally{sweepTally("runs of one program from every first guess", "Some totals are a guess or two off, since the program computes them from means of six digits. The open ones are reproduced in neither way, or are of games too large to be tried in single precision.", rows)},
		Sections: []report.Section{
			{
				Heading: "Verdicts by criterion",
				Text:    "The record has the total and the worst case of each run, but no histogram. As published: both are equal, with exact sums. Differs: both are equal if parts are summed in single precision, in that program's order, or if the total is computed from a mean of six digits. The batch of 2022 does the latter, which puts totals of games of more than 100,000 codes a guess or two off. Open: neither; games too large to be tried in single precision were compared with exact sums alone.",
				Table: report.NewTable(sweepGroups(rows), []report.Column[sweepGroup]{
					{Title: "criterion", Value: func(g sweepGroup) any { return g.criterion }},
					{Title: "runs", Value: func(g sweepGroup) any { return len(g.rows) }},
					{Title: "as published", Value: func(g sweepGroup) any { return len(g.games(report.AsPublished)) }},
					{Title: "differs", Value: func(g sweepGroup) any { return len(g.games(report.Differs)) }},
					{Title: "open", Value: func(g sweepGroup) any { return len(g.games(report.Open)) }},
					{Title: "equal as means", Short: "as means", Value: func(g sweepGroup) any { return g.byMeans() }},
					{Title: "tried again", Value: func(g sweepGroup) any { return g.triedAgain() }},
					{Title: "largest difference per secret", Short: "largest difference", Value: func(g sweepGroup) any { return report.Decimals(g.largestDifference(), 5) }},
				}),
			},
			{
				Heading: "The best first guess",
				Text:    "For each game, the first guesses with the least total and with the least worst case. Choice: the first guess in the program's table of averages, which has up to 5 positions and 10 colours.",
				Table:   openingsTable(openings),
				Figures: []chart.Figure{openingsFigure(name, openings)},
				// Hundreds of rows.
				FolderOnly: true,
			},
			{
				Heading: "All runs",
				Table: report.NewTable(rows, []report.Column[sweepRow]{
					{Title: "game", Value: func(r sweepRow) any { return r.game() }},
					{Title: "first guess", Value: func(r sweepRow) any { return r.exact.First }},
					{Title: "criterion", Value: func(r sweepRow) any { return r.criterion() }},
					{Title: "published total", Value: func(r sweepRow) any { return r.exact.Published.Total }},
					{Title: "published worst", Value: func(r sweepRow) any { return r.exact.Published.Worst }},
					{Title: "measured total", Value: func(r sweepRow) any { return r.exact.Measured.Total }},
					{Title: "measured worst", Value: func(r sweepRow) any { return r.exact.Measured.Worst }},
					{Title: "difference", Value: func(r sweepRow) any { return report.Signed(r.exact.Measured.Total - r.exact.Published.Total) }},
					{Title: "single precision total", Value: func(r sweepRow) any {
						if r.single == nil {
							return nil
						}
						return r.single.Measured.Total
					}},
					{Title: "verdict", Value: func(r sweepRow) any { return r.verdict() }},
				}),
				FolderOnly: true,
			},
		},
	}
	page.Findings = []string{fmt.Sprintf("Of %s recorded runs, %s agree in total and worst case, %d differ for a known reason, and %d are open.",
		thousands(len(rows)), thousands(page.Tallies[0].Hold()), page.Tallies[0].Count(report.Differs), page.Tallies[0].Count(report.Open))}
	for _, g := range sweepGroups(rows) {
		page.Findings = append(page.Findings, g.ledgerFinding())
	}
	page.Findings = append(page.Findings, openingsFindings(openings)...)
	return page
}

// byMean reports whether the printed total is what the measured mean comes to with
// six digits. By minimax and most-parts, whose sums are exact anywhere, that holds
// for every total of the batch of 2022, also where it is a guess or two off the sum
// over the secrets: so these totals must have been made of such means.
func (r sweepRow) byMean() bool {
	measured := r.exact.Measured
	if r.exact.Source.ID != published.Mikemag2022 || r.exact.Published.Total == 0 || r.exact.Published.Worst != measured.Worst {
		return false
	}
	mean, err := strconv.ParseFloat(strconv.FormatFloat(measured.Mean, 'g', 6, 64), 64)
	return err == nil && int(math.Round(mean*float64(measured.Secrets))) == r.exact.Published.Total
}

// byMeans counts the rows that differ, but are equal as means of six digits.
func (g sweepGroup) byMeans() int {
	n := 0
	for _, r := range g.rows {
		if r.verdict() == report.Differs && !r.singleAgrees() {
			n++
		}
	}
	return n
}

// triedAgain counts the rows that were played in single precision too.
func (g sweepGroup) triedAgain() int {
	n := 0
	for _, r := range g.rows {
		if r.single != nil {
			n++
		}
	}
	return n
}

// largestDifference is the most guesses per secret by which a measured total is
// off the printed one.
func (g sweepGroup) largestDifference() float64 {
	most := 0.0
	for _, r := range g.rows {
		most = max(most, abs(float64(r.exact.Measured.Total-r.exact.Published.Total))/float64(r.exact.Measured.Secrets))
	}
	return most
}

func abs(x float64) float64 { return max(x, -x) }

func (g sweepGroup) ledgerFinding() string {
	equal, differs, open := len(g.games(report.AsPublished)), len(g.games(report.Differs)), len(g.games(report.Open))
	finding := fmt.Sprintf("%s: %d of %d runs agree in total and worst case.", g.criterion, equal, len(g.rows))
	means := g.byMeans()
	if means > 0 {
		finding += fmt.Sprintf(" %d more are a guess or two off, since that batch computes totals from means of six digits.", means)
	}
	if g.triedAgain() > 0 {
		finding += fmt.Sprintf(" Of the other %d, %d were tried in single precision, which reproduces %d.", differs-means+open, g.triedAgain(), differs-means)
	}
	return finding
}

// An opening is the runs of a game by a criterion, one for each first guess,
// and the first guess that the program chose for its table.
type opening struct {
	runs   []sweepRow
	chosen string // empty if the table does not have the game
}

func (o opening) game() string { return o.runs[0].game() }

// best lists the first guesses of the least value.
func (o opening) best(value func(engine.Result) int) (guesses []string, least int) {
	for i, r := range o.runs {
		v := value(r.exact.Measured)
		if i == 0 || v < least {
			guesses, least = nil, v
		}
		if v == least {
			guesses = append(guesses, r.exact.First)
		}
	}
	return guesses, least
}

func total(r engine.Result) int { return r.Total }
func worst(r engine.Result) int { return r.Worst }

// agrees reports whether the program chose a first guess of the least total.
func (o opening) agrees() bool {
	guesses, _ := o.best(total)
	return slices.Contains(guesses, o.chosen)
}

// spread is how many guesses a secret takes more from the worst first guess
// than from the best, on average.
func (o opening) spread() float64 {
	_, least := o.best(total)
	_, most := o.best(func(r engine.Result) int { return -r.Total })
	return float64(-most-least) / float64(o.runs[0].exact.Measured.Secrets)
}

func openingsOf(rows []sweepRow) []opening {
	chosen := map[string]string{}
	choice := func(c engine.Configuration) string { return c.Game + " " + string(c.Criterion) }
	for _, p := range published.Sweep() {
		chosen[choice(p.Configuration)] = p.Configuration.First
	}
	var out []opening
	for _, runs := range groupBy(rows, func(r sweepRow) string { return choice(r.exact.Measured.Configuration) }) {
		out = append(out, opening{runs, chosen[choice(runs[0].exact.Measured.Configuration)]})
	}
	return out
}

func openingsTable(openings []opening) *report.Table {
	best := func(value func(engine.Result) int) func(opening) any {
		return func(o opening) any {
			guesses, least := o.best(value)
			return fmt.Sprintf("%s (%d)", strings.Join(guesses, ", "), least)
		}
	}
	return report.NewTable(openings, []report.Column[opening]{
		{Title: "game", Value: func(o opening) any { return o.game() }},
		{Title: "criterion", Value: func(o opening) any { return o.runs[0].criterion() }},
		{Title: "kinds", Value: func(o opening) any { return len(o.runs) }},
		{Title: "least total", Value: best(total)},
		{Title: "least worst case", Value: best(worst)},
		{Title: "choice", Value: func(o opening) any {
			if o.chosen == "" {
				return nil
			}
			return o.chosen
		}},
		{Title: "is best", Value: func(o opening) any {
			switch {
			case o.chosen == "":
				return nil
			case o.agrees():
				return "yes"
			}
			return "no"
		}},
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
				wrong = append(wrong, fmt.Sprintf("%s by %s (%s, where %s is best)", o.game(), o.runs[0].criterion(), o.chosen, strings.Join(guesses, ", ")))
			}
		}
		byTotal, _ := o.best(total)
		byWorst, _ := o.best(worst)
		if !slices.ContainsFunc(byTotal, func(g string) bool { return slices.Contains(byWorst, g) }) {
			worse = append(worse, fmt.Sprintf("%s by %s", o.game(), o.runs[0].criterion()))
		}
	}
	finding := fmt.Sprintf("The first guess in the program's table of averages has the least measured total in %d of %d cells.", compared-len(wrong), compared)
	if len(wrong) > 0 {
		finding += " The exceptions: " + strings.Join(wrong, "; ") + "."
	}
	findings := []string{finding}
	if len(worse) > 0 {
		findings = append(findings, "No first guess has both the least total and the least worst case in "+strings.Join(worse, "; ")+".")
	}
	return findings
}

// openingsFigure maps what the choice of the first guess is worth.
func openingsFigure(name string, openings []opening) chart.Figure {
	f := chart.Figure{
		File:     name + "-first-guess.png",
		Caption:  "How many more guesses the worst first guess takes on average than the best, by positions and colours",
		Subtitle: "Mastermind; mean from the worst first guess minus that from the best, by criterion",
	}
	largest := 0.0
	for _, o := range openings {
		largest = max(largest, o.spread())
	}
	for _, c := range strategy.Classic() {
		var of []opening
		var rows []sweepRow
		for _, o := range openings {
			if o.runs[0].criterion() == c {
				of, rows = append(of, o), append(rows, o.runs[0])
			}
		}
		h := sizeMap(string(c), rows, func(i int) (float64, string) {
			return of[i].spread(), fmt.Sprintf("%.2f", of[i].spread())
		})
		h.Largest, h.Missing = largest, "no run recorded"
		f.Charts = append(f.Charts, h)
	}
	if last, ok := f.Charts[len(f.Charts)-1].(chart.HeatMap); ok {
		last.Unit = "guesses"
		f.Charts[len(f.Charts)-1] = last
	}
	f.Title = fmt.Sprintf("A bad first guess costs up to %.2f guesses on average", largest)
	return f
}
