package pages

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"

	"github.com/dustin/go-humanize/english"
)

// withSimple lists the four criteria that the literature compares, and before
// them the player that takes the first candidate. Entries name the criteria that
// they compare, so that a new one in the engine's list does not change what they ask.
func withSimple() []strategy.Criterion {
	return append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...)
}

// gridEntry declares an entry that plays grids of configurations and says which criterion
// is the best in each game, how far it is from the optimum, and what the other choices
// matter. Its picture has a panel for each game, its tables have all figures.
func gridEntry(name, question, about string, grids ...configs.Grid) notebook.Entry {
	configurations := expand(grids)
	played := ask.TreePlays(configurations)
	optima := optimaOf(configurations)
	return notebook.Entry{
		Name:     name,
		Question: question,
		About:    about,
		Tasks:    slices.Concat(played.Tasks(), optima.tasks()),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			answered := played.In(o)
			if len(answered) == 0 {
				return report.Page{}, false
			}

			results := ask.Results(answered)
			var games []playedGame
			for _, of := range byGame(results) {
				games = append(games, playedGame{of, optima.in(o, of[0].Game)})
			}

			page := gridPage(games)
			page.Picture.File = name + ".png"
			page.Results = results
			page.Trees = notebook.Map(answered, treeView)
			return page, true
		},
	}
}

// subjects lists the configurations that texts name, as commands take them.
func subjects(texts ...string) []engine.Configuration {
	return notebook.Map(texts, func(text string) engine.Configuration {
		return sure(engine.ParseSubject(text)).Configuration
	})
}

// byEntropy plays games by entropy, each from its own first guess.
func byEntropy(games ...string) []engine.Configuration {
	return notebook.Map(games, func(game string) engine.Configuration { return subjects(game + " entropy")[0] })
}

// classicOf plays games by the classic criteria with each of some pools, or the default
// one, from their own first guesses.
func classicOf(pools []strategy.Pool, games ...string) []engine.Configuration {
	return configs.Grid{Games: games, Strategies: configs.StrategyGrid{Criteria: strategy.Classic(), Pools: pools}.Strategies()}.Configurations()
}

// sure is what a name stands for that is written in the code, or comes from data that tests
// read.
func sure[T any](thing T, err error) T {
	if err != nil {
		panic(err)
	}
	return thing
}

// expand lists the configurations of grids, each once.
func expand(grids []configs.Grid) []engine.Configuration {
	return notebook.Distinct(slices.Concat(notebook.Map(grids, configs.Grid.Configurations)...), keyOf)
}

// keyOf is the same for configurations that play alike.
func keyOf(c engine.Configuration) engine.Key { return ask.NewPlay(c).Key }

// treeView is the tree of a configuration, to be walked through on the page.
func treeView(played ask.Played) report.TreeView {
	return report.TreeView{Game: played.Result.Game, Name: played.Result.Strategy.String(), Tree: played.KeptTree()}
}

// A playedGame is the results of a game, beside the figures of an optimal strategy, which
// are nothing if none is proved.
type playedGame struct {
	results []engine.Result
	optimum tree.Figures
}

func (g playedGame) name() string { return titled(g.results[0].Game) }

// best lists the results of the least total.
func (g playedGame) best() []engine.Result {
	best, _ := extremes(g.results)
	return best
}

func (g playedGame) proved() bool { return g.optimum.Total > 0 }

// above is by how much the best mean exceeds the optimum.
func (g playedGame) above() float64 { return g.best()[0].Mean - g.optimum.Mean }

// fourDecimals is a number as sentences have it.
func fourDecimals(x float64) string { return report.Decimals(x, 4).String() }

// titled names a game in a sentence: Mastermind (mm4x6).
func titled(gameName string) string {
	if title := game.Title(gameName); title != "" {
		return fmt.Sprintf("%s (%s)", title, gameName)
	}
	return gameName
}

// wellKnown reports whether a game is one that much is written about.
func wellKnown(gameName string) bool { return gameName == "mm4x6" || gameName == "bc4x10" }

// few lists texts with semicolons between them, but no more than three.
func few(texts []string) string {
	if more := len(texts) - 3; more > 0 {
		texts = append(slices.Clone(texts[:3]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

func strategyFrom(r engine.Result) string { return r.Strategy.String() + " from " + r.First }

// choice names what sets a result apart from others of its criterion: pool, ties and
// order, and the first guess if some strategy has several. Without choices it is empty.
func (g playedGame) choice(r engine.Result) string {
	text := strategyFrom(r)
	switch strategies := eachOnce(g.results, func(r engine.Result) string { return r.Strategy.String() }); len(g.results) {
	case len(byCriterion(g.results)):
		return ""
	case len(strategies):
		text = cmp.Or(strings.TrimPrefix(r.Strategy.String(), string(r.Criterion)), "defaults")
	}

	return strings.TrimLeft(strings.TrimPrefix(text, string(r.Criterion)), ", ")
}

func gridPage(games []playedGame) report.Page {
	page := report.Page{Findings: gridFindings(games), Picture: gridFigure(games)}
	for _, g := range games {
		s := report.NewSection(report.GameInWords(g.results[0].Game), "", report.TableOf(g.results, report.ResultCells))
		if g.proved() {
			s.Text = fmt.Sprintf("The proved optimum is %s guesses, %s on average.", thousands(g.optimum.Total), report.Mean(g.optimum.Mean))
		}
		page.Sections = append(page.Sections, s)
	}
	return page
}

// amongWhat says among what a result is the best.
func amongWhat(results []engine.Result) string {
	if n := len(byCriterion(results)); n > 1 {
		return fmt.Sprintf("%d criteria", n)
	}
	return fmt.Sprintf("%d choices", len(results))
}

// gridAnswer says which strategy is the best in each of two games, or which criterion is
// most often the best of many.
func gridAnswer(games []playedGame) string {
	among := amongWhat(games[0].results)
	if len(games) <= 2 {
		return fmt.Sprintf("Best of %s on average: %s.", among, few(notebook.Map(games, func(g playedGame) string {
			return fmt.Sprintf("%s, %s guesses in %s", join(g.best(), strategyFrom), fourDecimals(g.best()[0].Mean), g.name())
		})))
	}

	wins := map[string]int{}
	for _, g := range games {
		for _, of := range byCriterion(g.best()) {
			wins[criterionOf(of[0])]++
		}
	}

	_, often := extremesBy(slices.Sorted(maps.Keys(wins)), func(c string) int { return wins[c] })
	low, high := extremesBy(games, func(g playedGame) float64 { return g.best()[0].Mean })
	best := join(often, func(c string) string { return c })
	return fmt.Sprintf("Most often the best of %s: %s, in %d of %d games; the best means are %s guesses (%s) to %s (%s).",
		among, best, wins[often[0]], len(games),
		fourDecimals(low[0].best()[0].Mean), low[0].results[0].Game,
		fourDecimals(high[0].best()[0].Mean), high[0].results[0].Game)
}

func gridFindings(games []playedGame) []string {
	findings := []string{gridAnswer(games)}
	if proved := keep(games, playedGame.proved); len(proved) > 0 {
		findings = append(findings, fmt.Sprintf("The proved optimum is %s.", few(notebook.Map(proved, func(g playedGame) string {
			return fmt.Sprintf("%s in %s, %s less", fourDecimals(g.optimum.Mean), g.name(), fourDecimals(g.above()))
		}))))
	}

	// A spread is the best and the worst of some results of one game.
	type spread struct {
		game      playedGame
		good, bad engine.Result
	}
	width := func(s spread) float64 { return s.bad.Mean - s.good.Mean }

	var choices, criteria []spread
	for _, g := range games {
		var bests []engine.Result
		for _, of := range byCriterion(g.results) {
			good, bad := extremes(of)
			bests = append(bests, good[0])
			choices = append(choices, spread{g, good[0], bad[0]})
		}
		good, bad := extremes(bests)
		criteria = append(criteria, spread{g, good[0], bad[0]})
	}

	if _, widest := extremesBy(criteria, width); width(widest[0]) > 0 {
		w := widest[0]
		findings = append(findings, fmt.Sprintf("The criterion changes the mean by up to %.3f guesses: in %s %s needs %s at its best.", width(w), w.game.name(), w.bad.Criterion, fourDecimals(w.bad.Mean)))
	}

	if _, widest := extremesBy(choices, width); width(widest[0]) > 0 {
		w, what := widest[0], "other choices change"
		if w.good.Strategy == w.bad.Strategy {
			what = "first guess changes"
		}
		findings = append(findings, fmt.Sprintf("The %s it by up to %.3f: in %s %s needs %s (%s) to %s (%s).",
			what, width(w), w.game.name(), w.bad.Criterion, fourDecimals(w.good.Mean), w.game.choice(w.good), fourDecimals(w.bad.Mean), w.game.choice(w.bad)))
	}

	return append(findings, fmt.Sprintf("The shortest worst case among them is %s.", few(notebook.Map(games, func(g playedGame) string {
		shortest, _ := extremesBy(g.results, func(r engine.Result) int { return r.Worst })
		by := ""
		if of := byCriterion(shortest); len(of) < len(byCriterion(g.results)) {
			by = ", by " + join(shortest, criterionOf)
		}
		return fmt.Sprintf("%d guesses in %s%s", shortest[0].Worst, g.name(), by)
	}))))
}

// gridFigure has a panel for each game, in it a row for each criterion, and in each row
// a dot for each of the other choices, in the same order everywhere.
func gridFigure(games []playedGame) *chart.Figure {
	choices := notebook.Map(games, func(g playedGame) []string { return notebook.Map(g.results, g.choice) })
	names := notebook.Distinct(slices.Concat(choices...), func(n string) string { return n })
	colours := chart.Colours(names)

	f := &chart.Figure{
		Caption:  "Mean number of guesses by criterion, a dot for each of the other choices, and the optimum where it is proved",
		Subtitle: "mean number of guesses; the lower the better",
	}

	for _, g := range games {
		d := chart.Dots{Title: report.GameInWords(g.results[0].Game), Lanes: true, Notes: "best"}
		if g.proved() {
			d.Marks = []chart.Mark{{Name: "optimum " + fourDecimals(g.optimum.Mean), X: g.optimum.Mean}}
		}
		d = dotsOf(d, g.results, g.choice, func(r engine.Result) (string, float64) { return string(r.Criterion), r.Mean })

		for i, s := range d.Series {
			d.Series[i].Colour = colours[slices.Index(names, s.Name)]
		}
		for i, of := range byCriterion(g.results) {
			good, _ := extremes(of)
			d.Rows[i].Note = fourDecimals(good[0].Mean)
		}

		f.Charts = append(f.Charts, d)
	}
	f.Title = gridTitle(games)
	return f
}

// gridTitle says how far the best of some results are from the optimum or, if that is not
// proved in all games, what they need.
func gridTitle(games []playedGame) string {
	best := slices.Concat(notebook.Map(games, playedGame.best)...)
	names := join(best, criterionOf)
	title := firstUpper(names) + " " + english.PluralWord(len(eachOnce(best, criterionOf)), "needs", "need") + " "

	if count(games, playedGame.proved) == len(games) {
		_, furthest := extremesBy(games, playedGame.above)
		return title + fmt.Sprintf("up to %.3f guesses more than the proved optimum", furthest[0].above())
	}

	low, high := extremesBy(best, func(r engine.Result) float64 { return r.Mean })
	if low[0].Mean < high[0].Mean {
		title += fourDecimals(low[0].Mean) + " to "
	}
	return title + fmt.Sprintf("%s guesses, the best of %s", fourDecimals(high[0].Mean), amongWhat(games[0].results))
}

// extremes returns the results of the least total and those of the largest:
// several where they tie.
func extremes(results []engine.Result) (least, most []engine.Result) {
	return extremesBy(results, total)
}

// extremesBy returns the things of the least value and those of the largest.
func extremesBy[T any, V cmp.Ordered](things []T, value func(T) V) (least, most []T) {
	if len(things) == 0 {
		return nil, nil
	}

	low, high := value(things[0]), value(things[0])
	for _, t := range things {
		low, high = min(low, value(t)), max(high, value(t))
	}

	return keep(things, func(t T) bool { return value(t) == low }), keep(things, func(t T) bool { return value(t) == high })
}

// sortedBy sorts things by a value, the least first; equal ones stay in their order.
func sortedBy[T any, V cmp.Ordered](things []T, value func(T) V) []T {
	return slices.SortedStableFunc(slices.Values(things), func(a, b T) int { return cmp.Compare(value(a), value(b)) })
}

// most is the largest value of some things, and 0 if all are less.
func most[T any, V cmp.Ordered](things []T, value func(T) V) (largest V) {
	for _, t := range things {
		largest = max(largest, value(t))
	}
	return largest
}

// firstUpper begins a sentence with a name.
func firstUpper(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// keep returns the things for which a condition holds.
func keep[T any](things []T, is func(T) bool) (kept []T) {
	for _, t := range things {
		if is(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// count counts the things for which a condition holds.
func count[T any](things []T, is func(T) bool) int { return len(keep(things, is)) }

// join names several things in a sentence, each name once: a, b and c.
func join[T any](things []T, name func(T) string) string {
	return english.WordSeries(eachOnce(things, name), "and")
}

// eachOnce lists the names of several things, each once.
func eachOnce[T any](things []T, name func(T) string) []string {
	return notebook.Map(notebook.Distinct(things, name), name)
}

// commas lists things with commas between them.
func commas[T any](things []T, text func(T) string) string {
	return strings.Join(notebook.Map(things, text), ", ")
}

// publishedWith lists the published figures whose histogram the result has.
func publishedWith(r engine.Result) []published.Figure {
	return keep(published.Averages(), func(p published.Figure) bool {
		return p.Subject.Game == r.Game && p.Subject.Criterion == r.Criterion && slices.Equal(p.Histogram, r.Histogram)
	})
}

// publishedAs lists their names.
func publishedAs(r engine.Result) []string {
	return published.IDs(publishedWith(r))
}

// hitsWithin counts the secrets that are solved within a number of guesses.
func hitsWithin(f tree.Figures, guesses int) int {
	f.Histogram = f.Histogram[:min(guesses+1, len(f.Histogram))]
	return f.Secrets()
}

func byGame(results []engine.Result) [][]engine.Result {
	return groupBy(results, func(r engine.Result) string { return r.Game })
}

func byCriterion(results []engine.Result) [][]engine.Result {
	return groupBy(results, criterionOf)
}

func criterionOf(r engine.Result) string { return string(r.Criterion) }

func total(r engine.Result) int { return r.Total }

func worst(r engine.Result) int { return r.Worst }

func firstOf(r engine.Result) string { return r.First }

// groupBy splits things by a key, the groups and their members in the order
// in which they first come.
func groupBy[T any](things []T, key func(T) string) [][]T {
	var groups [][]T
	index := map[string]int{}
	for _, t := range things {
		k := key(t)
		if _, ok := index[k]; !ok {
			index[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[k]] = append(groups[index[k]], t)
	}
	return groups
}
