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
	// Small draws only the bars, for sheets of many panels, with published numbers on them: dots
	// where they are equal, and rings where they are not. Below stand the title, and the name and
	// the MeanText of the first series.
	Small bool
	// Group, if it is not empty, is the heading of small panels that this one begins.
	Group string

	common *axes // of all histograms in the figure; nil for its own
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
	lowest, highest int     // numbers of guesses
	least, most     float64 // shares of the secrets, above 0 and up to 1
}

// commonAxes returns axes that show all of some histograms.
func commonAxes(histograms ...Histogram) *axes {
	a := axes{lowest: 1, highest: 1, least: 1}
	for _, h := range histograms {
		for _, s := range h.Series {
			all := s.secrets()
			for k, n := range s.Counts {
				if n == 0 {
					continue
				}
				a.lowest = min(a.lowest, k)
				a.highest = max(a.highest, k)
				a.least = min(a.least, n/all)
				a.most = max(a.most, n/all)
			}
			if !math.IsNaN(s.Mean) {
				a.highest = max(a.highest, int(math.Ceil(s.Mean)))
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
func (d Distribution) secrets() float64 {
	return d.upTo(len(d.Counts))
}

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

func (h Histogram) heading() string {
	if h.Small {
		return "" // the title stands below
	}
	return h.Title
}

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
	room := nameRoom
	if t.above {
		room = width - means - 34
	}
	for _, s := range h.Series {
		t.names = append(t.names, wrapped(s.Name, room))
	}
	if h.Differences {
		t.names = append(t.names, []string{rowOfDelta})
	}

	// The columns stand between names and means, or below them from edge to edge.
	t.low = widest(slices.Concat(t.names...)...) + 24
	t.high = width - means - 14
	if t.above {
		t.low = widest("100%") + 12
		t.high = width
	}
	columns := axes.highest - axes.lowest + 1
	column := (t.high - t.low) / float64(columns)
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
func (h Histogram) axes() *axes {
	return cmp.Or(h.common, commonAxes(h))
}

// guesses returns the axis of numbers of guesses between two pixels. Each number has as much
// room at its left as at its right.
func (a *axes) guesses(low, high float64) scale {
	return scale{
		from: float64(a.lowest) - 0.5,
		to:   float64(a.highest) + 0.5,
		low:  low,
		high: high,
	}
}

func (h Histogram) drawSmall(p pen, b box) (bottom float64) {
	axes := h.axes()
	base := b.top - smallBars
	x := axes.guesses(b.left, b.right)
	y := scale{
		to:   axes.most,
		low:  base,
		high: b.top,
	}
	drawBars(p, x, y, axes, slices.DeleteFunc(h.counted(), isPublished))
	p.level(axisLine, b.left, b.right, base)

	// A published number is a dot on the end of the bar that it is equal to, else a ring.
	first := h.Series[0]
	text := underRight.sized(smallSize) // of the mean
	for _, s := range h.counted() {
		for k := axes.lowest; k <= axes.highest && s.Published; k++ {
			end := point{x.at(float64(k)), y.at(s.at(k) / s.secrets())}
			switch {
			case s.at(k) != first.at(k):
				text.colour = verdicts["unexplained"].rgba()
				p.mark(ring, text.colour, end, smallDot)
			case s.at(k) > 0:
				p.mark(disc, ink, end, smallDot)
			}
		}
	}

	// Numbers of two digits need 18 pixels: where columns are narrower, some are left out.
	column := x.at(1) - x.at(0)
	step := 1 + int(18/column)
	number := under.sized(minimumText)
	for k := axes.lowest; k <= axes.highest; k += step {
		p.text(strconv.Itoa(k), point{x.at(float64(k)), base - 5}, number)
	}

	letters := underRight.sized(smallSize)
	top := base - tickRoom
	top = p.lines(fold(h.Title, b.width(), smallSize, true), point{b.left, top}, smallLine, letters.strong())
	top = p.lines(fold(first.Name, b.width(), smallSize, false), point{b.left, top}, smallLine, letters.quiet())
	return p.lines(fold(first.meanText(), b.width(), smallSize, false), point{b.left, top}, smallLine, text)
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
		to:   max(axes.most, 1e-9),
		low:  base,
		high: b.top - 14,
	}
	if h.Cumulative {
		y.to = 1
	}

	// The axis of shares.
	percents := ticks(0, 100*y.to, 4, 0)
	if h.Log {
		y.linear = axes.least
		percents = powersOfTen(100*axes.least, 100*y.to)
	}
	shares := frame{
		x:      x,
		y:      y,
		noGrid: true,
		in:     b,
	}
	for _, t := range percents {
		shares.yTicks = append(shares.yTicks, tick{t.value / 100, t.text + "%"})
	}

	// Numbers of secrets have an axis of their own kind, if one fits all series.
	if all := h.counted(); h.Counts && !h.Log && sameSecrets(all) {
		shares.yTicks = nil
		secrets := all[0].secrets()
		for _, t := range ticks(0, secrets*y.to, 4, 1) {
			shares.yTicks = append(shares.yTicks, tick{t.value / secrets, t.text})
		}
	}
	shares.draw(p)

	// The numbers of guesses, which are also the titles of the table's columns.
	titles := base - 17
	number := under.sized(t.size).strong()
	for k := axes.lowest; k <= axes.highest; k++ {
		p.text(strconv.Itoa(k), point{x.at(float64(k)), titles}, number)
	}
	top := base - belowAxis + 6
	if t.above {
		titles -= nameLine
		top -= nameLine
	}
	p.text("guesses", point{b.left, titles}, underRight.quiet())
	p.text(meansTitle, point{b.right, titles}, underLeft.quiet())

	if h.Cumulative {
		h.drawSteps(p, x, y, axes)
	} else {
		drawBars(p, x, y, axes, h.counted())
	}

	// Published means come first, and larger, so that both are seen where they are equal.
	for _, published := range []bool{true, false} {
		for _, s := range h.Series {
			if s.Published == published && !math.IsNaN(s.Mean) {
				s.markMean(p, point{x.at(s.Mean), base})
			}
		}
	}

	b.top = top
	return h.drawTable(p, b, t, x) - 6, barsHigh - leastPlot
}

// sameSecrets reports whether there are series, all of the same number of secrets.
func sameSecrets(all []Distribution) bool {
	differ := func(d Distribution) bool { return d.secrets() != all[0].secrets() }
	return len(all) > 0 && !slices.ContainsFunc(all, differ)
}

// drawTable draws the rows of the table from the top of a box down, with a number below each
// number of guesses on the axis. It returns where they end.
func (h Histogram) drawTable(p pen, b box, t countTable, x scale) (bottom float64) {
	axes := h.axes()
	top := b.top
	for i, name := range t.names {
		lines := float64(len(name))
		middle := top - t.rows[i]/2 // of the name
		numbers := middle
		if t.zigzag {
			numbers += nameLine / 2
		}
		if t.above {
			middle = top - (nameLine*lines+4)/2
			numbers = top - nameLine*lines - 4 - nameLine/2
		}

		firstLine := middle + nameLine*(lines-1)/2
		p.lines(name, point{b.left + 18, firstLine}, nameLine, toRight)
		for k := axes.lowest; k <= axes.highest; k++ {
			text, look := h.cell(i, k, t.decimals)
			look.size = t.size
			at := point{x.at(float64(k)), numbers}
			if t.zigzag && (k-axes.lowest)%2 == 1 {
				at.y -= nameLine
			}
			p.text(text, at, look)
		}

		if i < len(h.Series) {
			s := h.Series[i]
			h.sign(p, s, point{b.left + 6, middle})
			p.text(s.meanText(), point{b.right, middle}, toLeft.strong())
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
			for k := axes.lowest; k <= axes.highest; k++ {
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
func (h Histogram) cell(row, k, decimals int) (text string, look label) {
	look = centred
	if row < len(h.Series) {
		s := h.Series[row]
		if s.at(k) == 0 {
			look = look.quiet()
		}
		return h.number(s, k, decimals), look
	}

	d := h.Series[0].at(k) - h.Series[1].at(k)
	if d == 0 {
		return "0", look.quiet()
	}
	text = count(d)
	if d > 0 {
		text = "+" + text
	}
	look.colour = verdicts["unexplained"].rgba()
	return text, look.strong()
}

// sign draws, at the beginning of a row, how the series is drawn above.
func (h Histogram) sign(p pen, d Distribution, at point) {
	fill, outline := d.look()
	switch {
	case d.Counts == nil:
		d.markMean(p, at.by(0, meanMark))
	case h.Cumulative:
		p.level(d.curve(), at.x-8, at.x+8, at.y)
	default:
		p.rect(fill, outline, at.x-6, at.y-6, at.x+6, at.y+6)
	}
}

// curve returns the line of cumulative shares, dashed if they are published.
func (d Distribution) curve() stroke {
	if d.Published {
		return dashed
	}
	return stroke{
		Color: d.Colour.rgba(),
		Width: px(2.2),
	}
}

// look returns how bars are drawn. Published bars are outlines. Others have one too, because
// light bars need it.
func (d Distribution) look() (color.Color, stroke) {
	if d.Published {
		return color.White, stroke{
			Color: ink,
			Width: px(1.8),
		}
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
	half := meanMark
	high := 1.7 * meanMark
	if d.Published {
		half *= 1.6
		high *= 1.35
	}
	p.area(fill, outline, at, at.by(-half, -high), at.by(half, -high))
}

func isPublished(d Distribution) bool { return d.Published }

// counted lists the series that have counts, not only a mean.
func (h Histogram) counted() []Distribution {
	onlyMean := func(s Distribution) bool { return s.Counts == nil }
	return slices.DeleteFunc(slices.Clone(h.Series), onlyMean)
}

// drawBars draws, for each number of guesses, the bars of all series side by side.
func drawBars(p pen, x, y scale, axes *axes, series []Distribution) {
	column := x.at(1) - x.at(0)
	bars := float64(len(series))
	width := min(0.8*column, 44*bars) / max(1, bars)

	for i, s := range series {
		fill, outline := s.look()
		edge := float64(outline.Width/px(1)) / 2
		for k := axes.lowest; k <= axes.highest; k++ {
			if s.at(k) == 0 {
				continue
			}
			left := x.at(float64(k)) + width*(float64(i)-bars/2)
			right := left + width - 0.5
			left += 0.5
			high := max(hairline, y.at(s.at(k)/s.secrets())-y.low)

			// The outline lies within the bar, so that the bar is as high as its share. A bar
			// lower than two outlines is drawn as one.
			if high < 4*edge {
				p.rect(outline.Color, stroke{}, left, y.low, right, y.low+high)
				continue
			}
			p.rect(fill, outline, left+edge, y.low+edge, right-edge, y.low+high-edge)
		}
	}
}

// drawSteps draws the shares solved within each number of guesses, a line for each series.
func (h Histogram) drawSteps(p pen, x, y scale, axes *axes) {
	for _, s := range h.counted() {
		height := y.low
		points := []point{{x.low, height}}
		for k := axes.lowest; k <= axes.highest; k++ {
			at := x.at(float64(k))
			points = append(points, point{at, height})
			height = y.at(s.upTo(k) / s.secrets())
			points = append(points, point{at, height})
		}
		points = append(points, point{x.high, height})
		p.line(s.curve(), points...)
	}
}
