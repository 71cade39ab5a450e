package chart

import (
	"math"
	"slices"
)

// A Dots chart has a row for each of many things and, on a common axis, a dot for
// each number that belongs to it.
type Dots struct {
	Title  string
	XLabel string
	Series []DotSeries
	Rows   []DotRow
	// Linear, if it is not 0, spreads what is small: numbers up to this size stand
	// in proportion about 0, and those beyond it by their logarithm.
	Linear float64
	// Zero has the axis show 0.
	Zero bool
	// Notes is the heading of what is written at the ends of rows.
	Notes string
	Marks []Mark
	// Lanes gives each series a lane of its own, the first at the top of every row;
	// else only dots that would hide others leave the middle. Rings hide nothing.
	Lanes bool
	// Common, if it is not nil, has the axes of several panels agree.
	Common *Span
}

// A Mark is a number to compare the dots with, such as the optimum, drawn as an upright line
// through all rows, with its name above them.
type Mark struct {
	Name string
	X    float64
}

// A DotSeries is the dots of one colour.
type DotSeries struct {
	Name   string
	Colour Colour
}

// A DotRow is a row of dots.
type DotRow struct {
	Name   string
	Dots   []Dot
	Ranges []Range // behind the dots, each thicker than the one before
	Note   string  // at the end of the row
}

// A Dot is a number of a series.
type Dot struct {
	Series int
	X      float64
	Hollow bool // only the outline is drawn
}

// A Range is drawn as a bar from one number of a series to another.
type Range struct {
	Series   int
	From, To float64
}

func (d Dots) heading() string { return d.Title }

func (d Dots) numbers() (all []float64) {
	for _, r := range d.Rows {
		for _, dot := range r.all() {
			all = append(all, dot.X)
		}
	}
	return all
}

// all lists the dots of the row, and the ends of its ranges.
func (r DotRow) all() []Dot {
	all := slices.Clone(r.Dots)
	for _, b := range r.Ranges {
		all = append(all, Dot{Series: b.Series, X: b.From}, Dot{Series: b.Series, X: b.To})
	}
	return all
}

const (
	dotRadius = 5.0
	dotRow    = 24.0
	markLine  = 17.0
	leastAxis = 0.42 // of the width of a narrow panel
	dotLane   = 14.0 // the height, and the width, that the largest mark takes
)

// lanes says how many lanes below the first of a row, as numbers below 0, its dots lie, so
// that none hides one of another series: of two that would, the later series is the lower.
func (d Dots) lanes(r DotRow, x scale) []int {
	lanes := make([]int, len(r.Dots))
	if d.Lanes {
		for i, dot := range r.Dots {
			lanes[i] = -dot.Series
		}
		return lanes
	}
	isRing := func(i int) bool { return d.Series[r.Dots[i].Series].Colour.shape == ring }
	sorted := order(len(r.Dots), func(i int) float64 { return float64(r.Dots[i].Series) })
	for place, i := range sorted {
		for _, j := range sorted[:place] {
			if r.Dots[i].Series != r.Dots[j].Series && !isRing(i) && !isRing(j) && math.Abs(x.at(r.Dots[i].X)-x.at(r.Dots[j].X)) < dotLane {
				lanes[i] = min(lanes[i], lanes[j]-1)
			}
		}
	}
	return lanes
}

// A dotsLayout is where the parts of a panel stand, from its left and its top.
type dotsLayout struct {
	x       scale
	ticks   []tick
	lines   []dotLine
	heights float64 // of all rows
}

// A dotLine is how a row is drawn.
type dotLine struct {
	name   []string
	above  float64 // the height of the name, if it stands above the dots: the panel is narrow
	height float64
	lanes  []int
}

func (d Dots) layout(width float64) (l dotsLayout) {
	l.x = scale{from: math.Inf(1), to: math.Inf(-1), linear: d.Linear}
	names, notes := 0.0, widest(d.Notes)
	for _, r := range d.Rows {
		names = max(names, widest(r.Name))
		notes = max(notes, widest(r.Note))
		for _, dot := range r.all() {
			l.x.from, l.x.to = min(l.x.from, dot.X), max(l.x.to, dot.X)
		}
	}
	for _, m := range d.Marks {
		l.x.from, l.x.to = min(l.x.from, m.X), max(l.x.to, m.X)
	}
	if d.Common != nil {
		l.x.from, l.x.to = min(l.x.from, d.Common.Left), max(l.x.to, d.Common.Right)
	}
	l.x.low, l.x.high = names+14+dotRadius, width-dotRadius-2
	if notes > 0 {
		l.x.high -= notes + 12
	}
	above := width <= phoneWidest && l.x.high-l.x.low < leastAxis*width
	if above {
		l.x.low, l.x.high = 2+dotRadius, width-dotRadius-2
	}
	l.ticks = d.ticks(&l.x)
	for _, r := range d.Rows {
		line := dotLine{name: []string{r.Name}, lanes: append(d.lanes(r, l.x), 0)} // the line of the row itself
		if above {
			line.name = fold(r.Name, width-widest(r.Note)-12, bodySize, false)
			line.above = labelLine*float64(len(line.name)) + 4
		}
		line.height = line.above + max(dotRow, float64(slices.Max(line.lanes)-slices.Min(line.lanes)+1)*dotLane+6)
		l.lines, l.heights = append(l.lines, line), l.heights+line.height
	}
	return l
}

// ticks pads the axis, and returns the numbers on it.
func (d Dots) ticks(x *scale) []tick {
	if d.Linear == 0 {
		x.pad(0.04, d.Zero)
		return ticks(x.from, x.to, max(2, int((x.high-x.low)/50)), 0)
	}
	const margin = 1.3
	var out []tick
	switch {
	case x.from < 0:
		x.from = margin * min(x.from, -d.Linear)
	case x.from < d.Linear:
		x.from = 0
	default: // all of it is logarithmic
		x.from = d.Linear
	}
	x.to = margin * max(x.to, d.Linear)
	if x.from <= 0 {
		out = []tick{{0, "0"}}
	}
	for v := d.Linear; v <= max(-x.from, x.to); v *= 10 {
		for _, t := range []float64{-v, v} {
			if x.from <= t && t <= x.to {
				out = append(out, tick{t, signed(t, x.from < 0)})
			}
		}
	}
	return out
}

// signed writes a power of ten, with a plus if it needs one.
func signed(v float64, plus bool) string {
	decimals := max(0, -int(math.Floor(math.Log10(math.Abs(v))+1e-9)))
	text := number(v, decimals)
	if v > 0 && plus {
		return "+" + text
	}
	return text
}

func (d Dots) draw(p pen, b box, _ float64) (end, spare float64) {
	l := d.layout(b.width())
	x := l.x
	x.low, x.high = x.low+b.left, x.high+b.left
	top := b.top
	if d.Notes != "" {
		p.text(d.Notes, point{b.right, top}, label{colour: soft, h: atEnd, v: atEnd})
		top -= 18
	}
	marksTop := top
	top -= float64(len(d.Marks)) * markLine
	bottom := top - l.heights
	frame{x: x, y: scale{low: bottom, high: top}, xTicks: l.ticks, xLabel: d.XLabel, in: b}.draw(p)
	if x.from < 0 && x.to > 0 {
		p.line(axisLine, point{x.at(0), bottom}, point{x.at(0), top})
	}
	d.drawMarks(p, b, x, marksTop, bottom)
	for i, r := range d.Rows {
		line := l.lines[i]
		middle := top - (line.height+line.above)/2
		if i > 0 {
			p.line(stroke{Color: faint, Width: px(1)}, point{b.left, top}, point{b.right, top})
		}
		title := middle
		if line.above > 0 {
			title = top - 12
		}
		p.lines(line.name, point{b.left, title}, labelLine, label{v: atMiddle})
		p.text(r.Note, point{b.right, title}, label{colour: soft, h: atEnd, v: atMiddle})
		for k, bar := range r.Ranges {
			half := 1 + 4*float64(k)
			p.rect(mix(d.Series[bar.Series].Colour.rgba(), white, 0.75), stroke{}, x.at(bar.From)-1, middle-half, x.at(bar.To)+1, middle+half)
		}
		centre := float64(slices.Min(line.lanes)+slices.Max(line.lanes)) / 2
		type place struct {
			series, x, lane int
			hollow          bool
		}
		drawn := map[place]bool{}
		for k, dot := range r.Dots {
			at := place{dot.Series, int(math.Round(x.at(dot.X))), line.lanes[k], dot.Hollow}
			if drawn[at] {
				continue
			}
			drawn[at] = true
			c := d.Series[dot.Series].Colour
			middle := point{x.at(dot.X), middle + (float64(at.lane)-centre)*dotLane}
			p.mark(c.shape, c.rgba(), middle, dotRadius, dot.Hollow)
		}
		top -= line.height
	}
	return bottom - 8 - tickRoom - labelRoom(d.XLabel, b.width()), 0
}

// drawMarks draws the marks, the name of each on a line of its own.
func (d Dots) drawMarks(p pen, b box, x scale, top, bottom float64) {
	for i, m := range d.Marks {
		at := point{x.at(m.X) + 5, top - (float64(i)+0.5)*markLine}
		l := label{v: atMiddle}
		if at.x+widest(m.Name) > b.right {
			l.h, at.x = atEnd, max(at.x-10, b.left+widest(m.Name))
		}
		end := at.y + markLine/2
		if l.h == atEnd && at.x > x.at(m.X) { // no line runs through its name
			end -= markLine
		}
		p.line(dashed, point{x.at(m.X), bottom}, point{x.at(m.X), end})
		p.text(m.Name, at, l)
	}
}
