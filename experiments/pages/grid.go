package pages

import (
	"fmt"
	"math"
	"slices"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

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
func kindName(kind string) string { return game.Title(sizedName(kind, 4, 6)) }

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

// row names the row of a grid that the game stands in.
func (g gridGame) row() string { return fmt.Sprintf("%d positions", g.positions) }

// gridGames lists the games of 2 positions and more, up to a number, and of 2 to 16
// colours, that have no more secrets than the most: kind by kind, by positions and then
// colours.
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
					games = append(games, gridGame{kind: kind, positions: p, colours: c, game: name, secrets: n})
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

// provable reports whether the least total has been proved.
func (g gridGame) provable() bool { return g.within(provable) }

// within reports whether a game has no more colours than a reach has for its kind, from 2
// positions on.
func (g gridGame) within(reach map[string][]int) bool {
	most := reach[g.kind]
	return g.positions-2 < len(most) && g.colours <= most[g.positions-2]
}

// leastTotal asks for the least total of a game.
func leastTotal(gameName string) ask.Solve { return leastTotalFrom(gameName, strategy.All, "") }

// leastTotalFrom asks for the least total with guesses from a pool, from a first guess or,
// if it is empty, from any.
func leastTotalFrom(gameName string, pool strategy.Pool, first string) ask.Solve {
	return ask.Best(optimal.ProblemSpec{Game: gameName, Objective: optimal.Total, Pool: pool, First: first})
}

// A gameOptimum asks for the least total of a game that is known to be proved.
type gameOptimum struct {
	game  string
	asked notebook.Asked[ask.Solved]
}

// A gameOptima asks for them, so that the best of a few strategies can be set beside the best
// of all.
type gameOptima []gameOptimum

// optimaOf asks for the optima of the games of configurations.
func optimaOf(configurations []engine.Configuration) (optima gameOptima) {
	for _, g := range gridGames(len(provable["mm"])+1, mostSecrets) {
		if !g.provable() || !slices.ContainsFunc(configurations, func(c engine.Configuration) bool { return c.Game == g.game }) {
			continue
		}

		q := leastTotal(g.game)
		asked := notebook.Ask(q.FiguresOnly())
		if !ask.Quick(q.ProblemSpec) {
			asked = asked.Slow()
		}
		optima = append(optima, gameOptimum{g.game, asked})
	}
	return optima
}

func (all gameOptima) tasks() (tasks []notebook.Task) {
	for _, of := range all {
		tasks = append(tasks, of.asked.Tasks()...)
	}
	return tasks
}

// in returns the figures of the best of all strategies of a game; they are zero where it is
// not proved.
func (all gameOptima) in(o notebook.Outcome, gameName string) (best tree.Figures) {
	for _, of := range all {
		if solved, ok := of.asked.In(o); ok && of.game == gameName && solved.Proved {
			best = solved.Figures
		}
	}
	return best
}

// size returns the positions and colours of a game.
func size(name string) (positions, colours int) { return sure(game.Parse(name)).Shape() }

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

// heat fills a heat map with the value of each game, and with what is written there.
func (g grid[T]) heat(h chart.HeatMap, cell func(T) (value float64, label string)) chart.HeatMap {
	h.XLabel, h.YLabel = "colours", "positions"
	return crossMap(h, g.positions, g.colours, func(positions, colours int) (float64, string) {
		if t, ok := g.at[[2]int{positions, colours}]; ok {
			return cell(t)
		}
		return math.NaN(), ""
	})
}

// ifAny is what a table shows of something, and nothing if there is no such thing.
func ifAny[T comparable](thing T, shown any) any {
	var none T
	if thing == none {
		return nil
	}
	return shown
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// crossTable has a row for each of some things, and a column for each of others.
func crossTable[R, C any](title string, rows []R, columns []C, value func(R, C) any) *report.Table {
	return report.TableOf(rows, func(r R) []report.Cell {
		cells := report.Cells(title, r)
		for _, c := range columns {
			cells = append(cells, report.Cell{Title: fmt.Sprint(">", c), Value: value(r, c)})
		}
		return cells
	})
}

// crossMap fills a heat map in the same way. A cell without a value is NaN.
func crossMap[R, C any](h chart.HeatMap, rows []R, columns []C, cell func(R, C) (value float64, label string)) chart.HeatMap {
	h.Columns = notebook.Map(columns, func(c C) string { return fmt.Sprint(c) })
	for _, r := range rows {
		h.Rows = append(h.Rows, fmt.Sprint(r))
		h.Cells = append(h.Cells, notebook.Map(columns, func(c C) chart.Cell {
			value, label := cell(r, c)
			return chart.Cell{Value: value, Label: label}
		}))
	}
	return h
}

// kindMaps are heat maps of things, one for each kind of games, with one key. Largest
// is the number of the full colour.
func kindMaps[T interface {
	gridKind() string
	name() string
}](things []T, unit, missing string, largest float64, cell func(T) (float64, string)) []chart.Chart {
	var maps []chart.HeatMap
	for _, of := range groupBy(things, T.gridKind) {
		h := chart.HeatMap{Title: kindName(of[0].gridKind()), Missing: missing, Largest: largest}
		maps = append(maps, gridOf(of, T.name).heat(h, cell))
	}

	maps[len(maps)-1].Unit = unit // the key stands below the last
	return notebook.Map(maps, func(h chart.HeatMap) chart.Chart { return h })
}
