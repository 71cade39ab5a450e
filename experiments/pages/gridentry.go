// The entry of any grid of strategies: which is the best, and how far it is from the optimum.

package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// gridEntry declares an entry that plays grids of configurations. It says which criterion is the
// best in each game, how far that is from the optimum, and how much the other choices matter. Its
// picture has a panel for each game, its tables have all figures. A grid without strategies has the
// classic ones.
func gridEntry(name, question, about string, grids ...configs.Grid) notebook.Entry {
	for i, g := range grids {
		if g.Strategies == nil {
			grids[i].Strategies = configs.StrategyGrid{Criteria: strategy.Classic()}.Strategies()
		}
	}
	configurations := expand(grids)
	played := ask.TreePlays(configurations).Distinct().Answered()
	page := notebook.Both(
		played,
		optimaOf(configurations).Some(),
		func(played []ask.Played, proved []optimum) report.Page {
			results := ask.Results(played)
			page := gridPage(playedGames(results, proved))
			page.Picture.File = name + ".png"
			page.Results = results
			page.Trees = lists.Map(played, treeView)
			return page
		},
	)

	entry := entryOf(name, page)
	entry.Question = question
	entry.About = about
	return entry
}

// treeView is the tree of a configuration, to be walked through on the page.
func treeView(played ask.Played) report.TreeView {
	return report.TreeView{
		Game: played.Result.Game,
		Name: played.Result.Strategy.String(),
		Tree: played.KeptTree(),
	}
}

// A playedGame is the results of a game with the figures of an optimal strategy, which are zero if
// none is proved.
type playedGame struct {
	results []engine.Result
	optimum tree.Figures
}

// playedGames groups results by their games.
func playedGames(results []engine.Result, proved []optimum) (games []playedGame) {
	for _, of := range byGame(results) {
		games = append(games, playedGame{
			results: of,
			optimum: provedFor(of[0].Game, proved),
		})
	}
	return games
}

func (g playedGame) name() string {
	return titled(g.results[0].Game)
}

// best lists the results of the least total.
func (g playedGame) best() []engine.Result { return leastTotals(g.results) }

// leastMean is their mean.
func (g playedGame) leastMean() float64 {
	return g.best()[0].Mean
}

func (g playedGame) proved() bool {
	return g.optimum.Total > 0
}

// above is by how much the best mean exceeds the optimum.
func (g playedGame) above() float64 {
	return g.leastMean() - g.optimum.Mean
}

// choice names what sets a result apart from others of its criterion: pool, ties and
// order, and the first guess if some strategy has several. Without choices it is empty.
func (g playedGame) choice(r engine.Result) string {
	strategies := eachOnce(g.results, strategyOf)
	switch len(g.results) {
	case len(byCriterion(g.results)):
		return ""
	case len(strategies):
		return cmp.Or(afterCriterion(r, strategyOf(r)), "defaults")
	}
	return afterCriterion(r, strategyFrom(r))
}

// afterCriterion is a text that begins with the criterion of a result, without it.
func afterCriterion(r engine.Result, text string) string {
	return strings.TrimLeft(strings.TrimPrefix(text, criterionOf(r)), ", ")
}

func gridPage(games []playedGame) report.Page {
	page := report.Page{Picture: gridFigure(games)}
	addGridFindings(&page, games)
	for _, g := range games {
		text := ""
		if g.proved() {
			text = fmt.Sprintf("The proved optimum is %s guesses, %s on average.",
				wording.Thousands(g.optimum.Total), report.Mean(g.optimum.Mean))
		}
		page.Add(report.GameInWords(g.results[0].Game), text, report.TableOf(g.results, report.ResultCells))
	}
	return page
}

// amongWhat counts what the results differ in.
func amongWhat(results []engine.Result) string {
	if n := len(byCriterion(results)); n > 1 {
		return fmt.Sprintf("%d criteria", n)
	}
	return fmt.Sprintf("%d choices", len(results))
}

// addGridAnswer says which strategy is the best in each of two games, or which criterion is
// most often the best of many.
func addGridAnswer(page *report.Page, games []playedGame) {
	if len(games) <= 2 {
		page.Findf("%s: the fewest of %s.",
			wording.FirstUpper(firstThree(games, playedGame.bestInWords)), amongWhat(games[0].results))
		return
	}

	often, times := winners(lists.Map(games, playedGame.best), criterionOf)
	verb := "is best"
	if len(often) > 1 {
		verb = "tie: each is best"
	}

	low, high := span(games, playedGame.leastMean)
	page.Findf("%s %s in %d of %d games, with %.4f guesses in %s to %.4f in %s.",
		wording.FirstUpper(join(often, report.CriterionInWords)), verb,
		times, len(games),
		low.leastMean(), gameOf(low.results[0]),
		high.leastMean(), gameOf(high.results[0]))
}

func (g playedGame) bestInWords() string {
	needs := english.PluralWord(len(g.best()), "needs", "need")
	return fmt.Sprintf("%s %s %.4f in %s",
		join(g.best(), bestFrom),
		needs, g.leastMean(), g.name())
}

// bestFrom names a strategy in a sentence, with its first guess.
func bestFrom(r engine.Result) string {
	return criterionInWords(r) + strings.TrimPrefix(strategyFrom(r), criterionOf(r))
}

func addGridFindings(page *report.Page, games []playedGame) {
	addGridAnswer(page, games)
	if proved := lists.Keep(games, playedGame.proved); len(proved) > 0 {
		page.Findf("The proved optimum is %s.",
			firstThree(proved, playedGame.optimumInWords))
	}

	var choices, criteria []resultSpread
	for _, g := range games {
		var bests []engine.Result
		for _, of := range byCriterion(g.results) {
			choice := g.spread(of)
			choices = append(choices, choice)
			bests = append(bests, choice.good)
		}
		criteria = append(criteria, g.spread(bests))
	}

	if _, w := span(criteria, resultSpread.width); w.width() > 0 {
		page.Findf("The criterion changes the mean by up to %.3f guesses: in %s %s needs %.4f at its best.",
			w.width(), w.game.name(),
			criterionInWords(w.bad), w.bad.Mean)
	}

	if _, w := span(choices, resultSpread.width); w.width() > 0 {
		what := "other choices change"
		if w.good.Strategy == w.bad.Strategy {
			what = "first guess changes"
		}
		page.Findf("The %s it by up to %.3f: in %s %s needs %.4f (%s) to %.4f (%s).",
			what, w.width(), w.game.name(), criterionInWords(w.bad),
			w.good.Mean, w.game.choice(w.good), w.bad.Mean, w.game.choice(w.bad))
	}

	page.Findf("The shortest worst case among them is %s.",
		firstThree(games, playedGame.shortestInWords))
}

// A resultSpread is the best and the worst of some results of one game.
type resultSpread struct {
	game      playedGame
	good, bad engine.Result
}

func (s resultSpread) width() float64 {
	return s.bad.Mean - s.good.Mean
}

// spread takes the best and the worst of some results of the game.
func (g playedGame) spread(results []engine.Result) resultSpread {
	good, bad := span(results, total)
	return resultSpread{
		game: g,
		good: good,
		bad:  bad,
	}
}

func (g playedGame) optimumInWords() string {
	return fmt.Sprintf("%.4f in %s, %.4f less",
		g.optimum.Mean, g.name(), g.above())
}

func (g playedGame) shortestInWords() string {
	shortest, _ := extremes(g.results, worst)
	by := ""
	if of := byCriterion(shortest); len(of) < len(byCriterion(g.results)) {
		by = ", by " + join(shortest, criterionInWords)
	}
	return fmt.Sprintf("%d guesses in %s%s",
		shortest[0].Worst, g.name(), by)
}

// gridFigure has a panel for each game, in it a row for each criterion, and in each row
// a dot for each of the other choices, in the same order everywhere.
func gridFigure(games []playedGame) *chart.Figure {
	names := eachOnce(slices.Concat(lists.Map(games, playedGame.choices)...), itself)
	colours := chart.Colours(names)

	f := &chart.Figure{
		Caption:  "Mean number of guesses by criterion, a dot for each of the other choices, and the optimum where it is proved",
		Subtitle: "mean number of guesses; the lower the better",
	}

	for _, g := range games {
		d := chart.Dots{
			Title: report.GameInWords(gameOf(g.results[0])) + g.begun(),
			Lanes: true,
			Notes: "best",
		}
		if g.proved() {
			best := g.optimum.Mean
			d.Marks = []chart.Mark{{Name: "optimum " + fourDecimals(best), X: best}}
		}
		d = dotsOf(d, g.results, g.choice, criterionAndMean)

		for i, s := range d.Series {
			d.Series[i].Colour = colours[slices.Index(names, s.Name)]
		}
		for i, of := range byCriterion(g.results) {
			good, _ := span(of, total)
			d.Rows[i].Note = fourDecimals(good.Mean)
		}
		f.Charts = append(f.Charts, d)
	}
	f.Title = gridTitle(games)
	return f
}

// begun says where all strategies begin if the colours of the dots do not.
func (g playedGame) begun() string {
	firsts := eachOnce(g.results, firstOf)
	switch {
	case g.choice(g.results[0]) != "":
		return ""
	case len(firsts) == 1:
		return ": from " + firsts[0]
	}
	return ": each from its own first guess"
}

func (g playedGame) choices() []string {
	return lists.Map(g.results, g.choice)
}

func criterionAndMean(r engine.Result) (string, float64) {
	return criterionInWords(r), r.Mean
}

// gridTitle says how far the best of some results are from the optimum or, if that is not
// proved in all games, what they need.
func gridTitle(games []playedGame) string {
	best := slices.Concat(lists.Map(games, playedGame.best)...)
	needs := english.PluralWord(len(eachOnce(best, criterionOf)), "needs", "need")
	title := wording.FirstUpper(join(best, criterionInWords)) + " " + needs

	if count(games, playedGame.proved) == len(games) {
		if len(games) > 1 {
			title = "The best rule of each game needs"
		}
		return fmt.Sprintf("%s up to %.3f guesses more than the proved optimum",
			title, largest(games, playedGame.above))
	}

	low, high := span(best, meanOf)
	if low.Mean < high.Mean {
		title += fmt.Sprintf(" %.4f to", low.Mean)
	}
	return fmt.Sprintf("%s %.4f guesses, the best of %s",
		title, high.Mean, amongWhat(games[0].results))
}
