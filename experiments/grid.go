package main

import (
	"fmt"
	"strconv"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/report"
)

// gridEntry is an entry that plays grids of configurations and compares them
// game by game: a table, histograms for each criterion, and which did best.
func gridEntry(name, title, question string, grids ...configs.Grid) entry {
	var configurations []engine.Configuration
	for _, g := range grids {
		configurations = append(configurations, g.Configurations()...)
	}
	plays, keep := keepPlays(configurations)
	return entry{
		name:           name,
		title:          title,
		question:       question,
		configurations: configurations,
		observe:        keep,
		tell: func(results []engine.Result) report.Page {
			page := report.Page{Plays: plays}
			for _, group := range groupBy(results, func(r engine.Result) string { return r.Game }) {
				page.Sections = append(page.Sections, gameSection(name, group))
				page.Findings = append(page.Findings, gameFindings(group)...)
			}
			return page
		},
	}
}

// largestPlay is the number of secrets up to which trees are kept to be walked
// through: larger ones would make the page slow to open.
const largestPlay = 6000

// keepPlays returns room for the trees of configurations, to be walked through
// on the page, and the function that puts them there.
func keepPlays(configurations []engine.Configuration) (plays []report.Play, observe func(i int, t *tree.Tree)) {
	plays = make([]report.Play, len(configurations))
	return plays, func(i int, t *tree.Tree) {
		s := configurations[i].Strategy.WithDefaults()
		plays[i] = report.Play{Game: t.Game.String(), Name: s.String()}
		if t.Root.Candidates() <= largestPlay {
			plays[i].Tree = t.Packed()
		}
	}
}

func byCriterion(results []engine.Result) [][]engine.Result {
	return groupBy(results, func(r engine.Result) string { return string(r.Criterion) })
}

// gameSection shows the results of one game. Criteria played once share a
// figure; a criterion played several ways has one of its own.
func gameSection(entryName string, results []engine.Result) report.Section {
	gameName := results[0].Game
	s := report.Section{
		Heading: gameName,
		Table:   resultsTable(results),
		Compact: compactResultsTable(results),
	}
	single := report.Figure{
		File:    fmt.Sprintf("%s-%s.png", entryName, gameName),
		Caption: fmt.Sprintf("Histograms of %s for each criterion", gameName),
	}
	for _, group := range byCriterion(results) {
		if len(group) == 1 {
			single.Histograms = append(single.Histograms, resultPanel(group[0]))
			continue
		}
		f := report.Figure{
			File:    fmt.Sprintf("%s-%s-%s.png", entryName, gameName, group[0].Criterion),
			Caption: fmt.Sprintf("Histograms of %s, %s", gameName, group[0].Criterion),
			Columns: min(2, len(group)),
		}
		for _, r := range group {
			f.Histograms = append(f.Histograms, resultPanel(r))
		}
		s.Figures = append(s.Figures, f)
	}
	if n := len(single.Histograms); n > 0 {
		single.Columns = min(2, n)
		s.Figures = append(s.Figures, single)
	}
	return s
}

// gameFindings says which strategy did best in a game, and within each
// criterion what the other choices, such as the first guess, are worth.
func gameFindings(results []engine.Result) []string {
	best := least(results)
	findings := []string{fmt.Sprintf("%s: the least total of these is that of %s from %s: %d guesses for %d secrets, mean %s, worst %d.",
		best.Game, best.Strategy, best.First, best.Total, best.Secrets, report.FormatMean(best.Mean), best.Worst)}
	for _, group := range byCriterion(results) {
		good, bad := least(group), most(group)
		switch {
		case len(group) > 1:
			findings = append(findings, fmt.Sprintf("%s, %s: least from %s (mean %s, worst %d), most from %s (mean %s, worst %d).",
				good.Game, good.Criterion,
				choice(good), report.FormatMean(good.Mean), good.Worst,
				choice(bad), report.FormatMean(bad.Mean), bad.Worst))
		case good.Total > best.Total:
			findings = append(findings, fmt.Sprintf("%s, %s: total %d, %d more than the least.", good.Game, good.Criterion, good.Total, good.Total-best.Total))
		}
	}
	return findings
}

// choice names what sets a result apart from others of its criterion.
func choice(r engine.Result) string {
	if name := r.Strategy.String(); name != string(r.Criterion) {
		return r.First + " by " + name
	}
	return r.First
}

// resultsTable lists results with their figures, until the secret is hit and
// until it is known.
func resultsTable(results []engine.Result) *report.Table {
	t := &report.Table{
		Header: []string{"strategy", "first guess", "total", "mean", "no mean below", "stddev", "worst", "no worst below", "known mean", "known worst", "information", "histogram"},
		Right:  []int{2, 3, 4, 5, 6, 7, 8, 9, 10},
	}
	for _, r := range results {
		leastMean, leastWorst, information := report.BoundCells(r.Bounds)
		t.Rows = append(t.Rows, []string{
			r.Strategy.String(), r.First, strconv.Itoa(r.Total), report.FormatMean(r.Mean), leastMean,
			strconv.FormatFloat(r.Stddev, 'f', 4, 64), strconv.Itoa(r.Worst), leastWorst,
			report.FormatMean(r.Known.Mean), strconv.Itoa(r.Known.Worst), information, report.FormatHistogram(r.Histogram),
		})
	}
	return t
}

// compactResultsTable lists the same with less, for a terminal.
func compactResultsTable(results []engine.Result) *report.Table {
	t := &report.Table{
		Header: []string{"strategy", "first", "total", "mean", "bound", "worst", "bound", "inf.", "histogram"},
		Right:  []int{2, 3, 4, 5, 6, 7},
	}
	for _, r := range results {
		leastMean, leastWorst, information := report.BoundCells(r.Bounds)
		t.Rows = append(t.Rows, []string{
			report.Fold(r.Strategy.String(), 24), r.First, strconv.Itoa(r.Total), report.FormatMean(r.Mean), leastMean,
			strconv.Itoa(r.Worst), leastWorst, information, report.FormatHistogram(r.Histogram),
		})
	}
	return t
}

func resultPanel(r engine.Result) report.Histogram {
	return panel(r.Strategy.String()+" from "+r.First, r)
}

func panel(title string, r engine.Result) report.Histogram {
	h := report.Histogram{Title: title, Counts: r.Histogram, Mean: r.Mean}
	if len(publishedAs(r)) > 0 {
		h.Published = r.Histogram // which is what publishedAs compares
	}
	return h
}

// groupBy splits results by a key, the groups and their members in the order
// in which they first come.
func groupBy(results []engine.Result, key func(engine.Result) string) [][]engine.Result {
	var groups [][]engine.Result
	place := map[string]int{}
	for _, r := range results {
		k := key(r)
		if _, ok := place[k]; !ok {
			place[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[place[k]] = append(groups[place[k]], r)
	}
	return groups
}

// least returns the result of the least total, the first of several.
func least(results []engine.Result) engine.Result {
	best := results[0]
	for _, r := range results[1:] {
		if r.Total < best.Total {
			best = r
		}
	}
	return best
}

// most returns the result of the largest total, the first of several.
func most(results []engine.Result) engine.Result {
	worst := results[0]
	for _, r := range results[1:] {
		if r.Total > worst.Total {
			worst = r
		}
	}
	return worst
}
