package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart is a panel of a [Figure] other than a histogram: [Lines], [Bars],
// [HeatMap] or [ECDF].
type Chart interface {
	// plot plots the chart; columns is how many stand side by side.
	plot(columns int) (*plot.Plot, error)
}

// palette has the colours of series, of Okabe and Ito's palette like those of
// histograms; series differ in the shape of their points as well.
var palette = []color.Color{
	color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0xD5, 0x5E, 0x00, 0xFF},
	color.RGBA{0x00, 0x9E, 0x73, 0xFF}, color.RGBA{0xCC, 0x79, 0xA7, 0xFF},
	color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, color.RGBA{0x56, 0xB4, 0xE9, 0xFF},
	color.Gray{0x00}, color.Gray{0x80},
}

var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{},
	draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
}

// A Lines chart shows numbers that depend on a number.
type Lines struct {
	Title  string
	XLabel string
	YLabel string
	Series []Series
	Log    bool // logarithmic axes
	// Whole puts a tick at every whole number of the x axis.
	Whole bool
}

// A Series is points of one kind, joined by lines.
type Series struct {
	Name   string
	X      []float64
	Y      []float64
	Points bool // only points, no lines
	Dashed bool // only a dashed line, no points
}

func styled(p *plot.Plot, columns int) (size vg.Length) {
	size = pixels(14)
	if columns > 1 {
		size = pixels(12)
	}
	p.Title.TextStyle.Font = sans(size * 1.1)
	p.Title.Padding = pixels(6)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(size)
		axis.Tick.Label.Font = sans(size)
	}
	p.Legend.TextStyle.Font = sans(size * 0.95)
	return size
}

func (l Lines) plot(columns int) (*plot.Plot, error) {
	p := plot.New()
	styled(p, columns)
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = l.Title, l.XLabel, l.YLabel
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xE0}, color.Gray{0xE0}
	p.Add(grid)
	if l.Log {
		p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(powerTicks), plot.TickerFunc(powerTicks)
	} else {
		p.Y.Tick.Marker = plot.TickerFunc(func(from, to float64) []plot.Tick { return roundTicks(from, to, 0) })
	}
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs, p.Legend.YOffs = pixels(10), -pixels(4)
	p.Legend.Padding = pixels(3)
	from, to := math.Inf(1), math.Inf(-1)
	for i, s := range l.Series {
		if err := l.check(s); err != nil {
			return nil, err
		}
		var points plotter.XYs
		for k := range s.X {
			points = append(points, plotter.XY{X: s.X[k], Y: s.Y[k]})
			from, to = min(from, s.X[k]), max(to, s.X[k])
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, fmt.Errorf("series %s: %w", s.Name, err)
		}
		line.Color, line.Width = palette[i%len(palette)], pixels(2)
		dots.Color, dots.Shape, dots.Radius = line.Color, shapes[i%len(shapes)], pixels(4)
		switch {
		case s.Points:
			p.Add(dots)
			p.Legend.Add(s.Name, dots)
		case s.Dashed:
			line.Dashes = []vg.Length{pixels(6), pixels(4)}
			p.Add(line)
			p.Legend.Add(s.Name, line)
		default:
			p.Add(line, dots)
			p.Legend.Add(s.Name, line, dots)
		}
	}
	if l.Log && from > to {
		return nil, fmt.Errorf("chart %q has no points, by which logarithmic axes could be chosen", l.Title)
	}
	if l.Whole && from <= to {
		p.X.Tick.Marker = plot.ConstantTicks(wholeTicks(int(math.Ceil(from)), int(math.Floor(to))))
	}
	// Room for the legend above the highest point.
	rows := float64(len(l.Series) + 1)
	if l.Log {
		p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, rows*0.06)
		p.X.Min, p.X.Max = p.X.Min/1.3, p.X.Max*1.3
	} else {
		p.Y.Max += (p.Y.Max - p.Y.Min) * rows * 0.06
	}
	return p, nil
}

// check returns an error for a series that cannot be drawn.
func (l Lines) check(s Series) error {
	if len(s.X) != len(s.Y) {
		return fmt.Errorf("series %s: %d x and %d y", s.Name, len(s.X), len(s.Y))
	}
	if l.Log && slices.ContainsFunc(slices.Concat(s.X, s.Y), func(v float64) bool { return v <= 0 }) {
		return fmt.Errorf("series %s: logarithmic axes have no place for 0 and less", s.Name)
	}
	return nil
}

// powerTicks puts ticks with labels at powers of ten, and ticks without
// between them.
func powerTicks(from, to float64) []plot.Tick {
	var ticks []plot.Tick
	for power := math.Floor(math.Log10(from)); power <= math.Ceil(math.Log10(to)); power++ {
		for digit := 1; digit < 10; digit++ {
			value := float64(digit) * math.Pow(10, power)
			if value < from || value > to {
				continue
			}
			tick := plot.Tick{Value: value}
			if digit == 1 {
				tick.Label = humanize.Commaf(value)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// A HeatMap colours the cells of a table by a number: white for 0, blue below
// and orange above.
type HeatMap struct {
	Title   string
	XLabel  string
	YLabel  string
	Columns []string // labels
	Rows    []string // labels; the first row is the lowest
	// Values[row][column] colours a cell, and Labels is written into it. A
	// cell without a label is left out.
	Values [][]float64
	Labels [][]string
}

// full is the share of the colour in the cell of the largest value.
const full = 0.75

func (h HeatMap) plot(columns int) (*plot.Plot, error) {
	p := plot.New()
	size := styled(p, columns)
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = h.Title, h.XLabel, h.YLabel
	if err := h.check(); err != nil {
		return nil, err
	}
	largest := 0.0
	for _, row := range h.Values {
		for _, v := range row {
			largest = max(largest, math.Abs(v))
		}
	}
	labels := plotter.XYLabels{}
	for y, row := range h.Values {
		for x, v := range row {
			if h.Labels[y][x] == "" {
				continue
			}
			square, err := plotter.NewPolygon(plotter.XYs{
				{X: float64(x) - 0.5, Y: float64(y) - 0.5}, {X: float64(x) + 0.5, Y: float64(y) - 0.5},
				{X: float64(x) + 0.5, Y: float64(y) + 0.5}, {X: float64(x) - 0.5, Y: float64(y) + 0.5},
			})
			if err != nil {
				return nil, err
			}
			square.Color = tint(v, largest)
			square.LineStyle.Color, square.LineStyle.Width = color.Gray{0xB0}, pixels(1)
			p.Add(square)
			labels.XYs = append(labels.XYs, plotter.XY{X: float64(x), Y: float64(y)})
			labels.Labels = append(labels.Labels, h.Labels[y][x])
		}
	}
	if len(labels.XYs) > 0 {
		written, err := plotter.NewLabels(labels)
		if err != nil {
			return nil, err
		}
		for i := range written.TextStyle {
			written.TextStyle[i].Font = sans(size * 0.85)
			written.TextStyle[i].XAlign, written.TextStyle[i].YAlign = text.XCenter, text.YCenter
		}
		p.Add(written)
	}
	p.X.Min, p.X.Max = -0.5, float64(len(h.Columns))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(len(h.Rows))-0.5
	p.X.Tick.Marker, p.Y.Tick.Marker = namedTicks(h.Columns), namedTicks(h.Rows)
	p.X.Tick.Length, p.Y.Tick.Length = 0, 0
	return p, nil
}

// check returns an error unless there are a value and a label for each cell.
func (h HeatMap) check() error {
	if len(h.Values) != len(h.Rows) || len(h.Labels) != len(h.Rows) {
		return fmt.Errorf("heat map %q: %d rows of values and %d of labels for %d rows", h.Title, len(h.Values), len(h.Labels), len(h.Rows))
	}
	for y, row := range h.Values {
		if len(row) != len(h.Columns) || len(h.Labels[y]) != len(h.Columns) {
			return fmt.Errorf("heat map %q, row %s: %d values and %d labels for %d columns", h.Title, h.Rows[y], len(row), len(h.Labels[y]), len(h.Columns))
		}
		if slices.ContainsFunc(row, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			return fmt.Errorf("heat map %q, row %s: a value is no number", h.Title, h.Rows[y])
		}
	}
	return nil
}

func namedTicks(names []string) plot.ConstantTicks {
	var ticks []plot.Tick
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
	}
	return ticks
}

// tint mixes white with blue for v below 0, with orange above, the more the
// nearer its size is to the largest.
func tint(v, largest float64) color.Color {
	if v == 0 || largest == 0 {
		return color.White
	}
	share := (0.1 + 0.9*math.Sqrt(math.Abs(v)/largest)) * full
	c := color.RGBA{0x56, 0xB4, 0xE9, 0xFF}
	if v > 0 {
		c = color.RGBA{0xE6, 0x9F, 0x00, 0xFF}
	}
	mix := func(channel uint8) uint8 { return uint8(math.Round(255 - share*(255-float64(channel)))) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 0xFF}
}
