package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// conventionsEntry plays one criterion and game under every convention, and
// answers the questions that the sources leave open.
func conventionsEntry() notebook.Entry {
	quick := []conventionGrid{
		{"bc4x10", "0123", strategy.ExpectedSize, []game.Order{game.Lex, game.Swap}},
		{"bc4x10", "0123", strategy.Minimax, []game.Order{game.Lex, game.Swap}},
		{"bc4x10", "0123", strategy.Entropy, []game.Order{game.Lex, game.Swap}},
		{"mm4x6", "1234", strategy.Entropy, []game.Order{game.Lex}},
	}
	slow := []conventionGrid{
		{"mm5x8", "11234", strategy.Minimax, []game.Order{game.Lex}},
		{"mm5x8", "11234", strategy.ExpectedSize, []game.Order{game.Lex}},
		{"mm5x8", "11234", strategy.Entropy, []game.Order{game.Lex}},
		{"mm5x8", "11223", strategy.MostParts, []game.Order{game.Lex}},
	}
	puzzles := puzzles()
	plays := func(p puzzle) []notebook.Task { return ask.Plays(p.configurations) }
	tasks := slices.Concat(allTasks(puzzles, plays), allTasks(quick, conventionGrid.tasks), notebook.Slow(allTasks(slow, conventionGrid.tasks)))
	return notebook.Entry{
		Name:     "conventions",
		Question: "Which convention gives which published number",
		About:    "Sources that name the same criterion print different averages. How much of that is pool, ties, order and first guess, which authors rarely mention?",
		Tasks:    tasks,
		Page: func(o notebook.Outcome) report.Page {
			grids := notebook.Answered(o, slices.Concat(quick, slow), conventionGrid.tasks)
			page := report.Page{Findings: []string{conventionsAnswer(o, grids)}}
			show := func(configurations []engine.Configuration, section func([]engine.Result) report.Section, finding func([]engine.Result) string) {
				results := ask.Results(o, configurations)
				page.Results = append(page.Results, results...)
				page.Sections = append(page.Sections, section(results))
				page.Findings = append(page.Findings, finding(results))
			}
			for _, p := range puzzles {
				show(p.configurations, p.section, p.finding)
			}
			for _, g := range grids {
				show(g.configurations(), g.section, g.finding)
			}
			return page
		},
	}
}

// conventionsAnswer says how far conventions move a mean, and how many published
// figures are the histogram of one.
func conventionsAnswer(o notebook.Outcome, grids []conventionGrid) string {
	figures, given, most := 0, 0, 0.0
	for _, g := range grids {
		results := ask.Results(o, g.configurations())
		low, high := extremes(results)
		most = max(most, high[0].Mean-low[0].Mean)
		figures, given = figures+len(g.published()), given+g.given(results)
	}
	return fmt.Sprintf("Pool, ties and order alone move a mean by up to %.2f guesses. Of %d published figures for these games, criteria and first guesses, %d %s reproduced exactly by some convention tried here.", most, figures, given, english.PluralWord(given, "is", "are"))
}

// A puzzle is a published figure that takes more than its source says to
// reproduce.
type puzzle struct {
	heading        string
	file           string // of the figure
	title          string // of the figure: what it shows
	configurations []engine.Configuration
	names          []string // of the configurations
	finding        func(results []engine.Result) string
}

// section tables the puzzle's results, with the published figures each gives.
func (p puzzle) section(results []engine.Result) report.Section {
	d := chart.Dots{XLabel: "mean guesses", Notes: "total, and who publishes it", Series: []chart.DotSeries{{Colour: chart.ColourOf(string(results[0].Criterion), 0)}}}
	var sources []published.Figure
	for i, r := range results {
		row := chart.DotRow{Name: p.names[i], Dots: []chart.Dot{{X: r.Mean}}, Note: thousands(r.Total)}
		if figures := publishedWith(r); len(figures) > 0 {
			row.Note += ", " + citations(figures)
			sources = append(sources, figures...)
		}
		d.Rows = append(d.Rows, row)
	}
	figure := chart.Figure{
		File: p.file, Caption: "Means and totals: " + p.heading, Title: p.title, Subtitle: fmt.Sprintf("%s, %s", report.GameInWords(results[0].Game), results[0].Criterion),
		Source: citations(sources), Verdict: string(report.Exact), Charts: []chart.Chart{d},
	}
	columns := append(report.ResultColumns(), report.Column[engine.Result]{
		Title: "gives", Value: func(r engine.Result) any { return publishedAs(r) },
	})
	return report.Section{Heading: p.heading, Table: report.NewTable(results, columns), Figures: []chart.Figure{figure}}
}

func puzzles() []puzzle {
	bc4x10 := func(first string, s strategy.Strategy) engine.Configuration {
		return engine.Configuration{Game: "bc4x10", First: first, Strategy: s}
	}
	return []puzzle{
		{
			heading: "5.26805 against 5.26865",
			file:    "conventions-first-guess.png",
			title:   "The first guess alone takes the mean from 5.26805 to 5.26865",
			configurations: []engine.Configuration{
				bc4x10("0123", strategy.Strategy{Criterion: strategy.ExpectedSize}),
				bc4x10("0123", strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2}),
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize}),
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2}),
				bc4x10("9876", strategy.Strategy{Criterion: strategy.ExpectedSize, Ties: "consistent,last"}),
			},
			names:   []string{"from 0123", "from 0123, endgame 2", "from 1234", "from 1234, endgame 2", "from 9876, ties last"},
			finding: firstGuessPuzzle,
		},
		{
			heading: "\"Candidates only\": 5.26726",
			file:    "conventions-candidates-only.png",
			title:   "\"Candidates only\" meant: from the fourth guess on",
			configurations: []engine.Configuration{
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: strategy.Consistent, Endgame: 2}),
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=2", Endgame: 2}),
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=3", Endgame: 2}),
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=4", Endgame: 2}),
				bc4x10("1234", strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2}),
			},
			names:   []string{"candidates only", "all codes to guess 2", "all codes to guess 3", "all codes to guess 4", "all codes"},
			finding: candidatesOnlyPuzzle,
		},
		{
			heading: "Why clever2 averages worse than clever1", // though it may guess more codes
			file:    "conventions-clever.png",
			title:   "Ties, not the larger pool, make clever2 worse than clever1",
			configurations: []engine.Configuration{
				bc4x10("0123", strategy.Strategy{Criterion: strategy.Minimax, Pool: strategy.Consistent, Ties: "first", Order: game.Swap}),
				bc4x10("0123", strategy.Strategy{Criterion: strategy.Minimax, Ties: "first", Order: game.Swap}),
				bc4x10("0123", strategy.Strategy{Criterion: strategy.Minimax, Ties: "consistent,first", Order: game.Swap}),
			},
			names:   []string{"clever1: candidates only", "clever2: all codes, ties first", "all codes, candidates first"},
			finding: cleverPuzzle,
		},
	}
}

func firstGuessPuzzle(results []engine.Result) string {
	from0123, endgame0123, from1234, endgame1234, mirror := results[0], results[1], results[2], results[3], results[4]
	finding := fmt.Sprintf("Expected-size totals %d from 0123, which is %s, and %d from 1234, which is %s.",
		from0123.Total, givenBy(from0123), from1234.Total, givenBy(from1234))
	finding += fmt.Sprintf(" Guessing the first of two remaining candidates without further thought (endgame 2) changes the totals by %d and %d, so it is not the reason.",
		endgame0123.Total-from0123.Total, endgame1234.Total-from1234.Total)
	finding += " Nor is the first guess itself, since all digits are equivalent before it. Only the ties are left: after 0123 the unused digits come last in order, but after 1234 the unused 0 comes first, so that another of the equally good guesses is the first in order."
	if slices.Equal(mirror.Histogram, from0123.Histogram) {
		finding += fmt.Sprintf(" A check: with the order reversed, from 9876 with ties to the last code, the histogram is again that of 0123 (total %d).", mirror.Total)
	}
	return finding
}

func candidatesOnlyPuzzle(results []engine.Result) string {
	consistent := results[0]
	finding := fmt.Sprintf("Guessing candidates only from 1234 totals %d (mean %s, worst %d), which is %s.",
		consistent.Total, report.Mean(consistent.Mean), consistent.Worst, givenBy(consistent))
	for _, r := range results[1 : len(results)-1] {
		if len(publishedAs(r)) > 0 {
			finding += fmt.Sprintf(" What the blog prints is pool %s (total %d, worst %d), %s: its program takes the second and third guesses from tables made with all codes, and only later guesses from the candidates.",
				r.Pool, r.Total, r.Worst, givenBy(r))
		}
	}
	return finding
}

func cleverPuzzle(results []engine.Result) string {
	clever1, clever2, preferring := results[0], results[1], results[2]
	// Each node whose guess is a candidate hits exactly one secret, so the
	// nodes beyond one per secret guess codes that cannot be right.
	wasted := func(r engine.Result) int { return r.Nodes - r.Secrets }
	finding := fmt.Sprintf("clever2 (total %d) looks at all codes and guesses the first of those with the smallest largest part, candidate or not. At %d of the %d nodes of its tree it guesses a code that cannot be the secret; clever1 (total %d) does so at %d. So clever2 hits %d secrets within four guesses, clever1 %d.",
		clever2.Total, wasted(clever2), clever2.Nodes, clever1.Total, wasted(clever1), hitsWithin(clever2.Figures, 4), hitsWithin(clever1.Figures, 4))
	return finding + fmt.Sprintf(" With the same pool, but candidates preferred among equally good guesses, there are %d such nodes and the total is %d: its ties cost clever2 %d guesses. In return its worst case is %d, against %d for clever1.",
		wasted(preferring), preferring.Total, clever2.Total-preferring.Total, clever2.Worst, clever1.Worst)
}

// givenBy says which published figures a result is.
func givenBy(r engine.Result) string {
	ids := publishedAs(r)
	if len(ids) == 0 {
		return "no published figure"
	}
	return "the histogram of " + strings.Join(ids, " and ")
}

// A conventionGrid plays one criterion on one game under all conventions.
type conventionGrid struct {
	game      string
	first     string
	criterion strategy.Criterion
	orders    []game.Order
}

// configurations varies the choices that authors rarely mention, and adds those of
// programs whose figures are published.
func (g conventionGrid) configurations() []engine.Configuration {
	grid := configs.Grid{
		Games: []string{g.game},
		Strategies: configs.StrategyGrid{
			Criteria: []strategy.Criterion{g.criterion},
			Pools:    []strategy.Pool{strategy.All, "all-until=4", "all-until=3", "all-until=2", strategy.Consistent},
			Ties:     []string{"consistent,first", "consistent,last", "consistent,random=1", "first", "last"},
			Orders:   g.orders,
		}.Strategies(),
		FirstGuesses: []string{g.first},
	}.Configurations()
	ofProgram := func(c engine.Configuration) bool { return strings.Contains(c.Strategy.String(), "@") }
	return append(grid, keep(configurationsOf(g.published()), ofProgram)...)
}

func (g conventionGrid) tasks() []notebook.Task { return ask.Plays(g.configurations()) }

// section tables the grid's results, with the published figures each gives.
func (g conventionGrid) section(results []engine.Result) report.Section {
	bounds := results[0].Bounds
	return report.Section{
		Heading: fmt.Sprintf("%s on %s from %s", g.criterion, g.game, g.first),
		Text: fmt.Sprintf("No strategy for %s has a mean below %s or a worst case below %d; the information bound on knowing the secret is %s guesses.",
			g.game, report.Mean(bounds.Mean), bounds.Worst, report.Decimals(bounds.Information, 3)),
		Table: report.TableOf(results, "pool | ties | order | total | mean | worst | histogram | gives", func(r engine.Result) []any {
			return []any{r.Pool, r.Ties, r.Order, r.Total, report.Mean(r.Mean), r.Worst, report.Histogram(r.Histogram), publishedAs(r)}
		}),
		Figures: []chart.Figure{g.figure(results)},
	}
}

// published returns the published figures for the grid's game, criterion and first
// guess.
func (g conventionGrid) published() []published.Figure {
	return keep(published.Averages(), func(p published.Figure) bool {
		s := p.Subject
		return s.Game == g.game && strings.HasPrefix(string(s.Criterion)+"@", string(g.criterion)+"@") && (s.First == "" || s.First == g.first) && p.Total != 0
	})
}

// given counts the published figures whose histogram some convention gives.
func (g conventionGrid) given(results []engine.Result) int {
	return len(keep(g.published(), func(p published.Figure) bool {
		return slices.ContainsFunc(results, func(r engine.Result) bool { return slices.Contains(publishedAs(r), p.ID) })
	}))
}

// cite is the short citation of a published figure, with its own name where the source
// has several here.
func (g conventionGrid) cite(p published.Figure) string {
	short := p.Source.Source().Cite()
	for _, other := range g.published() {
		if _, own, named := strings.Cut(p.ID, "/"); named && other.Source == p.Source && other.ID != p.ID {
			return fmt.Sprintf("%s, %s", short, own)
		}
	}
	return short
}

// figure shows the means of all conventions, and those that are published.
func (g conventionGrid) figure(results []engine.Result) chart.Figure {
	low, high := extremes(results)
	varied := "tie rule"
	if len(g.orders) > 1 {
		varied = "tie rule and order"
	}
	ties := func(r engine.Result) string {
		if strings.HasPrefix(r.Ties, string(strategy.ConsistentLink)) {
			return "ties: candidates before other codes"
		}
		return "ties: no preference"
	}
	d := dotsOf(chart.Dots{XLabel: "mean guesses"}, results, ties, func(r engine.Result) (string, float64) { return "pool " + string(r.Pool), r.Mean })
	printed := len(d.Series)
	d.Series = append(d.Series, chart.DotSeries{Name: "published", Colour: chart.Published()})
	for _, p := range g.published() {
		mean := float64(p.Total) / float64(results[0].Secrets)
		d.Rows = append(d.Rows, chart.DotRow{Name: g.cite(p), Dots: []chart.Dot{{Series: printed, X: mean}}})
	}
	f := chart.Figure{
		File:     fmt.Sprintf("conventions-%s-%s.png", g.game, g.criterion),
		Caption:  fmt.Sprintf("Means of %s on %s under each convention, and the published means", g.criterion, g.game),
		Title:    fmt.Sprintf("Pool and ties alone take the mean from %s to %s", report.Decimals(low[0].Mean, 3), report.Decimals(high[0].Mean, 3)),
		Subtitle: fmt.Sprintf("%s, %s, first guess %s; one point per %s", report.GameInWords(g.game), g.criterion, g.first, varied),
		Source:   citations(g.published()),
		Charts:   []chart.Chart{d},
	}
	if n := len(g.published()); n > 0 {
		f.Verdict = fmt.Sprintf("%d of %d exact", g.given(results), n)
	}
	return f
}

// finding says how far the conventions alone move the total.
func (g conventionGrid) finding(results []engine.Result) string {
	low, high := extremes(results)
	varied := "pool and ties"
	if len(g.orders) > 1 {
		varied = "pool, ties and order"
	}
	return fmt.Sprintf("%s on %s from %s: %s alone move the total from %d (%s) to %d (%s).",
		g.criterion, g.game, g.first, varied, low[0].Total, tied(low), high[0].Total, tied(high))
}

// tied names the strategy of a result, and counts those that tie with it.
func tied(results []engine.Result) string {
	name := results[0].Strategy.String()
	if n := len(results); n > 1 {
		return fmt.Sprintf("%d conventions, such as %s", n, name)
	}
	return name
}
