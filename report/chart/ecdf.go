package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// An ECDF is the empirical cumulative distribution function of whole numbers:
// at every number, what share of the values is no larger. Unlike the bars of a
// histogram its steps depend on no choice of width, and the share of values
// below a mark can be read off.
type ECDF struct {
	Title  string
	XLabel string
	YLabel string
	Name   string // of the values, in the legend
	Values []int
	Marks  []Mark
}

// A Mark is a number to compare the values with, drawn as an upright line.
type Mark struct {
	Name  string
	Value int
}

// legendRow is about the share of the height of a panel that a row of its
// legend takes.
const legendRow = 0.1

func (e ECDF) plot(columns int) (*plot.Plot, error) {
	if len(e.Values) == 0 {
		return nil, fmt.Errorf("chart %q has no values", e.Title)
	}
	p := plot.New()
	styled(p, columns)
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = e.Title, e.XLabel, e.YLabel
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xE0}, color.Gray{0xE0}
	p.Add(grid)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs = pixels(10), -pixels(4)
	p.Legend.Padding = pixels(3)
	for i, m := range e.Marks {
		x := float64(m.Value)
		line, err := plotter.NewLine(plotter.XYs{{X: x, Y: 0}, {X: x, Y: 100}})
		if err != nil {
			return nil, fmt.Errorf("mark %s: %w", m.Name, err)
		}
		line.Color, line.Width = palette[(i+1)%len(palette)], pixels(2)
		line.Dashes = []vg.Length{pixels(6), pixels(4)}
		p.Add(line)
		p.Legend.Add(m.Name, line)
	}
	low, high := slices.Min(e.Values), slices.Max(e.Values)
	for _, m := range e.Marks {
		low, high = min(low, m.Value), max(high, m.Value)
	}
	margin := max(1, float64(high-low)/20)
	p.X.Min, p.X.Max = float64(low)-margin, float64(high)+margin
	steps, err := plotter.NewLine(e.steps(p.X.Min, p.X.Max))
	if err != nil {
		return nil, fmt.Errorf("chart %q: %w", e.Title, err)
	}
	steps.Color, steps.Width = palette[0], pixels(2)
	p.Add(steps)
	p.Legend.Add(e.Name, steps)
	p.X.Tick.Marker = plot.ConstantTicks(fewTicks(p.X.Min, p.X.Max))
	var percents []plot.Tick
	for percent := 0; percent <= 100; percent += 25 {
		percents = append(percents, plot.Tick{Value: float64(percent), Label: strconv.Itoa(percent)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(percents)
	// Room for the legend above the highest point.
	p.Y.Min, p.Y.Max = 0, 100/(1-legendRow*(float64(len(e.Marks))+1.5))
	return p, nil
}

// steps goes up at each value, from 0 to 100 percent.
func (e ECDF) steps(from, to float64) plotter.XYs {
	points := plotter.XYs{{X: from, Y: 0}}
	sorted := slices.Sorted(slices.Values(e.Values))
	share := 0.0
	for i, value := range sorted {
		if i+1 < len(sorted) && sorted[i+1] == value {
			continue
		}
		points = append(points, plotter.XY{X: float64(value), Y: share})
		share = 100 * float64(i+1) / float64(len(sorted))
		points = append(points, plotter.XY{X: float64(value), Y: share})
	}
	return append(points, plotter.XY{X: to, Y: share})
}

// fewTicks puts about three to seven ticks at multiples of a round whole number, so
// that numbers of five digits stay apart in a small panel.
func fewTicks(from, to float64) []plot.Tick {
	step := 1.0
	for grow := 0; (to-from)/step > 7; grow++ {
		step *= []float64{2, 2.5, 2}[grow%3]
	}
	var ticks []plot.Tick
	for value := math.Ceil(from/step) * step; value <= to; value += step {
		ticks = append(ticks, plot.Tick{Value: value, Label: strconv.Itoa(int(value))})
	}
	return ticks
}
