package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// A Lines chart shows numbers that depend on a number. The name of a series stands at the end
// of its line.
type Lines struct {
	Title  string
	XLabel string
	YLabel string
	Series []Series
	// Whole puts ticks at whole numbers of the x axis only.
	Whole bool
	Zero  bool // the y axis shows 0

	common *span // of all panels of lines in the figure; nil for its own
}

// A span holds the least and the largest numbers that axes show.
type span struct {
	left   float64
	right  float64
	low    float64
	high   float64
	panels []Lines // whose names have the same room at the right
}

// commonSpan returns axes that show all of some panels.
func commonSpan(panels ...Lines) *span {
	s := span{
		left:   math.Inf(1),
		right:  math.Inf(-1),
		low:    math.Inf(1),
		high:   math.Inf(-1),
		panels: panels,
	}
	for _, l := range panels {
		for _, series := range l.Series {
			for i, y := range series.Y {
				s.left = min(s.left, series.X[i])
				s.right = max(s.right, series.X[i])
				s.low = min(s.low, y)
				s.high = max(s.high, y)
			}
		}
	}
	return &s
}

// A Series is points of one kind, joined by a line unless Points is set.
type Series struct {
	Name   string
	X      []float64
	Y      []float64
	Points bool
	Colour colour
}

func (l Lines) heading() string { return l.Title }

func (l Lines) numbers() (all []float64) {
	for _, s := range l.Series {
		all = slices.Concat(all, s.X, s.Y)
	}
	return all
}

// above returns the height of the label of the y axis.
func (l Lines) above(width float64) float64 {
	return max(20, 4+labelRoom(l.YLabel, width))
}

const (
	linesHigh = 270.0
	endGap    = 12.0
	leastName = 100.0 // the width up to which a name at an end is not folded
)

// names returns the names at the ends of lines, folded, and how wide they are.
func (l Lines) names(width float64) (names [][]string, widestName float64) {
	for _, s := range l.Series {
		lines := wrapped(s.Name, max(leastName, 0.3*width))
		names = append(names, lines)
		widestName = max(widestName, widest(lines...))
	}
	return names, widestName
}

// frame places the axes in a box, with room for the names at the ends.
func (l Lines) frame(b box) frame {
	span := cmp.Or(l.common, commonSpan(l))
	names := 0.0
	for _, panel := range span.panels {
		_, width := panel.names(b.width())
		names = max(names, width)
	}

	f := frame{
		in:     b,
		xLabel: l.XLabel,
		yLabel: l.YLabel,
	}
	f.x.from = span.left
	f.x.to = span.right
	f.y.from = span.low
	f.y.to = span.high
	f.y.pad(0.05, l.Zero)
	if f.x.from == f.x.to {
		f.x.from--
		f.x.to++
	}

	about := max(3, int(b.width()/40))
	least := 1.0
	if !l.Whole {
		about /= 3
		least = 0
	}
	f.xTicks = ticks(f.x.from, f.x.to, about, least)
	f.yTicks = ticks(f.y.from, f.y.to, 5, 0)

	// The plot leaves room for the numbers of the y axis at the left, for the names of series
	// at the right, and for the labels of both axes.
	numbers := 0.0
	for _, t := range f.yTicks {
		numbers = max(numbers, widest(t.text))
	}
	f.x.low = b.left + numbers + 12
	f.x.high = b.right - names - endGap - 14
	f.y.low = b.bottom + tickRoom + labelRoom(l.XLabel, b.width())
	f.y.high = b.top - l.above(b.width())
	return f
}

func (l Lines) draw(p pen, b box, more float64) (bottom, spare float64) {
	b.bottom = b.top - linesHigh - more - l.above(b.width())
	b.bottom = b.bottom - tickRoom - labelRoom(l.XLabel, b.width())
	f := l.frame(b)
	f.draw(p)
	if l.Zero && f.y.from < 0 {
		p.level(axisLine, f.x.low, f.x.high, f.y.at(0))
	}

	var paths [][]point
	for _, s := range l.Series {
		paths = append(paths, s.draw(p, f))
	}
	l.drawNames(p, b, f, paths)
	return b.bottom, linesHigh - leastPlot
}

// drawNames writes the name of each series near the end of its path: for a line that ends
// before others do, at its end if there is room; for others in the margin at the right, where
// names are moved apart and a dotted line leads from the end to the name.
func (l Lines) drawNames(p pen, b box, f frame, paths [][]point) {
	last := 0.0 // where the longest lines end
	for _, path := range paths {
		if n := len(path); n > 0 {
			last = max(last, path[n-1].x)
		}
	}

	names, _ := l.names(b.width())
	obstacles := slices.Clone(paths)
	var margin []int            // series whose names stand in the margin
	var ends, heights []float64 // of these: where the line ends, and how high the name is
	for i, path := range paths {
		if len(path) == 0 || l.Series[i].Name == "" {
			continue
		}
		end := path[len(path)-1]
		width := widest(names[i]...)
		height := labelLine * float64(len(names[i]))
		spot, free := freeSpot(end, width, height, f, obstacles)
		if !free || end.x >= last-1 {
			margin = append(margin, i)
			ends = append(ends, end.y)
			heights = append(heights, height)
			continue
		}

		p.lines(names[i], spot, labelLine, l.nameLabel(i))
		right := spot.x + width
		bottom := spot.y - height
		outline := []point{spot, {right, spot.y}, {right, bottom}, {spot.x, bottom}, spot}
		obstacles = append(obstacles, outline)
	}

	for k, y := range apart(ends, heights, f.y.low, f.y.high) {
		i := margin[k]
		end := paths[i][len(paths[i])-1]
		dotted := stroke{
			Color:  mix(l.Series[i].Colour.rgba(), white, 0.5),
			Width:  px(1),
			Dashes: []vg.Length{px(2), px(2)},
		}
		name := point{f.x.high + endGap, y}
		p.line(dotted, end.by(6, 0), name)
		p.lines(names[i], name.by(3, (heights[k]-labelLine)/2), labelLine, l.nameLabel(i))
	}
}

// nameLabel returns how the name of a series is written: in its colour, darkened.
func (l Lines) nameLabel(i int) label {
	return label{
		v:      atMiddle,
		colour: mix(l.Series[i].Colour.rgba(), ink, 0.6),
	}
}

// freeSpot returns where the first line of a name can stand near the end of a series: above,
// to the right, above to the left, below, or to the left. No line of the chart may run through
// the name, and it must lie in the plot.
func freeSpot(end point, width, height float64, f frame, obstacles [][]point) (spot point, ok bool) {
	const gap = 9.0
	across := width / 2
	up := height / 2
	middles := []point{
		end.by(0, up+gap),
		end.by(across+gap, 0),
		end.by(-across, up+gap),
		end.by(0, -up-gap),
		end.by(-across-gap, 0),
	}
	for _, middle := range middles {
		b := box{
			left:   middle.x - across - 3,
			bottom: middle.y - up,
			right:  middle.x + across + 3,
			top:    middle.y + up,
		}
		inX := b.left >= f.x.low && b.right <= f.x.high
		inY := b.bottom >= f.y.low && b.top <= f.y.high+4
		if inX && inY && !slices.ContainsFunc(obstacles, b.crossed) {
			return middle.by(-across, (height-labelLine)/2), true
		}
	}
	return point{}, false
}

// crossed reports whether a line runs through a box: it looks at points two pixels apart.
func (b box) crossed(line []point) bool {
	for i := 1; i < len(line); i++ {
		from := line[i-1]
		to := line[i]
		right := to.x - from.x
		up := to.y - from.y
		steps := math.Ceil(math.Hypot(right, up)/2) + 1
		for k := range int(steps) + 1 {
			share := float64(k) / steps
			q := from.by(share*right, share*up)
			inX := b.left < q.x && q.x < b.right
			if inX && b.bottom < q.y && q.y < b.top {
				return true
			}
		}
	}
	return false
}

// draw draws the series, and returns the places of its points.
func (s Series) draw(p pen, f frame) (points []point) {
	for k := range s.X {
		points = append(points, f.at(s.X[k], s.Y[k]))
	}

	c := s.Colour.rgba()
	if !s.Points {
		p.line(stroke{Color: c, Width: px(2.2)}, points...)
	}
	for _, q := range points {
		p.mark(s.Colour.shape, c, q, 4.5)
	}
	return points
}

// apart moves texts, given by the heights of their middles and their own heights, as little as
// it can so that they do not overlap and lie between low and high. Neighbours that overlap move
// by the same amount, again and again until all is quiet.
func apart(places, heights []float64, low, high float64) []float64 {
	down := order(len(places), func(i int) float64 {
		return -places[i]
	})
	if len(down) == 0 {
		return nil
	}

	highest := down[0]
	lowest := down[len(down)-1]
	out := slices.Clone(places)
	for range 200 {
		moved := false
		for i := 1; i < len(down); i++ {
			above := down[i-1]
			below := down[i]
			least := (heights[above] + heights[below]) / 2
			gap := out[above] - out[below]
			if gap < least-1e-6 {
				shift := (least - gap) / 2
				out[above] += shift
				out[below] -= shift
				moved = true
			}
		}

		out[highest] = min(out[highest], high)
		out[lowest] = max(out[lowest], low)
		if !moved {
			break
		}
	}
	return out
}

// order lists 0 to n-1 by their values, the least first. The order of equal values is kept.
func order(n int, value func(i int) float64) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Compare(value(a), value(b))
	})
	return out
}
