package chart

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
	// else only dots that would hide others leave the middle.
	Lanes bool
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

// A Range is drawn as a bar from one number of a series to another.
type Range struct {
	Series   int
	From, To float64
}

// A Dot is a number of a series.
type Dot struct {
	Series int
	X      float64
}

func (d Dots) heading() string { return d.Title }

func (d Dots) key() []keyItem {
	var items []keyItem
	for _, s := range d.Series {
		if s.Name != "" {
			items = append(items, keyItem{s.Name, s.Colour})
		}
	}
	return items
}

func (d Dots) check() error {
	dots := 0
	for _, r := range d.Rows {
		for _, dot := range r.Dots {
			switch {
			case dot.Series < 0 || dot.Series >= len(d.Series):
				return fmt.Errorf("row %s has a dot of series %d, and there are %d", r.Name, dot.Series, len(d.Series))
			case math.IsNaN(dot.X) || math.IsInf(dot.X, 0):
				return fmt.Errorf("row %s has a dot that is no number", r.Name)
			}
			dots++
		}
	}
	if dots == 0 {
		return errors.New("there are no dots")
	}
	return nil
}

const (
	dotRadius = 5.0
	dotRow    = 26.0
	dotLane   = 14.0 // the height, and the width, that the largest mark takes
)

// lanes says above or below which line of a row its dots lie, so that none hides
// one of another series.
func (d Dots) lanes(r DotRow, x scale) []int {
	lanes := make([]int, len(r.Dots))
	if d.Lanes {
		for i, dot := range r.Dots {
			lanes[i] = -dot.Series
		}
		return lanes
	}
	sorted := order(len(r.Dots), func(i int) float64 { return r.Dots[i].X })
	for place, i := range sorted {
		taken := map[int]bool{}
		for _, j := range sorted[:place] {
			if r.Dots[i].Series != r.Dots[j].Series && math.Abs(x.at(r.Dots[i].X)-x.at(r.Dots[j].X)) < dotLane {
				taken[lanes[j]] = true
			}
		}
		for taken[lanes[i]] {
			lanes[i] = -lanes[i]
			if lanes[i] >= 0 {
				lanes[i]++
			}
		}
	}
	return lanes
}

func (d Dots) rowHeights(x scale) (heights []float64, lanes [][]int) {
	for _, r := range d.Rows {
		l := append(d.lanes(r, x), 0) // the line of the row itself
		lanes = append(lanes, l)
		heights = append(heights, max(dotRow, float64(slices.Max(l)-slices.Min(l)+1)*dotLane+6))
	}
	return heights, lanes
}

func (d Dots) axis(width float64) (x scale, ticksOf []tick) {
	x = scale{from: math.Inf(1), to: math.Inf(-1), linear: d.Linear}
	names, notes := 0.0, widest(d.Notes)
	for _, r := range d.Rows {
		names = max(names, widest(r.Name))
		notes = max(notes, widest(r.Note))
		for _, dot := range r.Dots {
			x.from, x.to = min(x.from, dot.X), max(x.to, dot.X)
		}
	}
	for _, m := range d.Marks {
		x.from, x.to = min(x.from, m.X), max(x.to, m.X)
	}
	x.low, x.high = names+14+dotRadius, width-dotRadius-2
	if notes > 0 {
		x.high -= notes + 12
	}
	if d.Linear == 0 {
		x.pad(0.04, d.Zero)
		return x, ticks(x.from, x.to, max(2, int((x.high-x.low)/80)), 0)
	}
	const margin = 1.3
	x.from, x.to = margin*min(x.from, -d.Linear), margin*max(x.to, d.Linear)
	ticksOf = []tick{{0, "0"}}
	for v := d.Linear; v <= max(-x.from, x.to); v *= 10 {
		for _, t := range []float64{-v, v} {
			if x.from <= t && t <= x.to {
				ticksOf = append(ticksOf, tick{t, signed(t)})
			}
		}
	}
	return x, ticksOf
}

func signed(v float64) string {
	decimals := max(0, -int(math.Floor(math.Log10(math.Abs(v))+1e-9)))
	text := number(v, decimals)
	if v > 0 {
		return "+" + text
	}
	return text
}

func (d Dots) height(width float64) (wanted, spare float64) {
	x, _ := d.axis(width)
	heights, _ := d.rowHeights(x)
	total := 8 + tickRoom + labelRoom + floats.Sum(heights) + float64(len(d.Marks))*markLine
	if d.Notes != "" {
		total += 18
	}
	return total, 0
}

func (d Dots) draw(p pen, b box) {
	x, ticksOf := d.axis(b.width())
	x.low, x.high = x.low+b.left, x.high+b.left
	heights, lanes := d.rowHeights(x)
	top := b.top
	if d.Notes != "" {
		p.text(d.Notes, point{b.right, top}, label{colour: soft, h: atEnd, v: atEnd})
		top -= 18
	}
	marksTop := top
	top -= float64(len(d.Marks)) * markLine
	bottom := top - floats.Sum(heights)
	frame{x: x, y: scale{low: bottom, high: top}, xTicks: ticksOf, xLabel: d.XLabel}.draw(p)
	if x.from < 0 && x.to > 0 {
		p.line(axisLine, point{x.at(0), bottom}, point{x.at(0), top})
	}
	d.drawMarks(p, b, x, marksTop, bottom)
	for i, r := range d.Rows {
		middle := top - heights[i]/2
		if i > 0 {
			p.line(stroke{colour: faint, width: 1}, point{b.left, top}, point{b.right, top})
		}
		p.text(r.Name, point{b.left, middle}, label{v: atMiddle})
		p.text(r.Note, point{b.right, middle}, label{colour: soft, h: atEnd, v: atMiddle})
		for k, bar := range r.Ranges {
			half := 1 + 4*float64(k)
			p.rect(mix(d.Series[bar.Series].Colour.rgba(), white, 0.75), stroke{}, x.at(bar.From)-1, middle-half, x.at(bar.To)+1, middle+half)
		}
		centre := float64(slices.Min(lanes[i])+slices.Max(lanes[i])) / 2
		type place struct{ series, x, lane int }
		drawn := map[place]bool{}
		for k, dot := range r.Dots {
			at := place{dot.Series, int(math.Round(x.at(dot.X))), lanes[i][k]}
			if drawn[at] {
				continue
			}
			drawn[at] = true
			c := d.Series[dot.Series].Colour
			p.mark(c.shape, c.rgba(), point{x.at(dot.X), middle + (float64(at.lane)-centre)*dotLane}, dotRadius)
		}
		top -= heights[i]
	}
}

// drawMarks draws the marks, the name of each on a line of its own.
func (d Dots) drawMarks(p pen, b box, x scale, top, bottom float64) {
	for i, m := range d.Marks {
		at := point{x.at(m.X) + 5, top - (float64(i)+0.5)*markLine}
		l := label{v: atMiddle}
		if at.x+widest(m.Name) > b.right {
			l.h, at.x = atEnd, max(at.x-10, b.left+widest(m.Name))
		}
		p.line(dashed(ink), point{x.at(m.X), bottom}, point{x.at(m.X), at.y + markLine/2})
		p.text(m.Name, at, l)
	}
}
