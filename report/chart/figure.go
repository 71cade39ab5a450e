package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"codebreak/report/internal/textwrap"
)

// A Figure is a picture, 800 pixels wide: one histogram, or several side by
// side with the same axes; or charts, each with its own axes.
type Figure struct {
	File       string // name of the PNG file, such as minimax.png
	Caption    string // says what to see; the alternative text of the picture
	Histograms []Histogram
	Charts     []Chart // in place of histograms
	Columns    int     // of panels; 0 for as many as there are panels
	// OwnAxes gives each histogram the axes that fit it, where what is compared
	// is the shape.
	OwnAxes bool
}

// A Histogram shows how many secrets need each number of guesses.
type Histogram struct {
	Title     string
	Counts    []int // Counts[k] secrets need k guesses
	Published []int // the same as printed in a source, or nil; where it differs both are labelled
	Mean      float64
}

// The colours are of Okabe and Ito's palette (2008), which stays apart for
// the colour-blind; blue, orange and black also differ as greys.
var (
	measuredColour  = color.RGBA{0x56, 0xB4, 0xE9, 0xFF}
	publishedColour = color.RGBA{0x00, 0x00, 0x00, 0xFF}
	meanColour      = color.RGBA{0xD5, 0x5E, 0x00, 0xFF}
)

const (
	dpi         = 96 // pixels per inch: one pixel is 3/4 of a point
	figureWidth = 800
)

// sans returns the sans-serif font of gonum/plot in the given size.
func sans(size vg.Length) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

func pixels(n float64) vg.Length { return vg.Length(n) * vg.Inch / dpi }

// A Format is a file format of pictures.
type Format string

const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// Formats lists the formats.
func Formats() []Format { return []Format{PNG, SVG, PDF} }

// Name is the name of the figure's file in a format.
func (f Figure) Name(format Format) string {
	return strings.TrimSuffix(f.File, filepath.Ext(f.File)) + "." + string(format)
}

// Draw draws the figure, 800 pixels wide, in a format.
func (f Figure) Draw(format Format) ([]byte, error) {
	width, height := f.Size()
	var out bytes.Buffer
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case PNG:
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
	case SVG:
		canvas = vgsvg.New(width, height)
	case PDF:
		canvas = vgpdf.New(width, height)
	default:
		return nil, fmt.Errorf("unknown format %q; allowed: %s, %s, %s", format, PNG, SVG, PDF)
	}
	if err := f.DrawOn(canvas); err != nil {
		return nil, err
	}
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.File, err)
	}
	return out.Bytes(), nil
}

// grid is how many rows and columns of panels there are.
func (f Figure) grid() (rows, columns, panels int) {
	panels = len(f.Histograms) + len(f.Charts)
	columns = cmp.Or(f.Columns, panels, 1)
	return (panels + columns - 1) / columns, columns, panels
}

// Size returns how large the figure is drawn.
func (f Figure) Size() (width, height vg.Length) {
	height = pixels(440)
	if rows, columns, _ := f.grid(); rows > 1 || columns > 1 {
		height = pixels(270 * float64(rows))
	}
	return pixels(figureWidth), height
}

// DrawOn draws the figure on a canvas of its size. It returns an error for
// figures that contradict themselves, such as a series of more x than y.
func (f Figure) DrawOn(canvas vg.CanvasSizer) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("figure %s: %w", f.File, err)
	}
	rows, columns, panels := f.grid()
	plots := make([][]*plot.Plot, rows)
	for row := range plots {
		plots[row] = make([]*plot.Plot, columns)
		for column := range min(columns, panels-row*columns) {
			p, err := f.panel(row*columns+column, columns)
			if err != nil {
				return fmt.Errorf("figure %s: %w", f.File, err)
			}
			plots[row][column] = p
		}
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: columns,
		PadTop: pixels(8), PadBottom: pixels(8), PadLeft: pixels(8), PadRight: pixels(12),
		PadX: pixels(12), PadY: pixels(16),
	}
	for row, cells := range plot.Align(plots, tiles, draw.New(canvas)) {
		for column, cell := range cells {
			if p := plots[row][column]; p != nil {
				p.Draw(cell)
			}
		}
	}
	return nil
}

// check returns an error for what cannot be laid out.
func (f Figure) check() error {
	switch {
	case len(f.Histograms) > 0 && len(f.Charts) > 0:
		return fmt.Errorf("it has %d histograms and %d charts; allowed are either", len(f.Histograms), len(f.Charts))
	case f.Columns < 0:
		return fmt.Errorf("%d columns; allowed are 0, for as many as there are panels, and more", f.Columns)
	}
	for _, h := range f.Histograms {
		if slices.ContainsFunc(slices.Concat(h.Counts, h.Published), func(n int) bool { return n < 0 }) {
			return fmt.Errorf("histogram %q has a number below 0", h.Title)
		}
	}
	return nil
}

// panel plots panel i of the figure.
func (f Figure) panel(i, columns int) (*plot.Plot, error) {
	p, err := f.plot(i, columns)
	if err == nil {
		wrapTitle(p, (pixels(figureWidth)-pixels(40))/vg.Length(columns))
	}
	return p, err
}

func (f Figure) plot(i, columns int) (*plot.Plot, error) {
	if f.Charts != nil {
		return f.Charts[i].plot(columns)
	}
	axes := commonAxes(f.Histograms)
	if f.OwnAxes {
		axes = commonAxes(f.Histograms[i : i+1])
	}
	return f.Histograms[i].plot(axes, columns)
}

// wrapTitle breaks a title that is wider than its panel into lines.
func wrapTitle(p *plot.Plot, width vg.Length) {
	title := p.Title.Text
	for letters := utf8.RuneCountInString(title); letters > 20 && p.Title.TextStyle.Width(p.Title.Text) > width; letters-- {
		p.Title.Text = textwrap.Wrap(title, letters)
	}
}

// axisRange is what the axes of all panels of a figure show.
type axisRange struct {
	lowest, highest int // numbers of guesses
	most            int // secrets
}

func commonAxes(histograms []Histogram) axisRange {
	axes := axisRange{lowest: 1, highest: 1}
	for _, h := range histograms {
		for _, counts := range [][]int{h.Counts, h.Published} {
			axes.highest = max(axes.highest, len(counts)-1)
			for _, n := range counts {
				axes.most = max(axes.most, n)
			}
			if len(counts) > 0 && counts[0] > 0 {
				axes.lowest = 0
			}
		}
	}
	return axes
}

func (h Histogram) plot(axes axisRange, columns int) (*plot.Plot, error) {
	p := plot.New()
	small := columns > 1
	size := styled(p, columns)
	p.Title.Text = h.Title
	p.X.Label.Text = "guesses until the secret is hit"
	p.Y.Label.Text = "secrets (number)"
	p.X.Min, p.X.Max = float64(axes.lowest)-0.6, float64(axes.highest)+0.6
	// Room above the highest bar for its label, and for the legend.
	p.Y.Min, p.Y.Max = 0, float64(axes.most)*1.28
	p.X.Tick.Marker = plot.ConstantTicks(wholeTicks(axes.lowest, axes.highest))
	p.Y.Tick.Marker = plot.TickerFunc(countTicks)
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = color.Gray{0xE0}
	p.Add(grid)

	values := make(plotter.Values, axes.highest-axes.lowest+1)
	for i := range values {
		values[i] = float64(at(h.Counts, axes.lowest+i))
	}
	barSpace := (pixels(figureWidth)/vg.Length(columns) - 5*size) / vg.Length(len(values)+1)
	bars, err := plotter.NewBarChart(values, barSpace*0.7)
	if err != nil {
		return nil, err
	}
	bars.XMin = float64(axes.lowest)
	bars.Color = measuredColour
	bars.LineStyle.Width = pixels(1)
	bars.LineStyle.Color = color.Gray{0x40}
	p.Add(bars)

	// The line ends where the label of the bar nearest to it begins.
	nearest := int(math.Round(h.Mean))
	top := float64(max(at(h.Counts, nearest), at(h.Published, nearest), axes.most/4))
	mean, err := plotter.NewLine(plotter.XYs{{X: h.Mean, Y: 0}, {X: h.Mean, Y: top}})
	if err != nil {
		return nil, err
	}
	mean.Color = meanColour
	mean.Width = pixels(2)
	mean.Dashes = []vg.Length{pixels(7), pixels(4)}
	p.Add(mean)

	labels := plotter.XYLabels{}
	for k := axes.lowest; k <= axes.highest; k++ {
		n := at(h.Counts, k)
		if n == 0 && at(h.Published, k) == 0 {
			continue
		}
		labels.XYs = append(labels.XYs, plotter.XY{X: float64(k), Y: float64(max(n, at(h.Published, k)))})
		label := strconv.Itoa(n)
		if h.Published != nil && at(h.Published, k) != n {
			label += fmt.Sprintf(" (%d)", at(h.Published, k))
		}
		labels.Labels = append(labels.Labels, label)
	}
	counts, err := plotter.NewLabels(labels)
	if err != nil {
		return nil, err
	}
	// Digits are 0.56 of their height wide; labels of neighbours stay apart.
	widest := vg.Length(1)
	for _, label := range labels.Labels {
		widest = max(widest, vg.Length(len(label)))
	}
	for i := range counts.TextStyle {
		counts.TextStyle[i].Font = sans(min(size*0.9, barSpace/(0.56*(widest+0.6))))
		counts.TextStyle[i].XAlign = text.XCenter
	}
	counts.Offset.Y = pixels(7)
	p.Add(counts)

	p.Legend.Top = true
	p.Legend.Left = true
	p.Legend.XOffs = pixels(10)
	p.Legend.YOffs = -pixels(4)
	p.Legend.Padding = pixels(3)
	meanName := "mean " + strconv.FormatFloat(h.Mean, 'f', 3, 64)
	if !small {
		p.Legend.Add("measured", bars)
	}
	if h.Published != nil {
		dots, err := publishedDots(h.Published, axes)
		if err != nil {
			return nil, err
		}
		p.Add(dots)
		name := "published"
		if !slices.Equal(h.Published, h.Counts) {
			name = "published (in brackets where it differs)"
		}
		p.Legend.Add(name, dots)
	}
	p.Legend.Add(meanName, mean)
	return p, nil
}

// publishedDots marks the printed counts with rings on top of the bars.
func publishedDots(printed []int, axes axisRange) (*plotter.Scatter, error) {
	var points plotter.XYs
	for k := axes.lowest; k <= axes.highest; k++ {
		if n := at(printed, k); n > 0 {
			points = append(points, plotter.XY{X: float64(k), Y: float64(n)})
		}
	}
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: publishedColour, Radius: pixels(5), Shape: draw.RingGlyph{}}
	return dots, nil
}

// at returns the number of secrets that need k guesses.
func at(histogram []int, k int) int {
	if 0 <= k && k < len(histogram) {
		return histogram[k]
	}
	return 0
}

func wholeTicks(from, to int) []plot.Tick {
	var ticks []plot.Tick
	for k := from; k <= to; k++ {
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: strconv.Itoa(k)})
	}
	return ticks
}

// countTicks puts about five ticks at round whole numbers.
func countTicks(minimum, maximum float64) []plot.Tick {
	return roundTicks(minimum, maximum, 1)
}

// roundTicks puts about five ticks at multiples of a round number that is no
// smaller than the least.
func roundTicks(minimum, maximum, least float64) []plot.Tick {
	span := maximum - minimum
	step := math.Pow(10, math.Floor(math.Log10(max(least, span/5))))
	for _, factor := range []float64{5, 2} {
		if span/(step*factor) >= 4 {
			step *= factor
			break
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step))))
	var ticks []plot.Tick
	for v := math.Ceil(minimum/step) * step; v <= maximum; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', decimals, 64)})
	}
	return ticks
}
