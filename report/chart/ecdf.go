package chart

import (
	"errors"
	"slices"
)

// An ECDF is the empirical cumulative distribution function of whole numbers:
// at every number, what share of the values is no larger. Unlike the bars of a
// histogram its steps depend on no choice of width, and the share of values
// below a mark can be read off.
type ECDF struct {
	Title  string
	XLabel string
	YLabel string
	Values []int
	Colour Colour
	Marks  []ECDFMark
}

// An ECDFMark is a number to compare the values with, drawn as an upright line with its
// name beside it.
type ECDFMark struct {
	Name  string
	Value int
}

func (e ECDF) heading() string { return e.Title }

func (e ECDF) check() error {
	switch {
	case len(e.Values) == 0:
		return errors.New("there are no values")
	case e.Colour.Hex == "":
		return errors.New("there is no colour")
	}
	return nil
}

const (
	ecdfHigh = 190.0
	markLine = 17.0
)

func (e ECDF) height(width float64) (wanted, spare float64) {
	return ecdfHigh + e.above(width) + tickRoom + labelRoom, ecdfHigh - leastPlot
}

// above is the height of what stands above the plot: the label of the axis, and the
// names of the marks.
func (e ECDF) above(width float64) float64 {
	return float64(len(fold(e.YLabel, width, bodySize, false))+len(e.Marks))*markLine + 14
}

func (e ECDF) draw(p pen, b box) {
	low, high := slices.Min(e.Values), slices.Max(e.Values)
	for _, m := range e.Marks {
		low, high = min(low, m.Value), max(high, m.Value)
	}
	margin := max(1, float64(high-low)/20)
	f := frame{xLabel: e.XLabel} // what the y axis shows stands above the names of the marks
	for _, percent := range []float64{0, 25, 50, 75, 100} {
		f.yTicks = append(f.yTicks, tick{percent, number(percent, 0) + "%"})
	}
	f.x = scale{from: float64(low) - margin, to: float64(high) + margin, low: b.left + tickWidth(f.yTicks) + 12, high: b.right - 4}
	f.y = scale{from: 0, to: 100, high: b.top - e.above(b.width()), low: b.bottom + tickRoom + labelRoom}
	f.xTicks = ticks(f.x.from, f.x.to, max(2, int((f.x.high-f.x.low)/62)), 1)
	f.draw(p)
	for i, line := range fold(e.YLabel, b.width(), bodySize, false) {
		p.text(line, point{b.left, b.top - float64(i)*markLine}, label{colour: soft, v: atEnd})
	}
	for i, m := range e.Marks {
		x := f.x.at(float64(m.Value))
		y := f.y.high + 4 + float64(len(e.Marks)-1-i)*markLine + 12
		top := y
		l := label{v: atMiddle}
		at := point{x + 5, y}
		if x+5+widest(m.Name) > b.right {
			l.h, at.x = atEnd, x-5
			if x-5-widest(m.Name) < b.left {
				l.h, at.x = atMiddle, (b.left+b.right)/2
				top -= markLine / 2
			}
		}
		p.line(dashed(ink), point{x, f.y.low}, point{x, top})
		p.text(m.Name, at, l)
	}
	var points []point
	for _, s := range e.steps(f.x.from, f.x.to) {
		points = append(points, f.at(s.x, s.y))
	}
	p.line(stroke{colour: e.Colour.rgba(), width: 2.4}, points...)
}

// steps goes up at each value, from 0 to 100 percent.
func (e ECDF) steps(from, to float64) []point {
	points := []point{{from, 0}}
	sorted := slices.Sorted(slices.Values(e.Values))
	share := 0.0
	for i, value := range sorted {
		if i+1 < len(sorted) && sorted[i+1] == value {
			continue
		}
		points = append(points, point{float64(value), share})
		share = 100 * float64(i+1) / float64(len(sorted))
		points = append(points, point{float64(value), share})
	}
	return append(points, point{to, share})
}
