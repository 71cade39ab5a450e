// Which first guess is the best, for each criterion and in optimal play.

package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// firstGuessEntry asks which first guess is the best, for each criterion and in optimal play. No
// source: it plays every kind of first guess.
func firstGuessEntry() notebook.Entry {
	games := []string{"mm4x6", "mm5x8", "bc4x10"}
	played := notebook.StudyOf(games, askBegunGame)
	searched := notebook.StudyOf(searchedBeginnings(), beginnings.asked)
	return entryOf("first-guess", notebook.Both(
		played.Some(),
		searched.Answered(),
		firstGuessPage,
	))
}

func firstGuessPage(games []begunGame, trees [][]begun) report.Page {
	page := report.Page{Findings: []string{begunAnswer(trees[0])}}
	for _, g := range games {
		split := splitSection(g.game(), g.splits.Splits)
		came := g.totals()
		if page.Picture == nil && len(came.Figures) > 0 {
			page.Picture, came.Figures = &came.Figures[0], nil
		}
		page.Results = append(page.Results, g.results...)
		page.Sections = append(page.Sections, split, came)
		page.Findings = append(page.Findings, firstGuessFinding(g.results, g.chosen()))
	}
	addTable(&page, "Optimal strategies from each first guess",
		slices.Concat(trees...), begun.cells)
	return page
}

// A begunGame is a game as it is played from every kind of first guess.
type begunGame struct {
	splits  fixed.FirstGuessSplits
	results []engine.Result
}

func askBegunGame(game string) notebook.Asked[begunGame] {
	splits := notebook.Ask(fixed.FirstGuesses{Game: game, Criteria: withSimple()})
	results := ask.Plays(fromEveryFirstGuess(game).Configurations()).All()
	return notebook.Both(splits, results, func(splits fixed.FirstGuessSplits, results []engine.Result) begunGame {
		return begunGame{splits, results}
	})
}

func (g begunGame) game() string {
	return gameOf(g.results[0])
}

// chosen is the first guess that each criterion chooses by itself.
func (g begunGame) chosen() map[strategy.Criterion]string {
	chosen := map[strategy.Criterion]string{}
	for i, c := range withSimple() {
		chosen[c] = g.splits.Chosen[i]
	}
	return chosen
}

// fromEveryFirstGuess plays every criterion from every kind of first guess.
func fromEveryFirstGuess(gameName string) configs.Grid {
	return configs.Grid{
		Games:        []string{gameName},
		Strategies:   configs.StrategyGrid{Criteria: withSimple()}.Strategies(),
		FirstGuesses: kindsOfFirst(gameName),
	}
}

// kindsOfFirst lists a first guess of each kind.
func kindsOfFirst(gameName string) []string {
	g := sure(game.Parse(gameName))
	return lists.Map(game.CanonicalGuesses(g), g.FormatCode)
}

// splitSection tables the classes that the kinds of first guess make.
func splitSection(gameName string, splits []fixed.FirstGuessSplit) report.Section {
	feedback := occurring(splits)
	table := report.TableOf(splits, func(s fixed.FirstGuessSplit) report.Row {
		q := s.Quality()
		cells := report.Cells(
			"first guess", s.Guess,
			"largest class", q.Largest,
			"entropy, bits", report.Decimals(q.Entropy, 4),
			"expected size", report.Decimals(q.ExpectedSize, 3),
			"classes", q.Parts,
		)
		for _, f := range feedback {
			cells = cells.And(f, s.Sizes[f])
		}
		return cells
	})
	return report.Section{
		Heading: report.GameInWords(gameName) + ": how first guesses split the secrets",
		Table:   table,
	}
}

// occurring lists the feedback that some first guess gets, by blacks and then by
// whites.
func occurring(splits []fixed.FirstGuessSplit) (feedback []game.Feedback) {
	for f := range splits[0].Sizes {
		if slices.ContainsFunc(splits, func(s fixed.FirstGuessSplit) bool { return s.Sizes[f] > 0 }) {
			feedback = append(feedback, game.Feedback(f))
		}
	}
	return sortedBy(feedback, game.Feedback.String)
}

// A begunResult is what a criterion needs from a first guess.
type begunResult struct {
	engine.Result
	least int  // the total from the best first guess of the criterion
	own   bool // whether the criterion itself chooses the guess
}

func (g begunGame) begunResults() (rows []begunResult) {
	chosen := g.chosen()
	for _, of := range byCriterion(g.results) {
		best, _ := span(of, total)
		for _, r := range of {
			rows = append(rows, begunResult{
				Result: r,
				least:  best.Total,
				own:    chosen[r.Criterion] == r.First,
			})
		}
	}
	return rows
}

func (r begunResult) criterion() string {
	return criterionOf(r.Result)
}

// point is the row of a first guess, and by how many percent it exceeds the best one.
func (r begunResult) point() (first string, percent float64) {
	return r.First, percentMore(r.Total, r.least)
}

func (r begunResult) cells() report.Row {
	return report.Cells(
		"criterion", r.Criterion,
		"first guess", r.First,
		"total", r.Total,
		"excess", r.Total-r.least,
		"mean", r.Mean,
		"worst", r.Worst,
		"histogram", r.Histogram,
		"own choice", strings.TrimSuffix(report.YesOrNo(r.own), "no"),
	)
}

// totals shows the totals from each first guess, and a picture if there are several.
func (g begunGame) totals() report.Section {
	rows := g.begunResults()
	section := report.Section{
		Heading: report.GameInWords(g.game()) + ": totals from each first guess",
		Table:   report.TableOf(rows, begunResult.cells),
	}

	d := chart.Dots{XLabel: "% more guesses than from the best first guess of the same criterion", Zero: true}
	d = dotsOf(d, rows, begunResult.criterion, begunResult.point)
	if len(d.Rows) > 1 {
		section.Figures = []chart.Figure{{
			File:     fmt.Sprintf("first-guess-%s.png", g.game()),
			Caption:  fmt.Sprintf("Percentage of guesses that each first guess of %s costs more than the best one, for each criterion", g.game()),
			Title:    worstFirstTitle(d),
			Subtitle: report.GameInWords(g.game()) + ". Best: " + bestFirsts(g.results),
			Charts:   []chart.Chart{d},
		}}
	}
	return section
}

// bestFirsts names the best first guesses, each with its criteria.
func bestFirsts(results []engine.Result) string {
	byFirst := groupBy(byCriterion(results), bestFirst)
	if len(byFirst) == 1 {
		return bestFirst(byFirst[0][0]) + " for every criterion"
	}
	return firstThree(byFirst, func(of [][]engine.Result) string {
		return bestFirst(of[0]) + " for " + join(of, criterionOfAll)
	})
}

// bestFirst names the best first guesses of a criterion.
func bestFirst(results []engine.Result) string {
	return join(leastTotals(results), firstOf)
}

// criterionOfAll is the criterion by which all results were played.
func criterionOfAll(results []engine.Result) string { return criterionInWords(results[0]) }

// worstFirstTitle names the first guess that costs most.
func worstFirstTitle(d chart.Dots) string {
	_, worst := span(d.Rows, leastDot)
	least, most := span(worst.Dots, place)
	return fmt.Sprintf("Beginning with %s costs %.0f to %.0f%% more guesses",
		worst.Name, least.X, most.X)
}

func leastDot(r chart.DotRow) float64 {
	least, _ := span(r.Dots, place)
	return least.X
}

func place(d chart.Dot) float64 { return d.X }

// firstGuessFinding says which first guess of a game is best for most criteria, and how
// many criteria would choose it.
func firstGuessFinding(results []engine.Result, chosen map[strategy.Criterion]string) string {
	groups := byCriterion(results)
	if len(groups[0]) == 1 {
		return fmt.Sprintf("%s: all first guesses are equivalent.",
			titled(results[0].Game))
	}

	best, times := winners(lists.Map(groups, leastTotals), firstOf)
	own := count(groups, func(group []engine.Result) bool {
		return slices.Contains(best, chosen[group[0].Criterion])
	})
	verb := english.PluralWord(len(best), "is", "are")
	return fmt.Sprintf("%s: %s %s best for %d of %d criteria, and chosen by %d.",
		titled(results[0].Game), join(best, itself),
		verb, times, len(groups), own)
}

// beginnings are the first guesses of a game; from each the best of all trees is searched.
type beginnings struct {
	game string
	pool strategy.Pool
}

// searchedBeginnings are beginnings of games whose searches take seconds.
func searchedBeginnings() []beginnings {
	return []beginnings{
		{"mm4x6", strategy.All},
		{"mm4x6", strategy.Consistent},
		{"mm4x7", strategy.All},
		{"mm5x5", strategy.All},
	}
}

// asked asks for the least total from every kind of first guess.
func (b beginnings) asked() notebook.Asked[[]begun] {
	var searches []ask.Solve
	for _, first := range kindsOfFirst(b.game) {
		searches = append(searches, leastTotalFrom(b.game, b.pool, first))
	}
	return notebook.Then(notebook.AskAll[ask.Solved](searches).All(), b.trees)
}

// A begun tree is the best that begins with a guess.
type begun struct {
	ask.Solved
	beginnings
	beyond int // excess over the best of all
}

// trees lists what was found from each first guess.
func (b beginnings) trees(found []ask.Solved) (trees []begun) {
	least, _ := span(found, totalOf)
	for _, s := range found {
		trees = append(trees, begun{
			Solved:     s,
			beginnings: b,
			beyond:     totalOf(s) - totalOf(least),
		})
	}
	return trees
}

func totalOf(s ask.Solved) int { return s.Total }

func (b begun) cells() report.Row {
	return report.Cells(
		"game", b.game,
		"pool", b.pool,
		"first guess", b.First,
		"least total", b.Total,
		"excess", b.beyond,
		"mean", b.Mean,
		"worst", b.Worst,
		"proved", b.Proved,
	)
}

// begunAnswer says which first guess of a game is best in optimal play, and what the worst
// one costs.
func begunAnswer(trees []begun) string {
	best, worst := span(trees, begun.excess)
	return fmt.Sprintf("%s in %s: optimal play from it needs %.4f guesses, from %s %.4f more. In Bulls and Cows all are equivalent.",
		best.First, titled(best.game), best.Mean,
		worst.First, worst.Mean-best.Mean)
}

func (b begun) excess() int { return b.beyond }
