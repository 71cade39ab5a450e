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
// for one strategy or for several side by side. Below the bars stand the numbers and the
// means, which are also marked on the axis.
type Histogram struct {
	Title  string
	Series []Distribution
	// Cumulative draws the share of secrets solved within each number of guesses, as steps.
	Cumulative bool
	// Log draws shares by their logarithm, so that bars of few secrets are seen.
	Log bool
	// Counts writes numbers of secrets, in place of percent.
	Counts bool
	// Differences writes, below the numbers of two series, the first minus the second.
	Differences bool
	// Common, if it is not nil, makes the axes of several panels agree.
	Common *axes
	// Small draws only the bars, with published numbers as dots on them, for sheets of many
	// panels, and writes below them the name
	// and the MeanText of the first series.
	Small bool
}

// A Distribution holds how many secrets need each number of guesses.
type Distribution struct {
	Name   string
	Counts []float64 // Counts[k] secrets need k guesses; nil if only the mean is known
	Mean   float64   // NaN if it is not known
	// MeanText is how the mean is written, such as the digits that a source prints; empty for
	// five decimals.
	MeanText  string
	Published bool // drawn as an outline
	Colour    colour
}

// axes are the ranges that the axes of a histogram show.
type axes struct {
	Lowest, Highest int     // numbers of guesses
	Least, Most     float64 // shares of the secrets, above 0 and up to 1
}

// CommonAxes returns axes that show all of some histograms.
func CommonAxes(histograms ...Histogram) *axes {
	a := axes{Lowest: 1, Highest: 1, Least: 1}
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

// Numbers returns a histogram as the counts of a [Distribution].
func Numbers(counts []int) []float64 {
	var out []float64
	for _, n := range counts {
		out = append(out, float64(n))
	}
	return out
}

// secrets returns the number of secrets.
func (d Distribution) secrets() float64 { return d.upTo(len(d.Counts)) }

// at returns the number of secrets that need k guesses.
func (d Distribution) at(k int) float64 {
	if 0 <= k && k < len(d.Counts) {
		return d.Counts[k]
	}
	return 0
}

// upTo returns the number of secrets that need at most k guesses.
func (d Distribution) upTo(k int) float64 {
	return floats.Sum(d.Counts[:min(k+1, len(d.Counts))])
}

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
		all = append(all, s.Counts...)
		if !math.IsNaN(s.Mean) {
			all = append(all, s.Mean)
		}
	}
	return all
}

const (
	barsHigh   = 210.0
	leastPlot  = 80.0 // of any panel
	smallBars  = 62.0
	smallDot   = 3.5
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

// A countTable is the table below the bars: a row for each series, with its name and its
// mean, and maybe a row of differences.
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
	axes := h.axes()
	t.above = width <= phoneWidest

	means := widest(meansTitle)
	for _, s := range h.Series {
		means = max(means, textWidth(s.meanText(), bodySize, true))
	}
	names := nameRoom
	if t.above {
		names = width - means - 34
	}
	for _, s := range h.Series {
		t.names = append(t.names, fold(s.Name, names, bodySize, false))
	}
	if h.Differences {
		t.names = append(t.names, []string{rowOfDelta})
	}

	// The columns stand between names and means, or below them from edge to edge.
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

// axes returns the axes that several panels share, or the histogram's own.
func (h Histogram) axes() *axes { return cmp.Or(h.Common, CommonAxes(h)) }

// guesses returns the axis of numbers of guesses between two pixels. Each number has as much
// room at its left as at its right.
func (a *axes) guesses(low, high float64) scale {
	return scale{
		from: float64(a.Lowest) - 0.5,
		to:   float64(a.Highest) + 0.5,
		low:  low,
		high: high,
	}
}

func (h Histogram) drawSmall(p pen, b box) (bottom float64) {
	axes := h.axes()
	base := b.top - smallBars
	x := axes.guesses(b.left, b.right)
	y := scale{to: axes.Most, low: base, high: b.top}
	bars := h
	bars.Series = slices.DeleteFunc(slices.Clone(h.Series), isPublished)
	bars.drawBars(p, x, y, axes)
	p.line(axisLine, point{b.left, base}, point{b.right, base})

	// Published numbers are dots: on the end of a bar where they agree with it.
	for _, s := range h.counted() {
		for k := axes.Lowest; k <= axes.Highest && s.Published; k++ {
			if s.at(k) > 0 {
				p.mark(disc, ink, point{x.at(float64(k)), y.at(s.at(k) / s.secrets())}, smallDot, false)
			}
		}
	}

	// Numbers of two digits need 18 pixels: where columns are narrower, some are left out.
	step := 1 + int(18/(x.at(1)-x.at(0)))
	number := label{size: minimumText, h: atMiddle, v: atEnd}
	for k := axes.Lowest; k <= axes.Highest; k += step {
		p.text(strconv.Itoa(k), point{x.at(float64(k)), base - 5}, number)
	}

	first := h.Series[0]
	name := fold(first.Name, b.width(), smallSize, false)
	top := p.lines(name, point{b.left, base - tickRoom}, smallLine, label{
		size:   smallSize,
		colour: soft,
		v:      atEnd,
	})
	p.text(first.meanText(), point{b.left, top}, label{
		size: smallSize,
		bold: true,
		v:    atEnd,
	})
	return top - smallLine
}

func (h Histogram) draw(p pen, b box, more float64) (bottom, spare float64) {
	if h.Small {
		return h.drawSmall(p, b), 0
	}
	axes := h.axes()
	t := h.table(b.width())
	base := b.top - barsHigh - more
	x := axes.guesses(b.left+t.low, b.left+t.high)
	y := scale{
		from: 0,
		to:   max(axes.Most, 1e-9),
		low:  base,
		high: b.top - 14,
	}
	if h.Cumulative {
		y.to = 1
	}

	// The axis of shares.
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

	// The numbers of guesses, which are also the titles of the table's columns.
	number := label{
		size: min(bodySize, max(minimumText, t.size)),
		h:    atMiddle,
		v:    atEnd,
		bold: true,
	}
	for k := axes.Lowest; k <= axes.Highest; k++ {
		p.text(strconv.Itoa(k), point{x.at(float64(k)), base - 17}, number)
	}
	top := base - belowAxis + 6
	titles := base - 17
	if t.above {
		titles -= nameLine
		top -= nameLine
	}
	p.text("guesses", point{b.left, titles}, label{colour: soft, v: atEnd})
	p.text(meansTitle, point{b.right, titles}, label{
		colour: soft,
		h:      atEnd,
		v:      atEnd,
	})

	if h.Cumulative {
		h.drawSteps(p, x, y, axes)
	} else {
		h.drawBars(p, x, y, axes)
	}

	// Published means come first, and larger, so that both are seen where they are equal.
	for _, published := range []bool{true, false} {
		for _, s := range h.Series {
			if s.Published == published && !math.IsNaN(s.Mean) {
				s.markMean(p, point{x.at(s.Mean), base})
			}
		}
	}

	bottom = h.drawTable(p, box{
		left:  b.left,
		right: b.right,
		top:   top,
	}, t, x)
	return bottom - 6, barsHigh - leastPlot
}

// drawTable draws the rows of the table from the top of a box down, with a number below each
// number of guesses on the axis. It returns where they end.
func (h Histogram) drawTable(p pen, b box, t countTable, x scale) (bottom float64) {
	axes, top := h.axes(), b.top
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

		firstLine := middle + nameLine*float64(len(name)-1)/2
		p.lines(name, point{b.left + 18, firstLine}, nameLine, label{v: atMiddle})
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
			s := h.Series[i]
			h.sign(p, s, point{b.left + 6, middle})
			p.text(s.meanText(), point{b.right, middle}, label{
				bold: true,
				h:    atEnd,
				v:    atMiddle,
			})
		}
		top -= t.rows[i]
	}
	return top
}

// numberSize returns the size of numbers, and the decimals of percent, that fit the columns.
// With zigzag they fit only if each is as wide as two columns.
func (h Histogram) numberSize(axes *axes, column float64) (size float64, decimals int, zigzag bool) {
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

// number returns the number below a bar. A share that rounding would make 0 or 100 is written
// as less or more than the nearest number: <0.1.
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
	least := math.Pow10(-decimals)
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

// cell returns the text of a row below a bar: a number or, in the row after the series, by how
// much the first series exceeds the second.
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

// sign draws, at the beginning of a row, how the series is drawn above.
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

// curve returns the line of cumulative shares, dashed if they are published.
func (d Distribution) curve() stroke {
	if d.Published {
		return dashed
	}
	return stroke{Color: d.Colour.rgba(), Width: px(2.2)}
}

// look returns how bars are drawn. Published bars are outlines. Others have one too, because
// light bars need it.
func (d Distribution) look() (color.Color, stroke) {
	if d.Published {
		return color.White, stroke{Color: ink, Width: px(1.8)}
	}
	fill := d.Colour.rgba()
	return fill, stroke{
		Color: mix(fill, color.RGBA{A: 0xFF}, 0.7),
		Width: px(1),
	}
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

func isPublished(d Distribution) bool { return d.Published }

// counted lists the series that have counts, not only a mean.
func (h Histogram) counted() []Distribution {
	onlyMean := func(s Distribution) bool { return s.Counts == nil }
	return slices.DeleteFunc(slices.Clone(h.Series), onlyMean)
}

// drawBars draws, for each number of guesses, the bars of all series side by side.
func (h Histogram) drawBars(p pen, x, y scale, axes *axes) {
	shown := h.counted()
	column := x.at(1) - x.at(0)
	width := min(0.8*column, 44*float64(len(shown))) / float64(max(1, len(shown)))

	for i, s := range shown {
		fill, outline := s.look()
		edge := float64(outline.Width/px(1)) / 2
		for k := axes.Lowest; k <= axes.Highest; k++ {
			if s.at(k) == 0 {
				continue
			}
			left := x.at(float64(k)) + width*(float64(i)-float64(len(shown))/2)
			high := max(hairline, y.at(s.at(k)/s.secrets())-y.low)

			// The outline lies within the bar, so that the bar is as high as its share. A bar
			// lower than two outlines is drawn as one.
			if high < 4*edge {
				p.rect(outline.Color, stroke{}, left+0.5, y.low, left+width-0.5, y.low+high)
				continue
			}
			p.rect(fill, outline, left+0.5+edge, y.low+edge, left+width-0.5-edge, y.low+high-edge)
		}
	}
}

// drawSteps draws the shares solved within each number of guesses, a line for each series.
func (h Histogram) drawSteps(p pen, x, y scale, axes *axes) {
	for _, s := range h.counted() {
		points := []point{{x.low, y.low}}
		for k := axes.Lowest; k <= axes.Highest; k++ {
			at := x.at(float64(k))
			before, now := points[len(points)-1].y, y.at(s.upTo(k)/s.secrets())
			points = append(points, point{at, before}, point{at, now})
		}
		points = append(points, point{x.high, points[len(points)-1].y})
		p.line(s.curve(), points...)
	}
}
