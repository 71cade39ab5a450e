package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// conventionPools, conventionTies: the choices that authors rarely mention.
var (
	conventionPools = []strategy.Pool{"all", "all-until=4", "all-until=3", "all-until=2", "consistent"}
	conventionTies  = []string{"consistent,first", "consistent,last", "consistent,random=1", "first", "last"}
)

// A conventionGrid plays one criterion on one game under all conventions.
type conventionGrid struct {
	game      string
	first     string
	criterion strategy.Criterion
	orders    []game.Order
}

func (g conventionGrid) configurations() []engine.Configuration {
	grid := configs.Grid{
		Games: []string{g.game},
		Strategies: configs.StrategyGrid{
			Criteria: []strategy.Criterion{g.criterion},
			Pools:    conventionPools,
			Ties:     conventionTies,
			Orders:   g.orders,
		}.Strategies(),
		FirstGuesses: []string{g.first},
	}
	return grid.Configurations()
}

// section tables the grid's results, with the published figures each gives.
func (g conventionGrid) section(results []engine.Result) report.Section {
	t := &report.Table{
		Header: []string{"pool", "ties", "order", "total", "mean", "worst", "histogram", "gives"},
		Right:  []int{3, 4, 5},
	}
	for _, r := range results {
		t.Rows = append(t.Rows, []string{
			string(r.Pool), r.Ties, string(r.Order), strconv.Itoa(r.Total), report.FormatMean(r.Mean), strconv.Itoa(r.Worst),
			report.FormatHistogram(r.Histogram), strings.Join(publishedAs(r), "\n"),
		})
	}
	mean, worst, information := report.BoundCells(engine.LowerBounds(results[0]))
	return report.Section{
		Heading:  fmt.Sprintf("%s on %s from %s", g.criterion, g.game, g.first),
		Text:     fmt.Sprintf("No strategy for %s has a mean below %s or a worst case below %s; the information bound on knowing the secret is %s guesses.", g.game, mean, worst, information),
		Table:    t,
		Figures:  []report.Figure{g.figure(results)},
		PageOnly: true,
	}
}

// published returns the published figures for the grid's game and criterion.
func (g conventionGrid) published() []published.Figure {
	var out []published.Figure
	for _, p := range published.Figures() {
		if p.Configuration.Game == g.game && p.Configuration.Criterion == g.criterion {
			out = append(out, p)
		}
	}
	return out
}

// figure shows each published figure beside the convention nearest to it.
func (g conventionGrid) figure(results []engine.Result) report.Figure {
	f := report.Figure{
		File:    fmt.Sprintf("conventions-%s-%s.png", g.game, g.criterion),
		Caption: fmt.Sprintf("Published figures for %s on %s, and the nearest of these conventions", g.criterion, g.game),
	}
	for _, p := range g.published() {
		near := slices.MinFunc(results, func(a, b engine.Result) int {
			return cmp.Compare(report.Moved(a.Histogram, p.Histogram), report.Moved(b.Histogram, p.Histogram))
		})
		h := panel(p.ID+": "+near.Strategy.String(), near)
		h.Published = p.Histogram
		f.Histograms = append(f.Histograms, h)
	}
	f.Columns = min(2, len(f.Histograms))
	return f
}

// finding says how far the conventions alone move the total, and which
// published figures for the game and criterion they give.
func (g conventionGrid) finding(results []engine.Result) string {
	low, high := least(results), most(results)
	varied := "pool and ties"
	if len(g.orders) > 1 {
		varied = "pool, ties and order"
	}
	s := fmt.Sprintf("%s on %s from %s: %s alone move the total from %d (%s) to %d (%s).",
		g.criterion, g.game, g.first, varied, low.Total, low.Strategy, high.Total, high.Strategy)
	for _, p := range g.published() {
		var histograms, totals int
		for _, r := range results {
			if slices.Contains(publishedAs(r), p.ID) {
				histograms++
			} else if r.Total == p.Total {
				totals++
			}
		}
		switch {
		case histograms > 0:
			s += fmt.Sprintf(" %s: %d of these %d conventions give its histogram.", p.ID, histograms, len(results))
		case totals > 0:
			s += fmt.Sprintf(" %s: none gives its histogram, though %d of %d give its total, %d.", p.ID, totals, len(results), p.Total)
		default:
			s += fmt.Sprintf(" %s: none of these %d gives its histogram, nor its total, %d.", p.ID, len(results), p.Total)
		}
	}
	return s
}

// publishedAs lists the published figures whose histogram the result has.
func publishedAs(r engine.Result) []string {
	var ids []string
	for _, p := range published.Figures() {
		if p.Configuration.Game == r.Game && p.Configuration.Criterion == r.Criterion && slices.Equal(p.Histogram, r.Histogram) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// The first puzzle: two sources, one criterion, 5.26805 against 5.26865.
var firstGuessPuzzle = []engine.Configuration{
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize}},
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2}},
	{Game: "bc4x10", First: "9876", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Ties: "consistent,last"}},
}

// The second puzzle: "candidates only", from 1234, averages 5.26726.
var candidatesOnlyPuzzle = []engine.Configuration{
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "consistent", Endgame: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=2", Endgame: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=3", Endgame: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=4", Endgame: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2}},
}

// The third puzzle: clever2 may guess more codes than clever1 and does worse.
var cleverPuzzle = []engine.Configuration{
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.Minimax, Pool: "consistent", Ties: "first", Order: game.Swap}},
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: "first", Order: game.Swap}},
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: "consistent,first", Order: game.Swap}},
}

var conventionGrids = []conventionGrid{
	{"bc4x10", "0123", strategy.ExpectedSize, []game.Order{game.Lex, game.Swap}},
	{"bc4x10", "0123", strategy.Minimax, []game.Order{game.Lex, game.Swap}},
	{"bc4x10", "0123", strategy.Entropy, []game.Order{game.Lex, game.Swap}},
	{"mm4x6", "1234", strategy.Entropy, []game.Order{game.Lex}},
}

// conventionsEntry plays one criterion and game under every convention, and
// answers the questions that the sources leave open.
func conventionsEntry() entry {
	parts := [][]engine.Configuration{firstGuessPuzzle, candidatesOnlyPuzzle, cleverPuzzle}
	for _, g := range conventionGrids {
		parts = append(parts, g.configurations())
	}
	return entry{
		name:           "conventions",
		title:          "Which convention gives which published number",
		question:       "Sources that name the same criterion print different averages. How much of that is pool, ties, order and first guess, which authors rarely mention?",
		configurations: slices.Concat(parts...),
		tell: func(results []engine.Result) report.Page {
			var taken [][]engine.Result
			for _, part := range parts {
				taken = append(taken, results[:len(part)])
				results = results[len(part):]
			}
			page := report.Page{}
			for i, puzzle := range []func([]engine.Result) (report.Section, string){tellFirstGuess, tellCandidatesOnly, tellClever} {
				section, finding := puzzle(taken[i])
				page.Sections = append(page.Sections, section)
				page.Findings = append(page.Findings, finding)
			}
			for i, g := range conventionGrids {
				grid := taken[len(taken)-len(conventionGrids)+i]
				page.Sections = append(page.Sections, g.section(grid))
				page.Findings = append(page.Findings, g.finding(grid))
			}
			return page
		},
	}
}

// largeConventionsEntry looks for conventions behind the figures for mm5x8.
func largeConventionsEntry() entry {
	grids := []conventionGrid{
		{"mm5x8", "11234", strategy.Minimax, []game.Order{game.Lex}},
		{"mm5x8", "11234", strategy.ExpectedSize, []game.Order{game.Lex}},
		{"mm5x8", "11234", strategy.Entropy, []game.Order{game.Lex}},
		{"mm5x8", "11223", strategy.MostParts, []game.Order{game.Lex}},
	}
	var configurations []engine.Configuration
	for _, g := range grids {
		configurations = append(configurations, g.configurations()...)
	}
	return entry{
		name:           "conventions-mm5x8",
		title:          "Conventions behind the published figures for mm5x8",
		question:       "Does any choice of pool and ties give the published figures for mm5x8 that are still open?",
		slow:           true,
		configurations: configurations,
		tell: func(results []engine.Result) report.Page {
			var page report.Page
			for _, g := range grids {
				n := len(g.configurations())
				page.Sections = append(page.Sections, g.section(results[:n]))
				page.Findings = append(page.Findings, g.finding(results[:n]))
				results = results[n:]
			}
			return page
		},
	}
}

func tellFirstGuess(results []engine.Result) (report.Section, string) {
	from0123, small0123, from1234, small1234, mirror := results[0], results[1], results[2], results[3], results[4]
	section := puzzleSection("5.26805 against 5.26865", "conventions-first-guess.png", results,
		[]string{"from 0123", "from 0123, small 2", "from 1234", "from 1234, small 2", "mirrored: from 9876, ties last"})
	finding := fmt.Sprintf("One strategy, two first guesses: expected-size totals %d from 0123, which is %s, and %d from 1234, which is %s.",
		from0123.Total, givenBy(from0123), from1234.Total, givenBy(from1234))
	finding += fmt.Sprintf(" Playing the first of two candidates without further thought (small 2) changes the totals by %d and %d, so that is not it.",
		small0123.Total-from0123.Total, small1234.Total-from1234.Total)
	finding += " No digit is special before the first guess, so only the ties can tell 0123 from 1234: after 0123 the unused digits come last in order, after 1234 the unused 0 comes first, and where several guesses are equally good the first in order is another one."
	if slices.Equal(mirror.Histogram, from0123.Histogram) {
		finding += fmt.Sprintf(" The check: reading the digits backwards, from 9876 with ties to the last code, gives 0123's histogram again (total %d).", mirror.Total)
	}
	return section, finding
}

func tellCandidatesOnly(results []engine.Result) (report.Section, string) {
	section := puzzleSection("\"Candidates only\": 5.26726", "conventions-candidates-only.png", results,
		[]string{"consistent", "all-until=2", "all-until=3", "all-until=4", "all"})
	consistent := results[0]
	finding := fmt.Sprintf("Guessing candidates only from 1234 totals %d (mean %s, worst %d), which is %s.",
		consistent.Total, report.FormatMean(consistent.Mean), consistent.Worst, givenBy(consistent))
	for _, r := range results[1 : len(results)-1] {
		if len(publishedAs(r)) > 0 {
			finding += fmt.Sprintf(" What the blog prints is pool %s (total %d, worst %d), %s: the program took its second and third guesses from tables made with all codes, and only its fourth and later guesses from the candidates.",
				r.Pool, r.Total, r.Worst, givenBy(r))
		}
	}
	return section, finding
}

func tellClever(results []engine.Result) (report.Section, string) {
	clever1, clever2, preferring := results[0], results[1], results[2]
	section := puzzleSection("Why clever2 averages worse than clever1", "conventions-clever.png", results,
		[]string{"clever1: candidates only", "clever2: all codes, ties first", "all codes, ties consistent,first"})
	early := func(r engine.Result) int {
		hits := 0
		for k := 1; k <= 4 && k < len(r.Histogram); k++ {
			hits += r.Histogram[k]
		}
		return hits
	}
	// Each node whose guess is a candidate hits exactly one secret, so the
	// nodes beyond one per secret guess codes that cannot be right.
	wasted := func(r engine.Result) int { return r.Nodes - r.Secrets }
	finding := fmt.Sprintf("clever2 (total %d) looks at all codes and takes the first of those with the smallest largest part, candidate or not. At %d of the %d nodes of its tree it guesses a code that cannot be the secret; clever1 (total %d) does so at %d. So clever2 hits %d secrets within four guesses, clever1 %d.",
		clever2.Total, wasted(clever2), clever2.Nodes, clever1.Total, wasted(clever1), early(clever2), early(clever1))
	finding += fmt.Sprintf(" With the same pool, but preferring candidates among equals, there are %d such nodes and the total is %d: the ties cost clever2 %d guesses. What it gains over clever1 is the worst case, %d against %d.",
		wasted(preferring), preferring.Total, clever2.Total-preferring.Total, clever2.Worst, clever1.Worst)
	return section, finding
}

// givenBy says which published figures a result is.
func givenBy(r engine.Result) string {
	ids := publishedAs(r)
	if len(ids) == 0 {
		return "no published figure"
	}
	return "the histogram of " + strings.Join(ids, " and ")
}

func puzzleSection(heading, picture string, results []engine.Result, titles []string) report.Section {
	table := resultsTable(results)
	table.Header = append(table.Header, "gives")
	figure := report.Figure{File: picture, Caption: "Histograms: " + heading, Columns: min(2, len(results))}
	for i, r := range results {
		table.Rows[i] = append(table.Rows[i], strings.Join(publishedAs(r), "\n"))
		figure.Histograms = append(figure.Histograms, panel(titles[i], r))
	}
	return report.Section{Heading: heading, Table: table, Compact: compactResultsTable(results), Figures: []report.Figure{figure}}
}
