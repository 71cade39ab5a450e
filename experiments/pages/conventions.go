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
	quick := []conventionGrid{
		{"bc4x10", "0123", strategy.ExpectedSize, []game.Order{game.Lex, game.Swap}},
		{"bc4x10", "0123", strategy.Minimax, []game.Order{game.Lex, game.Swap}},
		{"bc4x10", "0123", strategy.Entropy, []game.Order{game.Lex, game.Swap}},
		{"mm4x6", "1234", strategy.Entropy, nil},
	}

	slow := []conventionGrid{
		{"mm5x8", "11234", strategy.Minimax, nil},
		{"mm5x8", "11234", strategy.ExpectedSize, nil},
		{"mm5x8", "11234", strategy.Entropy, nil},
		{"mm5x8", "11223", strategy.MostParts, nil},
	}

	puzzles := notebook.StudyOf(puzzles(), puzzle.asked)
	quickGrids := notebook.StudyOf(quick, conventionGrid.asked)
	slowGrids := notebook.StudyOf(slow, conventionGrid.asked).Slow()

	return notebook.Entry{
		Name:  "conventions",
		Tasks: slices.Concat(puzzles.Tasks(), quickGrids.Tasks(), slowGrids.Tasks()),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			grids := slices.Concat(quickGrids, slowGrids).In(o)
			if len(grids) == 0 {
				return report.Page{}, false
			}
			return conventionsPage(puzzles.In(o), grids), true
		},
	}
}

// conventionsPage answers by how far conventions move a mean, and how many published figures
// are the histogram of one. Its picture shows the convention that moves most: ties.
func conventionsPage(puzzles []playedPuzzle, grids []playedConventions) report.Page {
	page := report.Page{Findings: []string{""}}
	for _, p := range puzzles {
		page.Results = append(page.Results, p.results...)
		page.Sections = append(page.Sections, p.section(p.results))
		page.Findings = append(page.Findings, p.finding(p.results))
	}

	figures, given := 0, 0
	largest := 0.0
	for _, g := range grids {
		page.Results = append(page.Results, g.results...)
		page.Sections = append(page.Sections, g.section(g.results))
		low, high := extremes(g.results)
		largest = max(largest, high[0].Mean-low[0].Mean)
		figures += len(g.published())
		given += len(g.given(g.results))
	}

	page.Picture = tiesFigure(grids)
	page.Findings[0] = fmt.Sprintf("Guess pool, tie-breaking and code order alone change the mean by up to %.2f guesses; they reproduce %s published averages exactly.",
		largest, outOf(given, figures))
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
}

// A playedPuzzle is a puzzle with the results of its configurations.
type playedPuzzle struct {
	puzzle
	results []engine.Result
}

func (p puzzle) asked() notebook.Asked[playedPuzzle] {
	return notebook.Then(notebook.All(ask.Plays(p.configurations)), p.played)
}

func (p puzzle) played(results []engine.Result) playedPuzzle {
	return playedPuzzle{puzzle: p, results: results}
}

// section tables the puzzle's results with the published figures that they reproduce.
func (p puzzle) section(results []engine.Result) report.Section {
	section := report.NewSection(p.heading, "",
		report.TableOf(results, puzzleCells))
	if p.file == "" {
		return section
	}

	d := chart.Dots{
		XLabel: "mean guesses",
		Notes:  "mean (source)",
		Series: dotSeries("not printed", "a printed mean"),
	}
	var sources []published.Figure
	for i, r := range results {
		dot := chart.Dot{X: r.Mean}
		note := report.Mean(r.Mean).Text
		if figures := publishedWith(r); len(figures) > 0 {
			dot.Series = 1
			note += fmt.Sprintf(" (%s)", citations(figures))
			sources = append(sources, figures...)
		}
		d.Rows = append(d.Rows, chart.DotRow{
			Name:   p.names[i],
			Dots:   []chart.Dot{dot},
			Ranges: []chart.Range{{From: results[0].Mean, To: r.Mean}},
			Note:   note,
		})
	}

	section.Figures = []chart.Figure{{
		File:     p.file,
		Caption:  "Means with each choice: " + p.heading,
		Title:    p.title(results),
		Subtitle: fmt.Sprintf("%s, %s", report.GameInWords(results[0].Game), results[0].Criterion),
		Source:   citations(sources),
		Verdict:  string(report.Exact),
		Charts:   []chart.Chart{d},
	}}
	return section
}

func puzzleCells(r engine.Result) []report.Cell {
	return append(report.ResultCells(r), report.Cells("gives", publishedAs(r))...)
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
			names:   []string{"candidates from guess 2 on", "from guess 3 on", "from guess 4 on", "from guess 5 on", "never only candidates"},
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
			names:   []string{"candidates only (clever1)", "all codes, the first wins ties (clever2)", "all codes, a candidate wins ties"},
			finding: cleverPuzzle,
		},
	}
}

func firstGuessPuzzle(results []engine.Result) string {
	from0123, from1234 := results[0], results[2]
	return fmt.Sprintf("Expected-size needs %s guesses from 0123 (%s) and %s from 1234 (%s): after 1234 the unused 0 comes first in order, and wins other ties.",
		report.Mean(from0123.Mean), sourcesOf(from0123), report.Mean(from1234.Mean), sourcesOf(from1234))
}

func candidatesOnlyPuzzle(results []engine.Result) string {
	consistent, until3 := results[0], results[2]
	return fmt.Sprintf("\"Candidates only\" needs %s guesses; the published %s (%s) comes from tables of second and third guesses made with all codes, and candidates only after that.",
		report.Mean(consistent.Mean), report.Mean(until3.Mean), sourcesOf(until3))
}

// candidatesOnlyTitle says from which guess on the player that the blog measured keeps to
// candidates.
func candidatesOnlyTitle(results []engine.Result) string {
	i := slices.IndexFunc(results, isPublished)
	return fmt.Sprintf("The blog's player keeps to candidates from guess %d on, not from guess 2", i+2)
}

func isPublished(r engine.Result) bool { return len(publishedWith(r)) > 0 }

// cleverTitle says how much of what more choice costs is due to ties.
func cleverTitle(results []engine.Result) string {
	clever1, clever2, preferring := results[0], results[1], results[2]
	return fmt.Sprintf("A program with more choice plays worse: ties explain %.2f of the %.2f guesses it loses",
		perSecret(clever2, preferring), perSecret(clever2, clever1))
}

func cleverPuzzle(results []engine.Result) string {
	clever1, clever2, preferring := results[0], results[1], results[2]
	return fmt.Sprintf("Of the %.3f guesses by which clever2 (%s) trails clever1, ties cause %.3f.",
		perSecret(clever2, clever1), sourcesOf(clever2), perSecret(clever2, preferring))
}

// perSecret is how many guesses a secret one result takes more than another.
func perSecret(more, less engine.Result) float64 {
	return float64(more.Total-less.Total) / float64(more.Secrets)
}

// sourcesOf cites the sources that publish a result.
func sourcesOf(r engine.Result) string { return citations(publishedWith(r)) }

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

	return append(grid, lists.Keep(configurationsOf(g.published()), ofProgram)...)
}

// ofProgram reports whether a strategy has the arithmetic or the rules of another program.
func ofProgram(c engine.Configuration) bool { return strings.Contains(c.Strategy.String(), "@") }

// A playedConventions is a game and a criterion, played under every convention.
type playedConventions struct {
	conventionGrid
	results []engine.Result
}

func (g conventionGrid) asked() notebook.Asked[playedConventions] {
	return notebook.Then(notebook.All(ask.Plays(g.configurations())), g.played)
}

func (g conventionGrid) played(results []engine.Result) playedConventions {
	return playedConventions{conventionGrid: g, results: results}
}

// section tables the grid's results with the published figures that they reproduce.
func (g conventionGrid) section(results []engine.Result) report.Section {
	heading := fmt.Sprintf("%s: %s from %s", report.GameInWords(g.game), g.criterion, g.first)
	return report.NewSection(heading, "",
		report.TableOf(results, conventionCells))
}

func conventionCells(r engine.Result) []report.Cell {
	return report.Cells(
		"pool", r.Pool,
		"ties", r.Ties,
		"order", r.Order,
		"total", r.Total,
		"mean", report.Mean(r.Mean),
		"worst", r.Worst,
		"histogram", report.Histogram(r.Histogram),
		"gives", publishedAs(r),
	)
}

// published returns the published figures for the grid's game, criterion and first
// guess.
func (g conventionGrid) published() []published.Figure {
	return lists.Keep(published.Averages(), func(p published.Figure) bool {
		s := p.Subject
		ours := s.Game == g.game && exactSums(s.Criterion) == g.criterion
		return ours && p.Total != 0 && (s.First == "" || s.First == g.first)
	})
}

// given lists the published figures whose histogram some convention reproduces.
func (g conventionGrid) given(results []engine.Result) []published.Figure {
	return lists.Keep(g.published(), func(p published.Figure) bool {
		return slices.ContainsFunc(results, func(r engine.Result) bool {
			return slices.Contains(publishedAs(r), p.ID)
		})
	})
}

// withTies returns the result of the usual pool and order with a tie rule; false if there is
// none.
func (g playedConventions) withTies(ties string) (engine.Result, bool) {
	i := slices.IndexFunc(g.results, func(r engine.Result) bool {
		return r.Criterion == g.criterion &&
			r.Pool == strategy.All &&
			r.Order == game.Lex &&
			r.Ties == ties
	})
	if i < 0 {
		return engine.Result{}, false
	}
	return g.results[i], true
}

// tiesFigure shows for each game and criterion what ties cost: the mean if a candidate wins
// them, and if the first code of the list does. There is a panel for each game.
func tiesFigure(grids []playedConventions) *chart.Figure {
	f := chart.Figure{
		File:     "conventions.png",
		Caption:  "Mean guesses of the same criterion under two ways to break ties: for a candidate, or for the first code",
		Subtitle: "mean guesses of the same criterion with all codes allowed, under two ways to break ties",
	}

	most := 0.0
	for _, panel := range groupBy(grids, playedConventions.ofGame) {
		d := chart.Dots{
			Title:  wording.FirstUpper(report.ShortGame(panel[0].game)),
			XLabel: "mean guesses",
			Series: []chart.DotSeries{
				{Name: "a candidate wins ties", Colour: chart.ColourOf("consistent", 0)},
				{Name: "the first code wins ties", Colour: chart.ColourOf("first", 1)},
			},
			Notes: "difference",
		}
		for _, g := range panel {
			candidate, known := g.withTies("consistent,first")
			first, alsoKnown := g.withTies("first")
			if !known || !alsoKnown {
				continue
			}
			most = max(most, first.Mean-candidate.Mean)
			d.Rows = append(d.Rows, chart.DotRow{
				Name:   report.CriterionInWords(string(g.criterion)),
				Dots:   []chart.Dot{{X: candidate.Mean}, {Series: 1, X: first.Mean}},
				Ranges: []chart.Range{{From: candidate.Mean, To: first.Mean}},
				Note:   fmt.Sprintf("%+.3f", first.Mean-candidate.Mean),
			})
		}
		if len(d.Rows) > 0 {
			f.Charts = append(f.Charts, d)
		}
	}
	if len(f.Charts) == 0 {
		return nil
	}

	f.Title = fmt.Sprintf("An unwritten rule, who wins ties, moves averages by up to %.2f guesses", most)
	return &f
}

func (g playedConventions) ofGame() string { return g.game }
