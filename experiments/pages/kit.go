// What several entries share: entries and pictures, configurations and results, lists and words,
// and the grids of games by positions and colours.

package pages

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// Entries and their pictures.

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
	cells func(T) report.Cells,
	figures ...chart.Figure,
) {
	page.Add(heading, "", report.TableOf(rows, cells), figures...)
}

// addFolderTable does the same in the page's folder only: index.html leaves the section out.
func addFolderTable[T any](
	page *report.Page,
	heading string,
	rows []T,
	cells func(T) report.Cells,
	figures ...chart.Figure,
) {
	page.AddToFolder(heading, "", report.TableOf(rows, cells), figures...)
}

// readLines reads the lines below the header of a table in a file of this package, which a test
// reads too.
func readLines(table string) [][]string {
	return sure(csv.NewReader(strings.NewReader(table)).ReadAll())[1:]
}

// Configurations.

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
	strategies := configs.StrategyGrid{Criteria: strategy.Classic(), Pools: pools}.Strategies()
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

// Results.

func criterionOf(r engine.Result) string {
	return string(r.Criterion)
}

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

// extremes returns the results of the least total and those of the largest:
// several where they tie.
func extremes(results []engine.Result) (least, most []engine.Result) {
	return extremesBy(results, total)
}

// publishedWith lists the published figures whose histogram the result has.
func publishedWith(r engine.Result) []published.Figure {
	return lists.Keep(published.Averages(), func(p published.Figure) bool {
		return p.Subject.Game == r.Game &&
			p.Subject.Criterion == r.Criterion &&
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

// Lists.

// drop returns the things for which a condition does not hold.
func drop[T any](things []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(things), is)
}

// count counts the things for which a condition holds.
func count[T any](things []T, is func(T) bool) int {
	return len(lists.Keep(things, is))
}

// countedOf says how many of some things a condition holds for: 3 of 7.
func countedOf[T any](things []T, is func(T) bool) string {
	return fmt.Sprintf("%d of %d", count(things, is), len(things))
}

// percentOf is the share of things for which a condition holds.
func percentOf[T any](things []T, is func(T) bool) float64 {
	return 100 * float64(count(things, is)) / float64(len(things))
}

// groupBy splits things by a key, the groups and their members in the order
// in which they first come.
func groupBy[T any](things []T, key func(T) string) [][]T {
	var groups [][]T
	index := map[string]int{}
	for _, t := range things {
		k := key(t)
		i, known := index[k]
		if !known {
			i, index[k] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	return groups
}

// eachOnce lists the names of several things, each once.
func eachOnce[T any](things []T, name func(T) string) []string {
	return lists.Map(notebook.Distinct(things, name), name)
}

// span returns the first thing of the least value and the first of the largest; of none, zeros.
func span[T any, V cmp.Ordered](things []T, value func(T) V) (low, high T) {
	if least, most := extremesBy(things, value); len(least) > 0 {
		low, high = least[0], most[0]
	}
	return low, high
}

// extremesBy returns the things of the least value and those of the largest.
func extremesBy[T any, V cmp.Ordered](things []T, value func(T) V) (least, most []T) {
	if len(things) == 0 {
		return nil, nil
	}

	values := lists.Map(things, value)
	low := slices.Min(values)
	high := slices.Max(values)
	for i, t := range things {
		if values[i] == low {
			least = append(least, t)
		}
		if values[i] == high {
			most = append(most, t)
		}
	}
	return least, most
}

// sortedBy sorts things by a value, the least first; equal ones stay in their order.
func sortedBy[T any, V cmp.Ordered](things []T, value func(T) V) []T {
	return slices.SortedStableFunc(slices.Values(things), func(a, b T) int {
		return cmp.Compare(value(a), value(b))
	})
}

// most is the largest value of some things, and 0 if all are less.
func most[T any, V cmp.Ordered](things []T, value func(T) V) (largest V) {
	for _, t := range things {
		largest = max(largest, value(t))
	}
	return largest
}

// Words and cells.

// join names several things in a sentence, each name once: a, b and c.
func join[T any](things []T, name func(T) string) string {
	return english.WordSeries(eachOnce(things, name), "and")
}

// commas lists things with commas between them.
func commas[T any](things []T, text func(T) string) string {
	return strings.Join(lists.Map(things, text), ", ")
}

// costOf says from where to where a cost goes: 0.12 to 0.34, or 0.12.
func costOf[T any](things []T, cost func(T) float64) string {
	low, high := span(things, cost)
	least, most := fmt.Sprintf("%.2f", cost(low)), fmt.Sprintf("%.2f", cost(high))
	if least == most {
		return most
	}
	return least + " to " + most
}

// few lists things with semicolons between them, but no more than three.
func few[T any](things []T, text func(T) string) string {
	texts := lists.Map(things, text)
	if more := len(texts) - 3; more > 0 {
		texts = append(texts[:3], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

// titled names a game in a sentence: Mastermind (mm4x6).
func titled(gameName string) string {
	if title := game.Title(gameName); title != "" {
		return fmt.Sprintf("%s (%s)", title, gameName)
	}
	return gameName
}

// wellKnown reports whether a game is one that much is written about.
func wellKnown(gameName string) bool { return gameName == "mm4x6" || gameName == "bc4x10" }

// inWords begins a sentence with a number.
func inWords(n int) string {
	words := strings.Fields("No One Two Three Four Five Six Seven Eight Nine Ten")
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// outOf says how many of some things.
func outOf(n, all int) string {
	if n == all {
		return "all " + wording.Thousands(n)
	}
	return fmt.Sprintf("%s of %s", wording.Thousands(n), wording.Thousands(all))
}

// fourDecimals is a number as sentences have it.
func fourDecimals(x float64) string {
	return report.Decimals(x, 4).String()
}

// percentMore is how many percent more one number is than another.
func percentMore(more, than int) float64 {
	return 100 * float64(more-than) / float64(than)
}

// Games by positions and colours.

// colourLimit is how many colours a game may have.
const colourLimit = 16

// gridKinds are the kinds of games that grids are made of, as their names begin, in
// the order of pages.
var gridKinds = []string{"mm", "bc", "bp"}

// sizedName is the name of a game of a kind.
func sizedName(kind string, positions, colours int) string {
	return fmt.Sprintf("%s%dx%d", kind, positions, colours)
}

// kindName is what people call the games of a kind.
func kindName(kind string) string {
	return game.Title(sizedName(kind, 4, 6))
}

// A gridGame is a game of a grid of kinds, positions and colours.
type gridGame struct {
	kind      string
	positions int
	colours   int
	game      string
	secrets   int
}

func (g gridGame) gridKind() string { return g.kind }
func (g gridGame) name() string     { return g.game }

func (g gridGame) isWellKnown() bool {
	return wellKnown(g.game)
}

// row names the row of a grid that the game stands in.
func (g gridGame) row() string {
	return fmt.Sprintf("%d positions", g.positions)
}

// gridGames lists the games of 2 positions to a number, and of 2 to 16 colours, that have at most
// a number of secrets: kind by kind, by positions and then colours.
func gridGames(positions, mostSecrets int) (games []gridGame) {
	for _, kind := range gridKinds {
		for p := 2; p <= positions; p++ {
			for c := 2; c <= colourLimit; c++ {
				name := sizedName(kind, p, c)
				g, err := game.Parse(name)
				if err != nil {
					continue // fewer colours than positions
				}

				if n := game.CountSecrets(g); n <= mostSecrets {
					games = append(games, gridGame{
						kind:      kind,
						positions: p,
						colours:   c,
						game:      name,
						secrets:   n,
					})
				}
			}
		}
	}
	return games
}

// mostSecrets is how many secrets a game of the grid may have.
const mostSecrets = 100_000

// provable is the greatest number of colours, for 2 positions and more, with which
// the least total has been proved.
var provable = map[string][]int{
	"mm": {16, 16, 10, 6, 4, 3, 2},
	"bc": {16, 16, 12, 8, 6},
	"bp": {16, 16, 10, 6, 4, 3, 2},
}

// gamesWithin lists the games within a reach: the greatest number of colours for each kind, from 2
// positions on.
func gamesWithin(reach map[string][]int) []gridGame {
	games := gridGames(len(reach["mm"])+1, mostSecrets)
	return lists.Keep(games, func(g gridGame) bool { return g.within(reach) })
}

// provable reports whether the least total has been proved.
func (g gridGame) provable() bool {
	return g.within(provable)
}

// within reports whether a game has no more colours than a reach allows.
func (g gridGame) within(reach map[string][]int) bool {
	most := reach[g.kind]
	return g.positions-2 < len(most) && g.colours <= most[g.positions-2]
}

// leastTotal asks for the least total of a game.
func leastTotal(gameName string) ask.Solve {
	return leastTotalFrom(gameName, strategy.All, "")
}

// leastTotalFrom asks for the least total with guesses from a pool, from a first guess or,
// if it is empty, from any.
func leastTotalFrom(gameName string, pool strategy.Pool, first string) ask.Solve {
	return ask.Best(optimal.ProblemSpec{
		Game:      gameName,
		Objective: optimal.Total,
		Pool:      pool,
		First:     first,
	})
}

// optimaOf asks for the optima of the games of configurations that are known to be proved, so that
// a page can compare the best of a few strategies with the best of all.
func optimaOf(configurations []engine.Configuration) (optima notebook.Study[optimum]) {
	played := eachOnce(configurations, playedIn)
	for _, g := range gamesWithin(provable) {
		if !slices.Contains(played, g.game) {
			continue
		}
		q := leastTotal(g.game)
		asked := askAs(published.Figure{}, q, q.FiguresOnly())
		if !ask.Quick(q.ProblemSpec) {
			asked = asked.Slow()
		}
		optima = append(optima, asked)
	}
	return optima
}

func playedIn(c engine.Configuration) string { return c.Game }

// provedFor returns the figures of the best of all strategies of a game; they are zero where it is
// not proved.
func provedFor(gameName string, optima []optimum) (best tree.Figures) {
	for _, o := range optima {
		if o.game() == gameName && o.found.Proved {
			best = o.found.Figures
		}
	}
	return best
}

// size returns the positions and colours of a game.
func size(name string) (positions, colours int) {
	return sure(game.Parse(name)).Shape()
}

// A grid arranges things by the positions and the colours of their games.
type grid[T any] struct {
	positions, colours []int // ascending
	at                 map[[2]int]T
}

func gridOf[T any](things []T, name func(T) string) grid[T] {
	g := grid[T]{at: map[[2]int]T{}}
	for _, t := range things {
		p, c := size(name(t))
		g.at[[2]int{p, c}] = t
		g.positions = append(g.positions, p)
		g.colours = append(g.colours, c)
	}

	slices.Sort(g.positions)
	slices.Sort(g.colours)
	g.positions = slices.Compact(g.positions)
	g.colours = slices.Compact(g.colours)
	return g
}

// table has the value of each game.
func (g grid[T]) table(value func(T) any) *report.Table {
	return crossTable("positions", g.positions, g.colours, func(positions, colours int) any {
		if t, ok := g.at[[2]int{positions, colours}]; ok {
			return value(t)
		}
		return nil
	})
}

// heat fills a heat map with the value of each game, and with the text of its cell.
func (g grid[T]) heat(h chart.HeatMap, cell func(T) (value float64, label string)) chart.HeatMap {
	h.XLabel, h.YLabel = "colours", "positions"
	return crossMap(h, g.positions, g.colours, func(positions, colours int) (float64, string) {
		if t, ok := g.at[[2]int{positions, colours}]; ok {
			return cell(t)
		}
		return math.NaN(), ""
	})
}

// crossTable has a row for each of some things, and a column for each of others.
func crossTable[R, C any](
	title string,
	rows []R,
	columns []C,
	value func(R, C) any,
) *report.Table {
	return report.TableOf(rows, func(r R) report.Cells {
		cells := report.Cells{title, r}
		for _, c := range columns {
			cells = append(cells, fmt.Sprint(">", c), value(r, c))
		}
		return cells
	})
}

// crossMap fills a heat map in the same way. A cell without a value is NaN.
func crossMap[R, C any](
	h chart.HeatMap,
	rows []R,
	columns []C,
	cell func(R, C) (value float64, label string),
) chart.HeatMap {
	h.Columns = lists.Map(columns, func(c C) string {
		return fmt.Sprint(c)
	})
	for _, r := range rows {
		h.Rows = append(h.Rows, fmt.Sprint(r))
		h.Cells = append(h.Cells, lists.Map(columns, func(c C) chart.Cell {
			value, label := cell(r, c)
			return chart.Cell{Value: value, Label: label}
		}))
	}
	return h
}

// labelled is the value of a cell of a heat map and what is written there; nothing for NaN.
func labelled(format string, x float64) (value float64, label string) {
	if math.IsNaN(x) {
		return x, ""
	}
	return x, fmt.Sprintf(format, x)
}

// ofGrid is what belongs to a game of the grid.
type ofGrid interface {
	gridKind() string
	name() string
}

// kindMaps are heat maps of things, one for each kind of games, with one key. The number of the
// full colour is largest. The games that everybody knows are framed.
func kindMaps[T ofGrid](
	things []T,
	unit, missing string,
	largest float64,
	cell func(T) (float64, string),
) []chart.Chart {
	var maps []chart.HeatMap
	for _, of := range groupBy(things, T.gridKind) {
		h := chart.HeatMap{
			Title:   kindName(of[0].gridKind()),
			Missing: missing,
			Largest: largest,
		}

		grid := gridOf(of, T.name)
		h = grid.heat(h, cell)
		for _, t := range of {
			p, c := size(t.name())
			row := h.Cells[slices.Index(grid.positions, p)]
			row[slices.Index(grid.colours, c)].Framed = wellKnown(t.name())
		}
		maps = append(maps, h)
	}

	maps[len(maps)-1].Unit = unit // the key stands below the last
	return lists.Map(maps, asChart)
}

func asChart[C chart.Chart](c C) chart.Chart {
	return c
}

// ofWords reports whether a game is one of words, by its name, since its lists may be missing.
func ofWords(name string) bool {
	return strings.HasPrefix(name, "nerdle") ||
		strings.HasPrefix(name, "primel") ||
		strings.HasPrefix(name, "wordle-")
}

// isOfWords reports whether a figure is one of a game of words.
func isOfWords(f published.Figure) bool {
	return ofWords(f.Subject.Game)
}

// isOfLists reports whether a figure is one of a game whose words come from lists.
func isOfLists(f published.Figure) bool {
	return words.FromLists(f.Subject.Game)
}
