package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// optimalEntry proves the optima that sources print, and some that none does. What
// takes more than seconds is slow.
func optimalEntry() notebook.Entry {
	var problems []published.Optimum
	var beyond []published.Optimum
	var tasks, slow []notebook.Task
	var games []string // for the one-step strategies
	for _, p := range slices.Concat(published.Optima(), published.OpenProblems()) {
		if p.Effort == published.Beyond {
			if p.ID != "" {
				beyond = append(beyond, p)
			}
			continue
		}
		problems = append(problems, p)
		of := []notebook.Task{notebook.Ask(notebook.NewSolve(p))}
		if (p.Pool == "" || p.Pool == optimal.ConsistentButLast) && p.Source != published.Rosu && !slices.Contains(games, p.Game) {
			games = append(games, p.Game)
			of = append(of, notebook.Plays(classicOf(p.Game))...)
		}
		if p.Effort == published.Seconds {
			tasks = append(tasks, of...)
		} else {
			slow = append(slow, of...)
		}
	}
	return notebook.Entry{
		Name:     "optimal",
		Title:    "Optimal strategies",
		Question: "What is the least number of guesses over all secrets, whatever the strategy? Are the published optima right, and how far from them are strategies that look one guess ahead?",
		Tasks:    append(tasks, notebook.Slow(slow)...),
		Page: func(o notebook.Outcome) report.Page {
			var optima []optimum
			for _, p := range problems {
				if asked := notebook.NewSolve(p); o.Has(notebook.Ask(asked)) {
					optima = append(optima, optimum{asked, p, notebook.Get(o, asked)})
				}
			}
			page := optimalPage(optima, answeredResults(o, classicOf(games...)))
			for _, p := range beyond {
				page.Tallies[0].Claims = append(page.Tallies[0].Claims, untried(p))
			}
			return page
		},
	}
}

// leastTotal asks for the least total of a game with guesses from a pool.
func leastTotal(gameName string, pool strategy.Pool, effort published.Effort) notebook.Solve {
	return notebook.NewSolve(published.Optimum{Game: gameName, Objective: optimal.Total, Pool: pool, Effort: effort})
}

// An optimum is a problem with its answer.
type optimum struct {
	asked   notebook.Solve
	printed published.Optimum // in a source; without an ID if none prints the answer
	found   notebook.Solved
}

func (o optimum) published() bool { return o.printed.ID != "" }

// secrets counts the secrets of the game: all are hit.
func (o optimum) secrets() int { return hitsWithin(o.found.Figures, o.found.Figures.Worst) }

// leastTotal reports whether the least total of all strategies was asked for.
func (o optimum) leastTotal() bool {
	return (o.asked.Objective == optimal.Total || o.asked.Objective == optimal.TotalWorstCount) && o.asked.Pool == strategy.All && o.asked.MaxDepth == 0 && o.asked.First == ""
}

// verdict compares with what is printed. Optimal trees are many: numbers that
// the objective leaves open, and histograms, are not compared.
func (o optimum) verdict() report.Verdict {
	figures := o.found.Figures
	quoted := report.Quoted{Mean: o.printed.Mean, Total: o.printed.Total}
	if o.asked.Objective != optimal.Total {
		quoted.Worst = o.printed.Worst
	}
	equal := len(quoted.Differences(figures)) == 0 && (o.printed.Count == 0 || o.printed.Count == figures.Histogram[figures.Worst])
	switch {
	case o.found.Proved && equal:
		return report.AsPublished
	case o.found.Proved && o.asked.Pool != optimal.ConsistentButLast:
		return report.Differs // it is proved to be another
	}
	return report.Open
}

// proved says what is proved about each number of the objective.
func (o optimum) proved() string {
	var parts []string
	for _, r := range o.found.Ranges {
		if r.Proved() {
			parts = append(parts, fmt.Sprintf("%s %d", r.Name, r.Upper))
		} else {
			parts = append(parts, fmt.Sprintf("%s between %d and %d", r.Name, r.Lower, r.Upper))
		}
	}
	return strings.Join(parts, ", ")
}

// quoted is what a source prints.
func (o optimum) quoted() string {
	text := report.Quoted{Mean: o.printed.Mean, Total: o.printed.Total, Worst: o.printed.Worst, Histogram: o.printed.Histogram}.String()
	if o.printed.Count != 0 {
		text += fmt.Sprintf(", %d secrets at it", o.printed.Count)
	}
	return text
}

// claim is the published optimum with its verdict.
func (o optimum) claim() report.Claim {
	c := report.Claim{
		ID: o.printed.ID, Source: o.printed.Source, About: o.asked.String(), Printed: o.quoted(), Verdict: o.verdict(),
		Measured: fmt.Sprintf("%s; mean %s", o.proved(), report.Mean(o.found.Figures.Mean)),
	}
	c.Means = report.Quoted{Mean: o.printed.Mean, Total: o.printed.Total, Histogram: o.printed.Histogram}.Means(o.found.Figures)
	if c.Verdict != report.AsPublished {
		c.Gap = strings.TrimSpace(fmt.Sprintf("published %s; proved %s. %s", c.Printed, c.Measured, o.printed.Note))
	}
	return c
}

// untried is a published optimum that would take longer than is tried here.
func untried(p published.Optimum) report.Claim {
	c := optimum{asked: notebook.NewSolve(p), printed: p}
	return report.Claim{
		ID: p.ID, Source: p.Source, About: c.asked.String(), Printed: c.quoted(), Measured: "not tried", Verdict: report.Open,
		Gap: "no search here proves it within an hour",
	}
}

// unexplained is why a published optimum is not proved again.
const unexplained = "Those that differ are disproved: one source exchanges two means; another prints the means of candidates only, or of another table. Of the open ones some would take longer to prove than is tried here; the total of one is given by no reading of \"guesses from the remaining possibilities\" that was tried."

func optimalPage(optima []optimum, results []engine.Result) report.Page {
	page := report.Page{Results: results}
	published := report.Tally{What: "optima", Why: unexplained}
	for _, o := range optima {
		if o.published() {
			published.Claims = append(published.Claims, o.claim())
			switch o.verdict() {
			case report.AsPublished:
			case report.Differs:
				page.Findings = append(page.Findings, o.asked.String()+": "+published.Claims[len(published.Claims)-1].Gap)
			default:
				page.Findings = append(page.Findings, strings.TrimSpace(fmt.Sprintf("%s: published %s; proved %s. %s", o.asked, o.quoted(), o.proved(), o.printed.Note)))
			}
		}
		if o.leastTotal() && !slices.ContainsFunc(page.Optima, func(p report.Optimum) bool { return p.Game == o.asked.Game }) {
			page.Optima = append(page.Optima, report.Optimum{
				Game: o.asked.Game, Total: o.found.Figures.Total, Lower: o.found.Ranges[0].Lower, Worst: o.found.Figures.Worst,
				First: o.found.First, Histogram: o.found.Figures.Histogram,
			})
			page.Trees = append(page.Trees, o.treeView())
		}
		if o.certified() && !slices.ContainsFunc(page.Certificates, func(f report.File) bool { return f.Name == o.asked.Game+".json" }) {
			page.Certificates = append(page.Certificates, certificate(o))
		}
	}
	page.Tallies = []report.Tally{published}
	page.Findings = append([]string{fmt.Sprintf("%d of %d published optima agree with the proofs.", published.Hold(), len(published.Claims))}, page.Findings...)
	if len(page.Certificates) > 0 {
		var paths []string
		for _, c := range page.Certificates {
			paths = append(paths, "results/optimal/certificates/"+c.Name)
		}
		page.Findings = append(page.Findings, "Trees for `codebreak check`: "+strings.Join(paths, ", ")+".")
	}
	page.Sections = []report.Section{{
		Heading: "Proved",
		Text:    "All decision trees of the game were searched, by branch and bound; the tree found was replayed by the checker, secret by secret. Objectives are lexicographic.",
		Table:   optimaTable(optima),
	}}
	gaps := gapsOf(optima, results)
	for _, g := range gaps {
		page.Findings = append(page.Findings, g.finding())
	}
	if len(gaps) > 0 {
		page.Sections = append(page.Sections, report.Section{
			Heading: "What looking one guess ahead costs",
			Text:    "Totals of the one-step strategies, each from its own first guess, and their excess over the optimum.",
			Table:   gapsTable(gaps),
			Figures: []chart.Figure{gapsFigure(gaps)},
		})
	}
	return page
}

// treeView is the tree to be walked through, unless it is too large for that.
func (o optimum) treeView() report.TreeView {
	v := report.TreeView{Game: o.asked.Game, Name: "least total"}
	if o.secrets() <= notebook.LargestTree {
		v.Tree = o.found.Tree
	}
	return v
}

// optimaTable shows what is proved beside what is printed.
func optimaTable(optima []optimum) *report.Table {
	return report.NewTable(optima, []report.Column[optimum]{
		{Title: "game", Value: func(o optimum) any { return o.asked.Game }},
		{Title: "secrets", Value: func(o optimum) any { return o.secrets() }},
		{Title: "asked for", Value: func(o optimum) any { return o.asked.Terms() }},
		{Title: "proved", Value: func(o optimum) any { return o.proved() }},
		{Title: "total", Value: func(o optimum) any { return o.found.Figures.Total }},
		{Title: "mean", Value: func(o optimum) any { return report.Mean(o.found.Figures.Mean) }},
		{Title: "worst", Value: func(o optimum) any { return o.found.Figures.Worst }},
		{Title: "first guess", Value: func(o optimum) any { return o.found.First }},
		{Title: "histogram", Value: func(o optimum) any { return report.Histogram(o.found.Figures.Histogram) }},
		{Title: "published", Value: ifPublished(optimum.quoted)},
		{Title: "verdict", Value: ifPublished(func(o optimum) string { return string(o.verdict()) })},
		{Title: "source", Value: func(o optimum) any { return report.Citation(o.printed.Source.Source()) }},
	})
}

// ifPublished shows nothing of optima that no source prints.
func ifPublished(text func(optimum) string) func(optimum) any {
	return func(o optimum) any {
		if !o.published() {
			return nil
		}
		return text(o)
	}
}

// certified reports whether the tree is kept as a certificate: the least total
// is proved and as printed, in a game that much is written about.
func (o optimum) certified() bool {
	return slices.Contains([]string{"mm4x6", "bc4x10"}, o.asked.Game) && o.leastTotal() && o.found.Proved && o.found.Figures.Total == o.printed.Total
}

// certificate writes the tree as JSON. That it can be read was checked when
// the answer was taken; else it panics.
func certificate(o optimum) report.File {
	g, err := game.Parse(o.asked.Game)
	if err != nil {
		panic(err)
	}
	t, err := tree.ReadPacked(context.Background(), g, o.found.Tree)
	if err != nil {
		panic(err)
	}
	var text bytes.Buffer
	_ = t.WriteJSON(&text) // a buffer takes everything
	return report.File{Name: o.asked.Game + ".json", Content: text.Bytes()}
}

// A gap is between the least total of a game and the totals of the one-step
// strategies, which are in the order of strategy.Classic().
type gap struct {
	best   optimum
	played []engine.Result
}

func gapsOf(optima []optimum, results []engine.Result) []gap {
	var gaps []gap
	for _, group := range byGame(results) {
		i := slices.IndexFunc(optima, func(o optimum) bool { return o.leastTotal() && o.asked.Game == group[0].Game })
		if i >= 0 {
			gaps = append(gaps, gap{optima[i], group})
		}
	}
	return gaps
}

// above is how many guesses more a result takes than the least total.
func (g gap) above(r engine.Result) int { return r.Total - g.best.found.Figures.Total }

// finding says which one-step strategies come closest.
func (g gap) finding() string {
	closest, _ := extremes(g.played)
	above := g.above(closest[0])
	if above == 0 {
		return fmt.Sprintf("%s: %s %s the least total.", g.best.asked.Game, join(closest, func(r engine.Result) string { return string(r.Criterion) }), english.PluralWord(len(closest), "attains", "attain"))
	}
	return fmt.Sprintf("%s: %s %s closest, %d guesses above the least total in %d (%.2f%%).",
		g.best.asked.Game, join(closest, func(r engine.Result) string { return string(r.Criterion) }), english.PluralWord(len(closest), "comes", "come"),
		above, closest[0].Secrets, 100*float64(above)/float64(g.best.found.Figures.Total))
}

func gapsTable(gaps []gap) *report.Table {
	columns := []report.Column[gap]{
		{Title: "game", Value: func(g gap) any { return g.best.asked.Game }},
		{Title: "least total", Value: func(g gap) any {
			total := g.best.found.Figures.Total
			if !g.best.found.Proved {
				return report.Format(total, "%d to %d", g.best.found.Ranges[0].Lower, total)
			}
			return total
		}},
	}
	for i, criterion := range strategy.Classic() {
		columns = append(columns, report.Column[gap]{Title: string(criterion), Value: func(g gap) any {
			r := g.played[i]
			return report.Format(r.Total, "%d (%+d)", r.Total, g.above(r))
		}})
	}
	return report.NewTable(gaps, columns)
}

// gapsFigure shows by how many percent each criterion is above the least total of
// each game.
func gapsFigure(gaps []gap) chart.Figure {
	d := chart.Dots{XLabel: "% more guesses than the least total", Zero: true, Notes: "least total"}
	var names []string
	worst := 0.0
	for i, criterion := range strategy.Classic() {
		names = append(names, string(criterion))
		for k, g := range gaps {
			total := g.best.found.Figures.Total
			if i == 0 {
				row := chart.DotRow{Name: g.best.asked.Game, Note: thousands(total)}
				if !g.best.found.Proved {
					row.Note = "at most " + row.Note
				}
				d.Rows = append(d.Rows, row)
			}
			percent := percentMore(g.played[i].Total, total)
			d.Rows[k].Dots = append(d.Rows[k].Dots, chart.Dot{Series: i, X: percent})
			if criterion == strategy.Entropy {
				worst = max(worst, percent)
			}
		}
	}
	d.Series = dotSeries(names...)
	return chart.Figure{
		File: "optimal.png", Caption: "By how many percent each one-step strategy is above the least total, game by game",
		Title:    fmt.Sprintf("Entropy comes within %.1f%% of the best possible strategy", math.Ceil(10*worst)/10),
		Subtitle: "each criterion from its own first guess, against an optimal strategy",
		Charts:   []chart.Chart{d},
	}
}
