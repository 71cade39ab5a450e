package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
)

// A scale places numbers along an axis.
type scale struct {
	from, to  float64 // numbers
	low, high float64 // pixels
	// linear, if it is not 0, has numbers up to this size stand in proportion about
	// 0, and those beyond it by their logarithm.
	linear float64
}

func (s scale) bend(v float64) float64 {
	switch {
	case s.linear == 0:
		return v
	case math.Abs(v) <= s.linear:
		return v / s.linear
	}
	return math.Copysign(1+math.Log10(math.Abs(v)/s.linear), v)
}

func (s scale) at(v float64) float64 {
	from, to := s.bend(s.from), s.bend(s.to)
	if from == to {
		return (s.low + s.high) / 2
	}
	return s.low + (s.bend(v)-from)/(to-from)*(s.high-s.low)
}

// pad leaves room at the ends of an axis, a share of its length. An axis that has to
// show 0 does, with no room below it.
func (s *scale) pad(share float64, zero bool) {
	if zero {
		s.from, s.to = min(0, s.from), max(0, s.to)
	}
	margin := cmp.Or((s.to-s.from)*share, 0.5)
	if !zero || s.from < 0 {
		s.from -= margin
	}
	s.to += margin
}

// A tick is a number on an axis.
type tick struct {
	value float64
	text  string
}

// ticks puts about the given number of ticks, and at least two where least allows it,
// at multiples of a round number that is no smaller than least.
func ticks(from, to float64, about int, least float64) []tick {
	if !(to > from) {
		return []tick{{from, number(from, 0)}}
	}
	step := max(least, roundStep((to-from)/float64(about)))
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	var out []tick
	for i := math.Ceil(from/step - 1e-9); i*step <= to+step*1e-9; i++ {
		v := i * step
		if math.Abs(v) < step*1e-9 {
			v = 0 // not -0
		}
		out = append(out, tick{v, number(v, decimals)})
	}
	if len(out) < 2 && step > least {
		return ticks(from, to, 2*about, least)
	}
	return out
}

// powersOfTen puts a tick at 0, and at each power of ten within a range above it.
func powersOfTen(from, to float64) []tick {
	out := []tick{{0, "0"}}
	for power := math.Ceil(math.Log10(from) - 1e-9); power <= math.Log10(to)+1e-9; power++ {
		out = append(out, tick{math.Pow(10, power), number(math.Pow(10, power), max(0, -int(power)))})
	}
	return out
}

// roundStep is the least of 1, 2, 5 times a power of ten that is no smaller.
func roundStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, factor := range []float64{1, 2, 5} {
		if power*factor >= least*(1-1e-9) {
			return power * factor
		}
	}
	return power * 10
}

// number writes a number with some decimals, its thousands separated.
func number(v float64, decimals int) string {
	return strings.Replace(humanize.FormatFloat("#,###."+strings.Repeat("#", min(9, decimals)), v), "-", "−", 1)
}

// count writes a number of secrets, which chance may leave with a fraction.
func count(n float64) string {
	if n == math.Trunc(n) {
		return number(n, 0)
	}
	return number(n, 1)
}

// frame draws the axes of a panel. The plot area lies between the pixels of the
// two scales.
type frame struct {
	x, y           scale
	xTicks, yTicks []tick
	xLabel, yLabel string
	noGrid         bool
	in             box // that texts stay in, but for the figure's margin
}

// Room for the texts of a frame.
const (
	tickRoom  = 20.0
	labelLine = 17.0
)

// labelRoom is how high the label of an axis is, folded to a width.
func labelRoom(label string, width float64) float64 {
	return 3 + labelLine*float64(len(fold(label, width, bodySize, false)))
}

// at places a point of two numbers.
func (f frame) at(x, y float64) point { return point{f.x.at(x), f.y.at(y)} }

func (f frame) draw(p pen) {
	grid := stroke{Color: faint, Width: px(1)}
	for _, t := range f.yTicks {
		y := f.y.at(t.value)
		p.line(grid, point{f.x.low, y}, point{f.x.high, y})
		p.text(t.text, point{f.x.low - 7, y}, label{colour: soft, h: atEnd, v: atMiddle})
	}
	inside := func(x, width float64) float64 { // the middle of a text
		return max(min(x, f.in.right+phoneMargin-width/2), f.in.left-phoneMargin+width/2)
	}
	var written [][2]float64 // from left to right
	for _, t := range f.xTicks {
		x := f.x.at(t.value)
		if !f.noGrid {
			p.line(grid, point{x, f.y.low}, point{x, f.y.high})
		}
		width := widest(t.text)
		x = inside(x, width)
		if slices.ContainsFunc(written, func(w [2]float64) bool { return x-width/2 < w[1]+4 && w[0] < x+width/2+4 }) {
			continue
		}
		written = append(written, [2]float64{x - width/2, x + width/2})
		p.text(t.text, point{x, f.y.low - 7}, label{colour: soft, h: atMiddle, v: atEnd})
	}
	p.line(axisLine, point{f.x.low, f.y.low}, point{f.x.high, f.y.low})
	for i, line := range fold(f.xLabel, f.in.width(), bodySize, false) {
		x := inside((f.x.low+f.x.high)/2, widest(line))
		p.text(line, point{x, f.y.low - tickRoom - 4 - labelLine*float64(i)}, label{colour: soft, h: atMiddle, v: atEnd})
	}
	names := fold(f.yLabel, f.in.width(), bodySize, false)
	x := max(f.in.left, min(f.x.low, f.in.right-widest(names...)))
	p.lines(names, point{x, f.y.high + 10 + labelLine*float64(len(names)-1)}, labelLine, label{colour: soft})
}
