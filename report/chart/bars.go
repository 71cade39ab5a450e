package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Bars chart compares numbers in groups: each group has a bar of every
// series, side by side. Bars begin at 0, so that their lengths compare as the
// numbers do; numbers that differ little are better shown as what they exceed
// the least of them by, with the numbers themselves as labels.
type Bars struct {
	Title  string
	XLabel string
	YLabel string
	Groups []string
	Series []BarSeries
}

// A BarSeries is the bars of one colour, one for each group.
type BarSeries struct {
	Name   string
	Values []float64 // not negative
	// Labels are written upwards from the ends of the bars; nil for none.
	Labels []string
}

// The shares of the width of a group that its bars take, and of the height of
// the axis that is left above the highest bar for its label and the legend.
const (
	barsShare = 0.84
	barsRoom  = 0.3
)

func (b Bars) plot(columns int) (*plot.Plot, error) {
	p := plot.New()
	size := styled(p, columns)
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = b.Title, b.XLabel, b.YLabel
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = color.Gray{0xE0}
	p.Add(grid)
	p.Legend.Top = true
	p.Legend.XOffs, p.Legend.YOffs = -pixels(10), -pixels(4)
	p.Legend.Padding = pixels(3)
	// In units of the x axis, where groups are 1 apart.
	width := barsShare / float64(max(1, len(b.Series)))
	space := (pixels(figureWidth)/vg.Length(columns) - 6*size) / vg.Length(max(1, len(b.Groups))) * vg.Length(width)
	highest := 0.0
	for i, s := range b.Series {
		if len(s.Values) != len(b.Groups) || s.Labels != nil && len(s.Labels) != len(b.Groups) {
			return nil, fmt.Errorf("bars %s: %d values and %d labels for %d groups", s.Name, len(s.Values), len(s.Labels), len(b.Groups))
		}
		colour := palette[i%len(palette)]
		labels := plotter.XYLabels{}
		for k, v := range s.Values {
			highest = max(highest, v)
			left := float64(k) - barsShare/2 + float64(i)*width
			bar, err := plotter.NewPolygon(plotter.XYs{{X: left, Y: 0}, {X: left + width, Y: 0}, {X: left + width, Y: v}, {X: left, Y: v}})
			if err != nil {
				return nil, fmt.Errorf("bars %s: %w", s.Name, err)
			}
			bar.Color = colour
			bar.LineStyle.Color, bar.LineStyle.Width = color.White, pixels(1)
			p.Add(bar)
			if s.Labels != nil {
				labels.XYs = append(labels.XYs, plotter.XY{X: left + width/2, Y: v})
				labels.Labels = append(labels.Labels, s.Labels[k])
			}
		}
		if len(labels.XYs) > 0 {
			written, err := plotter.NewLabels(labels)
			if err != nil {
				return nil, fmt.Errorf("bars %s: %w", s.Name, err)
			}
			for k := range written.TextStyle {
				// A line of text is about 1.2 of its size high.
				written.TextStyle[k].Font = sans(min(size*0.85, space/1.2))
				written.TextStyle[k].Rotation = math.Pi / 2
				written.TextStyle[k].XAlign, written.TextStyle[k].YAlign = text.XLeft, text.YCenter
			}
			written.Offset.Y = pixels(4)
			p.Add(written)
		}
		p.Legend.Add(s.Name, swatch{colour})
	}
	if highest == 0 {
		highest = 1
	}
	p.X.Min, p.X.Max = -0.5, float64(len(b.Groups))-0.5
	p.Y.Min, p.Y.Max = 0, highest*(1+barsRoom)
	p.X.Tick.Marker = namedTicks(b.Groups)
	p.X.Tick.Length = 0
	p.Y.Tick.Marker = plot.TickerFunc(func(from, to float64) []plot.Tick { return roundTicks(from, to, 0) })
	return p, nil
}

// A swatch is the sign of a series of bars in a legend.
type swatch struct{ colour color.Color }

// Thumbnail fills the canvas, as plot.Thumbnailer asks.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.colour, []vg.Point{
		{X: c.Min.X, Y: c.Min.Y}, {X: c.Min.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Min.Y},
	})
}
