package pages

import (
	"fmt"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// conventionsEntry asks what the conventions change that authors rarely state: guess pool,
// tie-breaking and code order. It plays one criterion and game under each of them, beside the
// published averages, and solves three puzzles that their sources leave.
func conventionsEntry() notebook.Entry {
	quick := subjects(
		"bc4x10 expected-size first=0123",
		"bc4x10 minimax first=0123",
		"bc4x10 entropy first=0123",
		"mm4x6 entropy first=1234",
	)
	slow := subjects(
		"mm5x8 minimax first=11234",
		"mm5x8 expected-size first=11234",
		"mm5x8 entropy first=11234",
		"mm5x8 most-parts first=11223",
	)

	grids := slices.Concat(
		notebook.StudyOf(quick, askConventions),
		notebook.StudyOf(slow, askConventions).Slow(),
	)
	puzzles := notebook.StudyOf(puzzles(), puzzle.asked)
	return entryOf("conventions", notebook.Both(
		puzzles.Some(),
		grids.Answered(),
		conventionsPage,
	))
}

// conventionsPage answers by how far conventions move a mean, and how many published figures
// are the histogram of one. Its picture shows the convention that moves most: ties.
func conventionsPage(puzzles []puzzle, grids []conventionGrid) report.Page {
	page := report.Page{Findings: []string{""}}
	for _, p := range puzzles {
		page.Results = append(page.Results, p.results...)
		var figures []chart.Figure
		if p.file != "" {
			figures = append(figures, p.figure())
		}
		addTable(&page, p.heading, p.results, puzzleCells, figures...)
		page.Findings = append(page.Findings, p.finding(p.results))
	}

	var figures, given int
	var largest float64
	for _, g := range grids {
		page.Results = append(page.Results, g.results...)
		heading := fmt.Sprintf("%s: %s from %s", report.GameInWords(g.Game), g.Criterion, g.First)
		addTable(&page, heading, g.results, conventionCells)

		low, high := span(g.results, total)
		largest = max(largest, high.Mean-low.Mean)
		figures += len(g.published())
		given += count(g.published(), g.gives)
	}

	page.Picture = tiesFigure(grids)
	page.Findings[0] = fmt.Sprintf(
		"Guess pool, tie-breaking and code order alone change the mean by up to %.2f guesses; they reproduce %s published averages exactly.",
		largest,
		outOf(given, figures),
	)
	return page
}

// A puzzle is a published figure that its source does not describe well enough to reproduce.
type puzzle struct {
	heading        string
	file           string                               // of the figure; empty if there is nothing to see
	title          func(results []engine.Result) string // of the figure
	configurations []engine.Configuration
	names          []string // of the configurations in the figure
	finding        func(results []engine.Result) string
	results        []engine.Result // of the configurations, once they are played
}

func (p puzzle) asked() notebook.Asked[puzzle] {
	return notebook.Then(ask.Plays(p.configurations).All(), p.played)
}

func (p puzzle) played(results []engine.Result) puzzle {
	p.results = results
	return p
}

// figure has a row for each configuration, and names the sources that print its mean.
func (p puzzle) figure() chart.Figure {
	d := chart.Dots{
		XLabel: "mean guesses",
		Notes:  "mean (source)",
		Series: dotSeries("not printed", "a printed mean"),
	}
	first := p.results[0]
	var sources []published.Figure
	for i, r := range p.results {
		dot := chart.Dot{X: r.Mean}
		note := report.Mean(r.Mean).Text
		if figures := publishedWith(r); len(figures) > 0 {
			dot.Series = 1
			note += fmt.Sprintf(" (%s)", citations(figures))
			sources = append(sources, figures...)
		}

		d.Rows = append(d.Rows, chart.DotRow{
			Name: p.names[i],
			Dots: []chart.Dot{dot},
			Note: note,
		})
	}

	return chart.Figure{
		File:     p.file,
		Caption:  "Means with each choice: " + p.heading,
		Title:    p.title(p.results),
		Subtitle: fmt.Sprintf("%s, %s", report.GameInWords(first.Game), report.CriterionInWords(string(first.Criterion))),
		Source:   citations(sources),
		Verdict:  string(report.Exact),
		Charts:   []chart.Chart{d},
	}
}

func puzzleCells(r engine.Result) report.Row {
	return report.ResultCells(r).And("gives", publishedAs(r))
}

func puzzles() []puzzle {
	return []puzzle{
		{
			heading: "5.26805 and 5.26865",
			configurations: subjects(
				"bc4x10 expected-size first=0123",
				"bc4x10 expected-size first=0123 endgame=2",
				"bc4x10 expected-size first=1234",
				"bc4x10 expected-size first=1234 endgame=2",
				"bc4x10 expected-size first=9876 ties=consistent,last",
			),
			finding: firstGuessPuzzle,
		},

		{
			heading: "\"Candidates only\": 5.26726",
			file:    "conventions-candidates-only.png",
			title:   candidatesOnlyTitle,
			configurations: subjects(
				"bc4x10 expected-size first=1234 pool=consistent endgame=2",
				"bc4x10 expected-size first=1234 pool=all-until=2 endgame=2",
				"bc4x10 expected-size first=1234 pool=all-until=3 endgame=2",
				"bc4x10 expected-size first=1234 pool=all-until=4 endgame=2",
				"bc4x10 expected-size first=1234 endgame=2",
			),
			names: []string{
				"candidates from guess 2 on",
				"from guess 3 on",
				"from guess 4 on",
				"from guess 5 on",
				"never only candidates",
			},
			finding: candidatesOnlyPuzzle,
		},

		{
			heading: "Why clever2 averages worse than clever1", // though it may guess more codes
			file:    "conventions-clever.png",
			title:   cleverTitle,
			configurations: subjects(
				"bc4x10 minimax first=0123 pool=consistent ties=first order=swap",
				"bc4x10 minimax first=0123 ties=first order=swap",
				"bc4x10 minimax first=0123 ties=consistent,first order=swap",
			),
			names: []string{
				"candidates only (clever1)",
				"all codes, the first wins ties (clever2)",
				"all codes, a candidate wins ties",
			},
			finding: cleverPuzzle,
		},
	}
}

func firstGuessPuzzle(results []engine.Result) string {
	from0123, from1234 := results[0], results[2]
	return fmt.Sprintf(
		"Expected size needs %s guesses from 0123 (%s) and %s from 1234 (%s). After 1234 the unused 0 comes first in order, and wins other ties.",
		report.Mean(from0123.Mean),
		sourcesOf(from0123),
		report.Mean(from1234.Mean),
		sourcesOf(from1234),
	)
}

func candidatesOnlyPuzzle(results []engine.Result) string {
	consistent, until3 := results[0], results[2]
	return fmt.Sprintf(
		"\"Candidates only\" needs %s guesses; the published %s (%s) comes from tables of second and third guesses made with all codes, and candidates only after that.",
		report.Mean(consistent.Mean),
		report.Mean(until3.Mean),
		sourcesOf(until3),
	)
}

// candidatesOnlyTitle says from which guess on the player that the blog measured keeps to
// candidates.
func candidatesOnlyTitle(results []engine.Result) string {
	i := slices.IndexFunc(results, isPublished)
	return fmt.Sprintf("The blog's player keeps to candidates from guess %d on, not from guess 2", i+2)
}

func isPublished(r engine.Result) bool {
	return len(publishedWith(r)) > 0
}

// cleverTitle says how much of what more choice costs is due to ties.
func cleverTitle(results []engine.Result) string {
	clever1, clever2, preferring := results[0], results[1], results[2]
	return fmt.Sprintf(
		"A program with more choice plays worse: ties explain %.2f of the %.2f guesses it loses",
		perSecret(clever2, preferring),
		perSecret(clever2, clever1),
	)
}

func cleverPuzzle(results []engine.Result) string {
	clever1, clever2, preferring := results[0], results[1], results[2]
	return fmt.Sprintf(
		"Of the %.3f guesses by which clever2 (%s) trails clever1, ties cause %.3f.",
		perSecret(clever2, clever1),
		sourcesOf(clever2),
		perSecret(clever2, preferring),
	)
}

// perSecret is how many guesses a secret one result takes more than another.
func perSecret(more, less engine.Result) float64 {
	return float64(more.Total-less.Total) / float64(more.Secrets)
}

// sourcesOf cites the sources that publish a result.
func sourcesOf(r engine.Result) string {
	return citations(publishedWith(r))
}

// A conventionGrid plays one criterion on one game under all conventions.
type conventionGrid struct {
	engine.Configuration
	results []engine.Result
}

// conventionPools and conventionTies are the choices that authors rarely mention.
var conventionPools = []strategy.Pool{
	strategy.All,
	"all-until=4",
	"all-until=3",
	"all-until=2",
	strategy.Consistent,
}

var conventionTies = []string{
	"consistent,first",
	"consistent,last",
	"consistent,random=1",
	"first",
	"last",
}

// configurations varies the conventions, in Bulls and Cows the order of codes too, and adds the
// configurations of programs whose figures are published.
func (g conventionGrid) configurations() []engine.Configuration {
	strategies := configs.StrategyGrid{
		Criteria: []strategy.Criterion{g.Criterion},
		Pools:    conventionPools,
		Ties:     conventionTies,
	}
	if g.Game == "bc4x10" {
		strategies.Orders = []game.Order{game.Lex, game.Swap}
	}

	grid := configs.Grid{
		Games:        []string{g.Game},
		Strategies:   strategies.Strategies(),
		FirstGuesses: []string{g.First},
	}
	programs := lists.Keep(configurationsOf(g.published()), ofProgram)
	return append(grid.Configurations(), programs...)
}

// ofProgram reports whether a strategy has the arithmetic or the rules of another program.
func ofProgram(c engine.Configuration) bool {
	return strings.Contains(c.Strategy.String(), "@")
}

func askConventions(c engine.Configuration) notebook.Asked[conventionGrid] {
	g := conventionGrid{Configuration: c}
	return notebook.Then(ask.Plays(g.configurations()).All(), g.played)
}

func (g conventionGrid) played(results []engine.Result) conventionGrid {
	g.results = results
	return g
}

func conventionCells(r engine.Result) report.Row {
	return report.Cells(
		"pool", r.Pool,
		"ties", r.Ties,
		"order", r.Order,
		"total", r.Total,
		"mean", r.Mean,
		"worst", r.Worst,
		"histogram", r.Histogram,
		"gives", publishedAs(r),
	)
}

// published returns the published figures for the grid's game, criterion and first
// guess.
func (g conventionGrid) published() []published.Figure {
	return lists.Keep(published.Averages(), func(p published.Figure) bool {
		s := p.Subject
		ours := s.Game == g.Game && exactSums(s.Criterion) == g.Criterion
		begun := s.First == "" || s.First == g.First
		return ours && begun && p.Total != 0
	})
}

// gives reports whether some convention reproduces the histogram of a published figure.
func (g conventionGrid) gives(p published.Figure) bool {
	return slices.ContainsFunc(g.results, func(r engine.Result) bool {
		return slices.Contains(publishedAs(r), p.ID)
	})
}

// withTies returns the result of the usual pool and order with a tie rule.
func (g conventionGrid) withTies(ties string) engine.Result {
	i := slices.IndexFunc(g.results, func(r engine.Result) bool {
		return r.Criterion == g.Criterion &&
			r.Pool == strategy.All &&
			r.Order == game.Lex &&
			r.Ties == ties
	})
	return g.results[i]
}

// tiesFigure shows for each game and criterion what ties cost: the mean if a candidate wins
// them, and if the first code of the list does. There is a panel for each game.
func tiesFigure(grids []conventionGrid) *chart.Figure {
	var panels []chart.Chart
	var most float64
	for _, of := range groupBy(grids, conventionGrid.ofGame) {
		d := chart.Dots{
			Title:  wording.FirstUpper(report.ShortGame(of[0].Game)),
			XLabel: "mean guesses",
			Series: dotSeries("a candidate wins ties", "the first code wins ties"),
			Notes:  "difference",
		}

		for _, g := range of {
			candidate := g.withTies("consistent,first")
			first := g.withTies("first")
			more := first.Mean - candidate.Mean
			most = max(most, more)
			name := report.CriterionInWords(string(g.Criterion))
			note := fmt.Sprintf("%+.3f", more)
			d.Rows = append(d.Rows, barBetween(name, candidate.Mean, first.Mean, note))
		}
		panels = append(panels, d)
	}

	title := fmt.Sprintf("An unwritten rule, who wins ties, moves averages by up to %.2f guesses", most)
	return picture("conventions.png", title, panels...)
}

func (g conventionGrid) ofGame() string {
	return g.Game
}
