package chart

import (
	"cmp"
	"image/color"
	"math"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"codebreak/report/internal/textwrap"
)

// Sizes of text, in pixels of the page.
const (
	titleSize    = 19.0
	subtitleSize = 15.0
	headingSize  = 15.0
	bodySize     = 14.0
	smallSize    = 12.5
)

// A pen draws in pixels, x to the right and y upwards.
type pen struct{ draw.Canvas }

// A stroke is how a line is drawn.
type stroke = draw.LineStyle

// axisLine is how the axes are drawn.
var axisLine = stroke{Color: soft, Width: px(1.2)}

// dashed is a thin line of dashes.
var dashed = stroke{
	Color:  ink,
	Width:  px(1.6),
	Dashes: []vg.Length{px(6), px(4)},
}

// A point is a place in a figure.
type point struct{ x, y float64 }

// by returns the point some pixels to the right and up.
func (q point) by(right, up float64) point {
	return point{q.x + right, q.y + up}
}

// path joins points by straight lines.
func path(points []point, closed bool) vg.Path {
	var out vg.Path
	for i, q := range points {
		at := vg.Point{X: px(q.x), Y: px(q.y)}
		if i == 0 {
			out.Move(at)
		} else {
			out.Line(at)
		}
	}
	if closed {
		out.Close()
	}
	return out
}

// line joins points by straight lines.
func (p pen) line(s stroke, points ...point) {
	p.SetLineStyle(s)
	p.Stroke(path(points, false))
}

// level draws a line from the left to the right.
func (p pen) level(s stroke, left, right, y float64) {
	p.line(s, point{left, y}, point{right, y})
}

// upright draws a line between two heights.
func (p pen) upright(s stroke, x, low, high float64) {
	p.line(s, point{x, low}, point{x, high})
}

// area fills a polygon, and draws its outline if the stroke has a colour.
func (p pen) area(fill color.Color, s stroke, points ...point) {
	p.shape(fill, s, path(points, true))
}

// shape fills an outline if there is a colour to fill it with, and draws it if its stroke has
// a colour.
func (p pen) shape(fill color.Color, s stroke, outline vg.Path) {
	if fill != nil {
		p.SetColor(fill)
		p.Fill(outline)
	}
	if s.Color != nil {
		p.SetLineStyle(s)
		p.Stroke(outline)
	}
}

// rect draws a rectangle between two opposite corners.
func (p pen) rect(fill color.Color, s stroke, x0, y0, x1, y1 float64) {
	p.area(fill, s, point{x0, y0}, point{x1, y0}, point{x1, y1}, point{x0, y1})
}

// A shape is the form of the mark at a point.
type shape int

const (
	disc shape = iota
	square
	triangle
	diamond
	cross
	ring
)

// mark draws a shape of about the given radius. It is filled, unless it is a cross or a ring.
func (p pen) mark(s shape, fill color.Color, at point, r float64) {
	edge := stroke{Color: color.White, Width: px(1)}

	// The factors make shapes of the same radius look equally large.
	switch s {
	case square:
		p.area(fill, edge, corners(at, 4, math.Pi/4, r*1.25)...)
	case triangle:
		p.area(fill, edge, corners(at, 3, math.Pi/2, r*1.35)...)
	case diamond:
		p.area(fill, edge, corners(at, 4, 0, r*1.35)...)
	case cross:
		arm := r * 0.85
		pencil := stroke{Color: fill, Width: px(2.2)}
		p.line(pencil, at.by(-arm, -arm), at.by(arm, arm))
		p.line(pencil, at.by(-arm, arm), at.by(arm, -arm))
	case ring:
		p.shape(nil, stroke{Color: fill, Width: px(1.8)}, circle(at, r*1.3))
	default:
		p.shape(fill, edge, circle(at, r))
	}
}

// corners returns the corners of a regular polygon, the first at the angle turn.
func corners(centre point, n int, turn, r float64) []point {
	var out []point
	for i := range n {
		angle := turn + 2*math.Pi*float64(i)/float64(n)
		out = append(out, centre.by(r*math.Cos(angle), r*math.Sin(angle)))
	}
	return out
}

func circle(at point, r float64) vg.Path {
	var out vg.Path
	centre := vg.Point{X: px(at.x), Y: px(at.y)}
	radius := px(r)
	out.Move(vg.Point{X: centre.X + radius, Y: centre.Y})
	out.Arc(centre, radius, 0, math.Pi)
	out.Arc(centre, radius, math.Pi, math.Pi)
	out.Close()
	return out
}

// A label is how a text is written. The zero value is black and of bodySize, begins at
// its point, and stands on its line.
type label struct {
	size   float64
	bold   bool
	colour color.Color
	h, v   float64 // the share of the text, and of its letters' height, before the point
}

const (
	atMiddle = 0.5
	atEnd    = 1.0
)

// The usual labels, named by the place of their text from their point.
var (
	toRight    = label{v: atMiddle}
	toLeft     = label{h: atEnd, v: atMiddle}
	under      = label{h: atMiddle, v: atEnd}
	underRight = label{v: atEnd}
	underLeft  = label{h: atEnd, v: atEnd}
	centred    = label{h: atMiddle, v: atMiddle}
)

// sized returns the label in letters of a size.
func (l label) sized(size float64) label {
	l.size = size
	return l
}

// quiet returns the label in a soft colour.
func (l label) quiet() label {
	l.colour = soft
	return l
}

// strong returns the label in bold letters.
func (l label) strong() label {
	l.bold = true
	return l
}

// lettersHigh is the height of capitals and digits as a share of the size.
const lettersHigh = 0.72

// text writes a text at a point.
func (p pen) text(s string, at point, l label) {
	if s == "" {
		return
	}
	s = drawable(s)
	l.colour = cmp.Or(l.colour, color.Color(ink))
	l.size = cmp.Or(l.size, bodySize)

	start := vg.Point{
		X: px(at.x - textWidth(s, l.size, l.bold)*l.h),
		Y: px(at.y - l.size*lettersHigh*l.v),
	}
	p.SetColor(l.colour)
	p.FillString(FaceOf(l.size, l.bold), start, s)
}

// lines writes texts one below the other, the first at the point, at a distance of some
// pixels. It returns where the next would stand.
func (p pen) lines(texts []string, at point, apart float64, l label) (below float64) {
	for i, text := range texts {
		p.text(text, at.by(0, -apart*float64(i)), l)
	}
	return at.y - apart*float64(len(texts))
}

// drawable replaces characters that no font draws and that XML cannot hold.
func drawable(s string) string {
	replaced := func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Noncharacter_Code_Point, r) {
			return unicode.ReplacementChar
		}
		return r
	}
	return strings.Map(replaced, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}

// fold breaks a text at spaces into lines that are at most width pixels wide. A word that is
// wider has a line to itself.
func fold(s string, width, size float64, bold bool) []string {
	return textwrap.Lines(s, func(line string) bool {
		return textWidth(line, size, bold) <= width
	})
}

// wrapped folds a text in letters of bodySize.
func wrapped(s string, width float64) []string {
	return fold(s, width, bodySize, false)
}

// blank returns a pen that draws nothing, to measure with.
func blank() pen {
	return pen{draw.Canvas{Canvas: new(recorder.Canvas)}}
}
