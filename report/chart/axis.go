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
	// linear, if it is not 0, is the size up to which numbers stand in proportion, about 0;
	// larger ones stand by their logarithm, so that an axis shows both.
	linear float64
	// beyond is the largest number on the axis if some stand apart, at a pixel; else it is 0.
	beyond float64
	apart  float64
}

// bend returns the place of a number before the axis is stretched to its pixels.
func (s scale) bend(v float64) float64 {
	switch {
	case s.linear == 0:
		return v
	case math.Abs(v) <= s.linear:
		return v / s.linear
	}
	return math.Copysign(1+math.Log10(math.Abs(v)/s.linear), v)
}

// at returns the pixel of a number.
func (s scale) at(v float64) float64 {
	if s.beyond != 0 && v > s.to {
		return s.apart
	}
	from := s.bend(s.from)
	to := s.bend(s.to)
	if from == to {
		return (s.low + s.high) / 2
	}

	share := (s.bend(v) - from) / (to - from)
	return s.low + share*(s.high-s.low)
}

// pad lengthens an axis at both ends by a share of its length. With zero the axis shows 0,
// and has no room below 0 if nothing is drawn there.
func (s *scale) pad(share float64, zero bool) {
	if zero {
		s.from = min(0, s.from)
		s.to = max(0, s.to)
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

// ticks puts about the given number of ticks on an axis, at multiples of a round number that
// is at least the given step. They are at least two, unless that step is too large for two.
func ticks(from, to float64, about int, least float64) []tick {
	if !(to > from) {
		return []tick{{from, number(from, 0)}}
	}

	step := max(least, roundStep((to-from)/float64(about)))
	digits := math.Ceil(-math.Log10(step) - 1e-9)
	decimals := max(0, int(digits))

	var out []tick
	for i := math.Ceil(from/step - 1e-9); i*step <= to+step*1e-9; i++ {
		v := i * step
		if math.Abs(v) < step*1e-9 {
			v = 0 // not -0
		}
		out = append(out, tick{v, number(v, decimals)})
	}

	// One number does not show how long an axis is.
	if len(out) < 2 && step > least {
		return ticks(from, to, 2*about, least)
	}
	return out
}

// powersOfTen puts a tick at 0, and at each power of ten within a range above 0.
func powersOfTen(from, to float64) []tick {
	out := []tick{{0, "0"}}
	first := math.Ceil(math.Log10(from) - 1e-9)
	last := math.Log10(to) + 1e-9
	for power := first; power <= last; power++ {
		v := math.Pow(10, power)
		decimals := max(0, -int(power))
		out = append(out, tick{v, number(v, decimals)})
	}
	return out
}

// roundStep returns the smallest number that is at least the given one and is 1, 2 or 5 times
// a power of ten.
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
	form := "#,###." + strings.Repeat("#", min(9, decimals))
	return strings.Replace(humanize.FormatFloat(form, v), "-", "−", 1)
}

// count writes a number of secrets, which chance may leave with a fraction.
func count(n float64) string {
	if n == math.Trunc(n) {
		return number(n, 0)
	}
	return number(n, 1)
}

// A frame draws the axes of a panel. The plot lies between the pixels of the two scales.
type frame struct {
	x      scale
	y      scale
	xTicks []tick
	yTicks []tick
	xLabel string
	yLabel string
	noGrid bool // upright lines are left out
	in     box  // texts stay in it, or in the margin of the figure beside it
}

// Room for the texts of a frame.
const (
	tickRoom  = 20.0
	labelLine = 17.0
)

// labelRoom returns how high the label of an axis is, folded to a width.
func labelRoom(label string, width float64) float64 {
	lines := wrapped(label, width)
	return 3 + labelLine*float64(len(lines))
}

// at returns the place of a point, from its number on each axis.
func (f frame) at(x, y float64) point {
	return point{f.x.at(x), f.y.at(y)}
}

func (f frame) draw(p pen) {
	f.drawYTicks(p)
	f.drawXTicks(p)
	p.level(axisLine, f.x.low, f.x.high, f.y.low)

	for i, line := range wrapped(f.xLabel, f.in.width()) {
		x := f.inside((f.x.low+f.x.high)/2, widest(line))
		y := f.y.low - tickRoom - 4 - labelLine*float64(i)
		p.text(line, point{x, y}, under.quiet())
	}

	// The label of the y axis stands above it, where it can be read without turning the head.
	lines := wrapped(f.yLabel, f.in.width())
	x := min(f.x.low, f.in.right-widest(lines...))
	x = max(x, f.in.left)
	y := f.y.high + 10 + labelLine*float64(len(lines)-1)
	p.lines(lines, point{x, y}, labelLine, label{colour: soft})
}

// gridLine is a line of the grid, and a line between rows.
var gridLine = stroke{Color: faint, Width: px(1)}

func (f frame) drawYTicks(p pen) {
	for _, t := range f.yTicks {
		y := f.y.at(t.value)
		p.level(gridLine, f.x.low, f.x.high, y)
		p.text(t.text, point{f.x.low - 7, y}, toLeft.quiet())
	}
}

// drawXTicks leaves out a number that would overlap another.
func (f frame) drawXTicks(p pen) {
	var written []box
	for _, t := range f.xTicks {
		x := f.x.at(t.value)
		if !f.noGrid {
			p.upright(gridLine, x, f.y.low, f.y.high)
		}

		width := widest(t.text)
		x = f.inside(x, width)
		left := x - width/2
		right := x + width/2
		overlaps := func(other box) bool {
			return left < other.right+4 && other.left < right+4
		}
		if !slices.ContainsFunc(written, overlaps) {
			written = append(written, box{left: left, right: right})
			p.text(t.text, point{x, f.y.low - 7}, under.quiet())
		}
	}
}

// inside returns where the middle of a text of some width must be, near x, so that the text
// stays in the figure.
func (f frame) inside(x, width float64) float64 {
	x = min(x, f.in.right+phoneMargin-width/2)
	return max(x, f.in.left-phoneMargin+width/2)
}
