package chart

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Lines chart shows numbers that depend on a number. Each series that has a name
// bears it at its end.
type Lines struct {
	Title  string
	XLabel string
	YLabel string
	Series []Series
	Log    bool // logarithmic axes
	// Whole puts ticks at whole numbers of the x axis only.
	Whole bool
	Zero  bool // the y axis shows 0
	// Common, if it is not nil, has the axes of several panels agree.
	Common *Span
}

// A Span is the least and the largest numbers that axes show.
type Span struct{ Left, Right, Low, High float64 }

// CommonSpan returns axes that show all of some panels.
func CommonSpan(panels ...Lines) *Span {
	s := Span{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, l := range panels {
		for _, series := range l.Series {
			for i, y := range series.Y {
				s.Left, s.Right = min(s.Left, series.X[i]), max(s.Right, series.X[i])
				s.Low, s.High = min(s.Low, y), max(s.High, y)
			}
		}
	}
	return &s
}

// A Series is points of one kind, joined by lines.
type Series struct {
	Name   string
	X      []float64
	Y      []float64
	Points bool // only points, no lines
	Dashed bool // only a dashed line, no points
	Colour Colour
}

func (l Lines) heading() string { return l.Title }

func (l Lines) check() error {
	points := 0
	for _, s := range l.Series {
		switch {
		case len(s.X) != len(s.Y):
			return fmt.Errorf("series %s: %d x and %d y", s.Name, len(s.X), len(s.Y))
		case s.Colour.Hex == "":
			return fmt.Errorf("series %s has no colour", s.Name)
		case slices.ContainsFunc(slices.Concat(s.X, s.Y), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }):
			return fmt.Errorf("series %s: a value is no number", s.Name)
		case l.Log && slices.ContainsFunc(slices.Concat(s.X, s.Y), func(v float64) bool { return v <= 0 }):
			return fmt.Errorf("series %s: logarithmic axes have no place for 0 and less", s.Name)
		}
		points += len(s.X)
	}
	if points == 0 {
		return errors.New("there are no points")
	}
	return nil
}

func (l Lines) height(float64) (wanted, spare float64) {
	return linesHigh + 20 + tickRoom + labelRoom, linesHigh - leastPlot
}

const (
	linesHigh = 270.0
	endGap    = 12.0
	endLine   = 17.0 // the least distance between names at the ends
)

// frame places the axes in a box, with room for the names at the ends.
func (l Lines) frame(b box) frame {
	names := 0.0
	for _, s := range l.Series {
		names = max(names, widest(s.Name))
	}
	span := cmp.Or(l.Common, CommonSpan(l))
	f := frame{
		x: scale{from: span.Left, to: span.Right, log: l.Log}, xLabel: l.XLabel,
		y: scale{from: span.Low, to: span.High, log: l.Log}, yLabel: l.YLabel,
	}
	if l.Log {
		f.x.from, f.x.to, f.y.from, f.y.to = f.x.from/1.3, f.x.to*1.3, f.y.from/1.5, f.y.to*1.5
		f.xTicks, f.yTicks = powerTicks(f.x.from, f.x.to), powerTicks(f.y.from, f.y.to)
	} else {
		f.y.pad(0.05, l.Zero)
		if f.x.from == f.x.to {
			f.x.from, f.x.to = f.x.from-1, f.x.to+1
		}
		about, least := max(2, int(b.width()/60)), 1.0
		if !l.Whole {
			about, least = about/2, 0
		}
		f.xTicks = ticks(f.x.from, f.x.to, about, least)
		f.yTicks = ticks(f.y.from, f.y.to, 5, 0)
	}
	f.x.low, f.x.high = b.left+tickWidth(f.yTicks)+12, b.right-names-endGap-14
	f.y.low, f.y.high = b.bottom+tickRoom+labelRoom, b.top-20
	return f
}

func (l Lines) draw(p pen, b box) {
	f := l.frame(b)
	f.draw(p)
	if l.Zero && f.y.from < 0 {
		p.line(axisLine, point{f.x.low, f.y.at(0)}, point{f.x.high, f.y.at(0)})
	}
	ends := make([]float64, len(l.Series))
	for i, s := range l.Series {
		ends[i] = f.y.low
		if n := len(s.Y); n > 0 {
			ends[i] = f.y.at(s.Y[n-1])
		}
		s.draw(p, f)
	}
	places := apart(ends, endLine, f.y.low, f.y.high)
	for i, s := range l.Series {
		if len(s.X) == 0 || s.Name == "" {
			continue
		}
		c := s.Colour.rgba()
		end := point{f.x.at(s.X[len(s.X)-1]), ends[i]}
		p.line(stroke{colour: mix(c, white, 0.5), width: 1, dashes: []float64{2, 2}}, point{end.x + 6, end.y}, point{f.x.high + endGap, places[i]})
		p.text(s.Name, point{f.x.high + endGap + 3, places[i]}, label{v: atMiddle, colour: mix(c, ink, 0.6)})
	}
}

func (s Series) draw(p pen, f frame) {
	var points []point
	for k := range s.X {
		points = append(points, f.at(s.X[k], s.Y[k]))
	}
	line := stroke{colour: s.Colour.rgba(), width: 2.2}
	if s.Dashed {
		line = dashed(line.colour)
	}
	if !s.Points && len(points) > 1 {
		p.line(line, points...)
	}
	if !s.Dashed {
		for _, q := range points {
			p.mark(s.Colour.shape, line.colour, q, 4.5)
		}
	}
}

// apart moves places so that none is nearer to the next than the least distance,
// as little as it can, between low and high.
func apart(places []float64, least, low, high float64) []float64 {
	down := order(len(places), func(i int) float64 { return -places[i] })
	highest, lowest := down[0], down[len(down)-1]
	out := slices.Clone(places)
	for range 200 {
		moved := false
		for i := 1; i < len(down); i++ {
			above, below := down[i-1], down[i]
			if gap := out[above] - out[below]; gap < least-1e-6 {
				shift := (least - gap) / 2
				out[above], out[below] = out[above]+shift, out[below]-shift
				moved = true
			}
		}
		out[highest], out[lowest] = min(out[highest], high), max(out[lowest], low)
		if !moved {
			break
		}
	}
	return out
}

// order lists 0 to n-1 by their values, the least first; equal ones stay as they are.
func order(n int, value func(i int) float64) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	return out
}
