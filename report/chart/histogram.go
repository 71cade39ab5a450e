package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
)

// A Histogram shows the share of secrets, in percent, that each number of guesses solves,
// for one strategy or for several side by side. Below the bars stand the numbers
// themselves, and the means, which are also marked on the axis.
type Histogram struct {
	Title  string
	Series []Distribution
	// Cumulative draws the share of secrets solved within each number of guesses, as steps.
	Cumulative bool
	// Log has shares stand by their logarithm, so that those of few secrets are seen.
	Log bool
	// Counts writes numbers of secrets, in place of percent.
	Counts bool
	// Differences writes, below the numbers of two series, the first minus the second.
	Differences bool
	// Common, if it is not nil, has the axes of several panels agree.
	Common *Axes
	// Small draws only the bars, for sheets of many panels, and writes below them the name
	// and the MeanText of the first series.
	Small bool
}

// A Distribution is how many secrets need each number of guesses.
type Distribution struct {
	Name   string
	Counts []float64 // Counts[k] secrets need k guesses; nil if only the mean is known
	Mean   float64   // NaN for none
	// MeanText is the mean as it is written, such as the digits that a source prints;
	// empty for five decimals.
	MeanText  string
	Published bool // drawn as an outline
	Colour    Colour
}

// Axes are what the axes of a histogram show: guesses, and the least share of the secrets
// above 0 and the largest, up to 1.
type Axes struct {
	Lowest, Highest int
	Least, Most     float64
}

// CommonAxes returns axes that show all of some histograms.
func CommonAxes(histograms ...Histogram) *Axes {
	a := Axes{Lowest: 1, Highest: 1, Least: 1}
	for _, h := range histograms {
		for _, s := range h.Series {
			all := s.secrets()
			for k, n := range s.Counts {
				if n > 0 {
					a.Lowest, a.Highest = min(a.Lowest, k), max(a.Highest, k)
					a.Least, a.Most = min(a.Least, n/all), max(a.Most, n/all)
				}
			}
			if !math.IsNaN(s.Mean) {
				a.Highest = max(a.Highest, int(math.Ceil(s.Mean)))
			}
		}
	}
	return &a
}

// Numbers returns a histogram as a distribution has it.
func Numbers(counts []int) []float64 {
	var out []float64
	for _, n := range counts {
		out = append(out, float64(n))
	}
	return out
}

func (d Distribution) secrets() float64 { return d.upTo(len(d.Counts)) }

// at returns the number of secrets that need k guesses.
func (d Distribution) at(k int) float64 {
	if 0 <= k && k < len(d.Counts) {
		return d.Counts[k]
	}
	return 0
}

// upTo returns the number of secrets that need at most k guesses.
func (d Distribution) upTo(k int) float64 { return floats.Sum(d.Counts[:min(k+1, len(d.Counts))]) }

func (d Distribution) meanText() string {
	switch {
	case math.IsNaN(d.Mean):
		return ""
	case d.MeanText != "":
		return d.MeanText
	}
	return strconv.FormatFloat(d.Mean, 'f', 5, 64)
}

func (h Histogram) heading() string { return h.Title }

func (h Histogram) numbers() (all []float64) {
	for _, s := range h.Series {
		if all = append(all, s.Counts...); !math.IsNaN(s.Mean) {
			all = append(all, s.Mean)
		}
	}
	return all
}

const (
	barsHigh   = 210.0
	leastPlot  = 80.0 // of any panel
	smallBars  = 62.0
	smallLine  = 16.0
	numberRow  = 20.0
	nameRoom   = 150.0 // at most, for the names of rows
	meanMark   = 6.0
	hairline   = 0.5 // the least height of a bar
	belowAxis  = tickRoom + 18
	nameLine   = 16.0
	meansTitle = "mean"
	rowOfDelta = "difference"
)

// A countTable is what stands below the bars: a row for each series, with its name and
// its mean.
type countTable struct {
	names    [][]string // of rows, folded
	rows     []float64  // heights
	low      float64    // where the columns begin and end, from the left of the panel
	high     float64
	size     float64 // of numbers, in pixels
	decimals int     // of percent
	above    bool    // names and means stand above the numbers of their rows: the panel is narrow
	zigzag   bool    // every other number stands a line lower: the columns are narrower than numbers
}

func (h Histogram) table(width float64) (t countTable) {
	axes := cmp.Or(h.Common, CommonAxes(h))
	t.above = width <= phoneWidest
	most := nameRoom
	means := widest(meansTitle)
	for _, s := range h.Series {
		means = max(means, textWidth(s.meanText(), bodySize, true))
	}
	if t.above {
		most = width - means - 34
	}
	for _, s := range h.Series {
		t.names = append(t.names, fold(s.Name, most, bodySize, false))
	}
	if h.Differences {
		t.names = append(t.names, []string{rowOfDelta})
	}
	t.low, t.high = widest(slices.Concat(t.names...)...)+24, width-means-14
	if t.above {
		t.low, t.high = widest("100%")+12, width
	}
	column := (t.high - t.low) / float64(axes.Highest-axes.Lowest+1)
	t.size, t.decimals, t.zigzag = h.numberSize(axes, column)
	for _, name := range t.names {
		high := max(numberRow, nameLine*float64(len(name))+4)
		if t.above {
			high += nameLine + 5
		}
		if t.zigzag {
			high += nameLine
		}
		t.rows = append(t.rows, high)
	}
	return t
}

func (h Histogram) drawSmall(p pen, b box) (bottom float64) {
	axes := cmp.Or(h.Common, CommonAxes(h))
	base := b.top - smallBars
	x := scale{from: float64(axes.Lowest) - 0.5, to: float64(axes.Highest) + 0.5, low: b.left, high: b.right}
	h.drawBars(p, x, scale{to: axes.Most, low: base, high: b.top}, axes)
	p.line(axisLine, point{b.left, base}, point{b.right, base})
	step := 1 + int(18/(x.at(1)-x.at(0))) // for two digits
	for k := axes.Lowest; k <= axes.Highest; k += step {
		p.text(strconv.Itoa(k), point{x.at(float64(k)), base - 5}, label{size: minimumText, h: atMiddle, v: atEnd})
	}
	name := fold(h.Series[0].Name, b.width(), smallSize, false)
	top := p.lines(name, point{b.left, base - tickRoom}, smallLine, label{size: smallSize, colour: soft, v: atEnd})
	p.text(h.Series[0].meanText(), point{b.left, top}, label{size: smallSize, bold: true, v: atEnd})
	return top - smallLine
}

func (h Histogram) draw(p pen, b box, more float64) (bottom, spare float64) {
	if h.Small {
		return h.drawSmall(p, b), 0
	}
	axes := cmp.Or(h.Common, CommonAxes(h))
	t := h.table(b.width())
	x := scale{from: float64(axes.Lowest) - 0.5, to: float64(axes.Highest) + 0.5, low: b.left + t.low, high: b.left + t.high}
	base := b.top - barsHigh - more
	y := scale{from: 0, to: max(axes.Most, 1e-9), low: base, high: b.top - 14}
	if h.Cumulative {
		y.to = 1
	}
	percents := ticks(0, 100*y.to, 4, 0)
	if h.Log {
		y.linear = axes.Least
		percents = powersOfTen(100*axes.Least, 100*y.to)
	}
	shares := frame{x: x, y: y, noGrid: true, in: b}
	for _, t := range percents {
		shares.yTicks = append(shares.yTicks, tick{t.value / 100, t.text + "%"})
	}
	shares.draw(p)
	for k := axes.Lowest; k <= axes.Highest; k++ {
		p.text(strconv.Itoa(k), point{x.at(float64(k)), base - 17}, label{size: min(bodySize, max(minimumText, t.size)), h: atMiddle, v: atEnd, bold: true})
	}
	top := base - belowAxis + 6
	titles := base - 17
	if t.above {
		titles -= nameLine
		top -= nameLine
	}
	p.text("guesses", point{b.left, titles}, label{colour: soft, v: atEnd})
	p.text(meansTitle, point{b.right, titles}, label{colour: soft, h: atEnd, v: atEnd})
	if h.Cumulative {
		h.drawSteps(p, x, y, axes)
	} else {
		h.drawBars(p, x, y, axes)
	}
	// Those published come first, and larger, so that both are seen where they are
	// equal.
	for _, published := range []bool{true, false} {
		for _, s := range h.Series {
			if s.Published == published && !math.IsNaN(s.Mean) {
				s.markMean(p, point{x.at(s.Mean), base})
			}
		}
	}
	for i, name := range t.names {
		middle := top - t.rows[i]/2 // of the name
		numbers := middle
		if t.zigzag {
			numbers += nameLine / 2
		}
		if t.above {
			middle = top - (nameLine*float64(len(name))+4)/2
			numbers = top - nameLine*float64(len(name)) - 4 - nameLine/2
		}
		p.lines(name, point{b.left + 18, middle + nameLine*float64(len(name)-1)/2}, nameLine, label{v: atMiddle})
		for k := axes.Lowest; k <= axes.Highest; k++ {
			text, look := h.cell(i, k, t.decimals)
			look.size, look.h, look.v = t.size, atMiddle, atMiddle
			at := point{x.at(float64(k)), numbers}
			if t.zigzag && (k-axes.Lowest)%2 == 1 {
				at.y -= nameLine
			}
			p.text(text, at, look)
		}
		if i < len(h.Series) {
			h.sign(p, h.Series[i], point{b.left + 6, middle})
			p.text(h.Series[i].meanText(), point{b.right, middle}, label{bold: true, h: atEnd, v: atMiddle})
		}
		top -= t.rows[i]
	}
	return top - 6, barsHigh - leastPlot
}

// numberSize is the size of numbers that fit the columns, and the decimals of
// percent that do; zigzag, if they only fit as wide as two columns.
func (h Histogram) numberSize(axes *Axes, column float64) (size float64, decimals int, zigzag bool) {
	for decimals = 1; ; decimals-- {
		width := 1.0
		for row := range h.Series {
			for k := axes.Lowest; k <= axes.Highest; k++ {
				text, _ := h.cell(row, k, decimals)
				width = max(width, widest(text))
			}
		}
		size = bodySize * (column - 5) / width
		if size >= smallSize || decimals == 0 {
			return max(minimumText, min(bodySize, size)), decimals, size < minimumText
		}
	}
}

// minimumText is the size below which nothing is written, in pixels.
const minimumText = 11.0

// number is what stands below a bar.
func (h Histogram) number(s Distribution, k, decimals int) string {
	n := s.at(k)
	if h.Cumulative {
		n = s.upTo(k)
	}
	switch {
	case s.Counts == nil:
		return ""
	case h.Counts:
		return count(n)
	}
	percent := 100 * n / s.secrets()
	least := math.Pow10(-decimals) // that is kept apart from 0, and from 100
	switch {
	case n == 0:
		return "0"
	case percent < least:
		return "<" + number(least, decimals)
	case percent > 100-least && percent < 100:
		return ">" + number(100-least, decimals)
	}
	return number(percent, decimals)
}

// cell is what a row has below a bar: a number or, in the row after those of the series,
// by how much the first series exceeds the second.
func (h Histogram) cell(row, k, decimals int) (string, label) {
	if row < len(h.Series) {
		s := h.Series[row]
		if s.at(k) == 0 {
			return h.number(s, k, decimals), label{colour: soft}
		}
		return h.number(s, k, decimals), label{}
	}
	d := h.Series[0].at(k) - h.Series[1].at(k)
	if d == 0 {
		return "0", label{colour: soft}
	}
	text := count(d)
	if d > 0 {
		text = "+" + text
	}
	return text, label{colour: verdicts["unexplained"].rgba(), bold: true}
}

// sign explains the colour at the beginning of a row.
func (h Histogram) sign(p pen, d Distribution, at point) {
	fill, outline := d.look()
	switch {
	case d.Counts == nil:
		d.markMean(p, point{at.x, at.y + meanMark})
	case h.Cumulative:
		p.line(d.curve(), point{at.x - 8, at.y}, point{at.x + 8, at.y})
	default:
		p.rect(fill, outline, at.x-6, at.y-6, at.x+6, at.y+6)
	}
}

// curve is how cumulative shares are drawn: published ones are dashed.
func (d Distribution) curve() stroke {
	if d.Published {
		return dashed
	}
	return stroke{Color: d.Colour.rgba(), Width: px(2.2)}
}

// look is how bars are drawn: published ones as outlines; light ones need theirs.
func (d Distribution) look() (color.Color, stroke) {
	if d.Published {
		return color.White, stroke{Color: ink, Width: px(1.8)}
	}
	fill := d.Colour.rgba()
	return fill, stroke{Color: mix(fill, color.RGBA{A: 0xFF}, 0.7), Width: px(1)}
}

// markMean points to the mean on the axis from below.
func (d Distribution) markMean(p pen, at point) {
	fill, outline := d.look()
	half, high := meanMark, 1.7*meanMark
	if d.Published {
		half, high = 1.6*half, 1.35*high
	}
	p.area(fill, outline, at, point{at.x - half, at.y - high}, point{at.x + half, at.y - high})
}

// counted lists the series of which more is known than the mean.
func (h Histogram) counted() []Distribution {
	return slices.DeleteFunc(slices.Clone(h.Series), func(s Distribution) bool { return s.Counts == nil })
}

func (h Histogram) drawBars(p pen, x, y scale, axes *Axes) {
	shown := h.counted()
	column := x.at(1) - x.at(0)
	width := min(0.8*column, 44*float64(len(shown))) / float64(max(1, len(shown)))
	for i, s := range shown {
		fill, outline := s.look()
		for k := axes.Lowest; k <= axes.Highest; k++ {
			if s.at(k) == 0 {
				continue
			}
			left := x.at(float64(k)) + width*(float64(i)-float64(len(shown))/2)
			high := max(hairline, y.at(s.at(k)/s.secrets())-y.low)
			edge := float64(outline.Width/px(1)) / 2 // within the bar, which is as high as its share
			if high < 4*edge {
				p.rect(outline.Color, stroke{}, left+0.5, y.low, left+width-0.5, y.low+high)
				continue
			}
			p.rect(fill, outline, left+0.5+edge, y.low+edge, left+width-0.5-edge, y.low+high-edge)
		}
	}
}

func (h Histogram) drawSteps(p pen, x, y scale, axes *Axes) {
	for _, s := range h.counted() {
		points := []point{{x.low, y.low}}
		for k := axes.Lowest; k <= axes.Highest; k++ {
			at := x.at(float64(k))
			points = append(points, point{at, points[len(points)-1].y}, point{at, y.at(s.upTo(k) / s.secrets())})
		}
		points = append(points, point{x.high, points[len(points)-1].y})
		p.line(s.curve(), points...)
	}
}
