package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// conventionPools, conventionTies: the choices that authors rarely mention.
var (
	conventionPools = []string{"all", "all-until=4", "all-until=3", "all-until=2", "consistent"}
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
			r.Pool, r.Ties, string(r.Order), strconv.Itoa(r.Total), report.FormatMean(r.Mean), strconv.Itoa(r.Worst),
			report.FormatHistogram(r.Histogram), strings.Join(publishedAs(r), "\n"),
		})
	}
	return report.Section{
		Heading:  fmt.Sprintf("%s on %s from %s", g.criterion, g.game, g.first),
		Table:    t,
		PageOnly: true,
	}
}

// finding says how far the conventions alone move the total, and which
// published figures for the game and criterion none of them gives.
func (g conventionGrid) finding(results []engine.Result) string {
	low, high := least(results), most(results)
	given := map[string]bool{}
	for _, r := range results {
		for _, id := range publishedAs(r) {
			given[id] = true
		}
	}
	var gives, missing []string
	for _, p := range configs.Published() {
		if p.Configuration.Game != g.game || p.Configuration.Criterion != g.criterion {
			continue
		}
		if given[p.ID] {
			gives = append(gives, p.ID)
		} else {
			missing = append(missing, fmt.Sprintf("%s (%d)", p.ID, p.Total))
		}
	}
	s := fmt.Sprintf("%s on %s from %s: pool, ties and order alone move the total from %d (%s) to %d (%s).",
		g.criterion, g.game, g.first, low.Total, low.Strategy, high.Total, high.Strategy)
	if len(gives) > 0 {
		s += fmt.Sprintf(" Among these %d conventions are some that give %s.", len(results), strings.Join(gives, ", "))
	}
	if len(missing) > 0 {
		s += fmt.Sprintf(" None of these %d gives %s.", len(results), strings.Join(missing, ", "))
	}
	return s
}

// publishedAs lists the published figures whose histogram the result has.
func publishedAs(r engine.Result) []string {
	var ids []string
	for _, p := range configs.Published() {
		if p.Configuration.Game == r.Game && p.Configuration.Criterion == r.Criterion && slices.Equal(p.Histogram, r.Histogram) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// The first puzzle: two sources, one criterion, 5.26805 against 5.26865.
var firstGuessPuzzle = []engine.Configuration{
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize}},
	{Game: "bc4x10", First: "0123", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Small: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Small: 2}},
	{Game: "bc4x10", First: "9876", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Ties: "consistent,last"}},
}

// The second puzzle: "candidates only", from 1234, averages 5.26726.
var candidatesOnlyPuzzle = []engine.Configuration{
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "consistent", Small: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=2", Small: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=3", Small: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=4", Small: 2}},
	{Game: "bc4x10", First: "1234", Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Small: 2}},
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
	finding := fmt.Sprintf("5.26805 and 5.26865 are the same strategy from two first guesses: total %d from 0123, %d from 1234.", from0123.Total, from1234.Total)
	finding += fmt.Sprintf(" Playing the first of two candidates without further thought (small 2) changes them by %d and %d.",
		small0123.Total-from0123.Total, small1234.Total-from1234.Total)
	finding += " No digit is special before the first guess, so only the ties can tell 0123 from 1234: after 0123 the unused digits come last in order, after 1234 the unused 0 comes first, and where several guesses are equally good the first in order is another one."
	if mirror.Total == from0123.Total && slices.Equal(mirror.Histogram, from0123.Histogram) {
		finding += fmt.Sprintf(" The check: reading the digits backwards, from 9876 with ties to the last code, gives 0123's histogram again (total %d).", mirror.Total)
	}
	return section, finding
}

func tellCandidatesOnly(results []engine.Result) (report.Section, string) {
	section := puzzleSection("\"Candidates only\": 5.26726", "conventions-candidates-only.png", results,
		[]string{"consistent", "all-until=2", "all-until=3", "all-until=4", "all"})
	consistent := results[0]
	finding := fmt.Sprintf("Guessing candidates only from 1234 totals %d (mean %s, worst %d).", consistent.Total, report.FormatMean(consistent.Mean), consistent.Worst)
	for _, r := range results {
		if ids := publishedAs(r); slices.Contains(ids, "blog-1a2b/expected-size-late-consistent") {
			finding += fmt.Sprintf(" The printed 26547 is pool %s (total %d, worst %d): the program took its second and third guesses from tables made with all codes, and only its fourth and later guesses from the candidates.", r.Pool, r.Total, r.Worst)
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
	wasted := func(r engine.Result) int { return r.Nodes - r.Codes }
	finding := fmt.Sprintf("clever2 (total %d) looks at all codes and takes the first of those with the smallest largest part, candidate or not. At %d of the %d nodes of its tree it guesses a code that cannot be the secret; clever1 (total %d) never does. So clever2 hits %d secrets within four guesses, clever1 %d.",
		clever2.Total, wasted(clever2), clever2.Nodes, clever1.Total, early(clever2), early(clever1))
	finding += fmt.Sprintf(" With the same pool, but preferring candidates among equals, there are %d such nodes and the total is %d: the ties cost clever2 %d guesses. What it gains is the worst case, %d against %d.",
		wasted(preferring), preferring.Total, clever2.Total-preferring.Total, clever2.Worst, clever1.Worst)
	return section, finding
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
