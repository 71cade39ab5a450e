// What most entries share: how an entry, a table and a picture are declared, and the configurations
// and results that several ask for.

package pages

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// entryOf is the entry whose page is made of the answer to one question.
func entryOf(name string, page notebook.Asked[report.Page]) notebook.Entry {
	return notebook.Entry{
		Name:  name,
		Tasks: page.Tasks(),
		Page:  page.In,
	}
}

// picture is a figure whose caption and subtitle stand in text.md, under the name of its file,
// unless they state a computed number.
func picture(file, title string, charts ...chart.Chart) *chart.Figure {
	return &chart.Figure{
		File:   file,
		Title:  title,
		Charts: charts,
	}
}

// addTable puts a section with a table of rows at the end of a page.
func addTable[T any](
	page *report.Page,
	heading string,
	rows []T,
	cells func(T) report.Row,
	figures ...chart.Figure,
) {
	page.Add(heading, "", report.TableOf(rows, cells), figures...)
}

// addFolderTable does the same in the page's folder only: index.html leaves the section out.
func addFolderTable[T any](
	page *report.Page,
	heading string,
	rows []T,
	cells func(T) report.Row,
	figures ...chart.Figure,
) {
	page.AddToFolder(heading, "", report.TableOf(rows, cells), figures...)
}

// readLines reads a table in a file of this package, which a test reads too, without its header.
func readLines(file string) [][]string { return readFile(file)[1:] }

// readFile reads such a table with its header.
func readFile(file string) [][]string {
	return sure(csv.NewReader(strings.NewReader(file)).ReadAll())
}

// fileTable shows such a table, whose header has the titles of the columns.
func fileTable(file string) *report.Table {
	titles := readFile(file)[0]
	return report.TableOf(readLines(file), func(line []string) (row report.Row) {
		for i, cell := range line {
			row = row.And(titles[i], cell)
		}
		return row
	})
}

// wholeNumber reads a whole number in such a table; 0 of any other text.
func wholeNumber(cell string) int {
	n, _ := strconv.Atoi(cell)
	return n
}

// withSimple lists the four criteria that the literature compares, and before
// them the player that takes the first candidate. Entries name the criteria that
// they compare, so that a new one in the engine's list does not change what they ask.
func withSimple() []strategy.Criterion {
	return append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...)
}

// subject is the configuration that a text names, as commands take it.
func subject(text string) engine.Configuration {
	return sure(engine.ParseSubject(text)).Configuration
}

func subjects(texts ...string) []engine.Configuration {
	return lists.Map(texts, subject)
}

// byEntropy plays a game by entropy, from its own first guess.
func byEntropy(game string) engine.Configuration {
	return subject(game + " entropy")
}

// classicOf plays games by the classic criteria with each of some pools, or the default
// one, from their own first guesses.
func classicOf(pools []strategy.Pool, games ...string) []engine.Configuration {
	return byCriteria(strategy.Classic(), pools, games...)
}

// byCriteria does the same with other criteria.
func byCriteria(criteria []strategy.Criterion, pools []strategy.Pool, games ...string) []engine.Configuration {
	strategies := configs.StrategyGrid{Criteria: criteria, Pools: pools}.Strategies()
	return configs.Grid{Games: games, Strategies: strategies}.Configurations()
}

// expand lists the configurations of grids.
func expand(grids []configs.Grid) []engine.Configuration {
	return slices.Concat(lists.Map(grids, configs.Grid.Configurations)...)
}

// keyOf is the same for configurations that play alike.
func keyOf(c engine.Configuration) engine.Key {
	return ask.NewPlay(c).Key
}

// sure returns a thing whose error is impossible: its name is written in the code, or in data that
// tests read.
func sure[T any](thing T, err error) T {
	if err != nil {
		panic(err)
	}
	return thing
}

func criterionOf(r engine.Result) string {
	return string(r.Criterion)
}

// criterionInWords names the criterion of a result in pictures and sentences.
func criterionInWords(r engine.Result) string { return report.CriterionInWords(criterionOf(r)) }

func strategyOf(r engine.Result) string {
	return r.Strategy.String()
}

func strategyFrom(r engine.Result) string {
	return strategyOf(r) + " from " + r.First
}

func firstOf(r engine.Result) string { return r.First }
func gameOf(r engine.Result) string  { return r.Game }
func total(r engine.Result) int      { return r.Total }
func worst(r engine.Result) int      { return r.Worst }
func meanOf(r engine.Result) float64 { return r.Mean }

func byGame(results []engine.Result) [][]engine.Result {
	return groupBy(results, gameOf)
}

func byCriterion(results []engine.Result) [][]engine.Result {
	return groupBy(results, criterionOf)
}

// leastTotals returns the results of the least total: several where they tie.
func leastTotals(results []engine.Result) []engine.Result {
	least, _ := extremes(results, total)
	return least
}

// publishedWith lists the published figures whose histogram the result has.
func publishedWith(r engine.Result) []published.Figure {
	return lists.Keep(published.Averages(), func(p published.Figure) bool {
		return p.Game == r.Game &&
			p.Criterion == r.Criterion &&
			slices.Equal(p.Histogram, r.Histogram)
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
