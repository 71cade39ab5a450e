// Tables and heat maps by positions and colours, and by any two things.

package pages

import (
	"fmt"
	"math"

	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

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
	g.positions = ascending(g.positions)
	g.colours = ascending(g.colours)
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

// heat fills a heat map with the cell of each game.
func (g grid[T]) heat(h chart.HeatMap, cell func(T) chart.Cell) chart.HeatMap {
	h.XLabel, h.YLabel = "colours", "positions"
	return crossMap(h, g.positions, g.colours, func(positions, colours int) chart.Cell {
		if t, ok := g.at[[2]int{positions, colours}]; ok {
			return cell(t)
		}
		return noCell
	})
}

// crossTable has a row for each of some things, and a column for each of others.
func crossTable[R, C any](
	title string,
	rows []R,
	columns []C,
	value func(R, C) any,
) *report.Table {
	return report.TableOf(rows, func(r R) report.Row {
		cells := report.Cells(title, r)
		for _, c := range columns {
			cells = cells.And(fmt.Sprint(">", c), value(r, c))
		}
		return cells
	})
}

// crossMap fills a heat map in the same way.
func crossMap[R, C any](
	h chart.HeatMap,
	rows []R,
	columns []C,
	cell func(R, C) chart.Cell,
) chart.HeatMap {
	for _, c := range columns {
		h.Columns = append(h.Columns, report.CriterionInWords(fmt.Sprint(c)))
	}
	for _, r := range rows {
		h.Rows = append(h.Rows, fmt.Sprint(r))
		h.Cells = append(h.Cells, lists.Map(columns, func(c C) chart.Cell {
			return cell(r, c)
		}))
	}
	return h
}

// noCell is a cell without a value.
var noCell = chart.Cell{Value: math.NaN()}

// labelled is a cell that shows its value; nothing for NaN.
func labelled(format string, x float64) chart.Cell {
	if math.IsNaN(x) {
		return noCell
	}
	return chart.Cell{Value: x, Label: fmt.Sprintf(format, x)}
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
	cell func(T) chart.Cell,
) (maps []chart.Chart) {
	framed := func(t T) chart.Cell {
		c := cell(t)
		c.Framed = wellKnown(t.name())
		return c
	}

	kinds := groupBy(things, T.gridKind)
	for i, of := range kinds {
		h := chart.HeatMap{
			Title:   kindName(of[0].gridKind()),
			Missing: missing,
			Largest: largest,
		}
		if i == len(kinds)-1 {
			h.Unit = unit // the key stands below the last
		}
		maps = append(maps, gridOf(of, T.name).heat(h, framed))
	}
	return maps
}
