// Package charttest helps to test figures.
package charttest

import (
	"fmt"
	"math"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"codebreak/report/chart"
)

// leastSize is the size that no text may be below, in pixels.
const leastSize = 10

// Illegible draws a figure and says which of its texts lie over another, reach
// out of the picture or are below 10 pixels. A figure without a title is named as
// well.
func Illegible(f chart.Figure) (problems []string, err error) {
	all, page, err := texts(f)
	if err != nil {
		return nil, err
	}
	if f.Title == "" {
		problems = append(problems, f.File+" has no title")
	}
	for i, w := range all {
		if w.size < leastSize {
			problems = append(problems, fmt.Sprintf("%s: %q is %.1f pixels high", f.File, w.text, w.size))
		}
		if w.left < 0 || w.bottom < 0 || w.right > float64(page.width) || w.top > float64(page.height) {
			problems = append(problems, fmt.Sprintf("%s: %q reaches out of the picture", f.File, w.text))
		}
		for _, v := range all[:i] {
			if w.overlaps(v) {
				problems = append(problems, fmt.Sprintf("%s: %q lies over %q", f.File, w.text, v.text))
			}
		}
	}
	return problems, nil
}

// A paper records what is drawn on it.
type paper struct {
	recorder.Canvas
	width, height vg.Length
}

func (p *paper) Size() (vg.Length, vg.Length) { return p.width, p.height }

// A transform takes a point to a·x+c·y+e, b·x+d·y+f.
type transform struct{ a, b, c, d, e, f float64 }

func (t transform) apply(x, y float64) (float64, float64) {
	return t.a*x + t.c*y + t.e, t.b*x + t.d*y + t.f
}

func (t transform) translate(x, y float64) transform {
	t.e, t.f = t.apply(x, y)
	return t
}

func (t transform) rotate(angle float64) transform {
	sin, cos := math.Sincos(angle)
	return transform{t.a*cos + t.c*sin, t.b*cos + t.d*sin, -t.a*sin + t.c*cos, -t.b*sin + t.d*cos, t.e, t.f}
}

// A written text lies within a box; the axes of the box are those of the
// picture, since texts are level or upright.
type written struct {
	text                     string
	size                     float64 // of the letters, in pixels
	left, bottom, right, top float64
}

func (w written) overlaps(v written) bool {
	const touch = 0.5 // points
	return w.left < v.right-touch && v.left < w.right-touch && w.bottom < v.top-touch && v.bottom < w.top-touch
}

// texts draws a figure and returns where its texts lie.
func texts(f chart.Figure) (out []written, page *paper, err error) {
	page = &paper{}
	page.width, page.height = f.Size()
	if err := f.DrawOn(page); err != nil {
		return nil, nil, err
	}
	at := transform{a: 1, d: 1}
	var stack []transform
	for _, action := range page.Actions {
		switch a := action.(type) {
		case *recorder.Push:
			stack = append(stack, at)
		case *recorder.Pop:
			at, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case *recorder.Translate:
			at = at.translate(float64(a.Point.X), float64(a.Point.Y))
		case *recorder.Rotate:
			at = at.rotate(a.Angle)
		case *recorder.Scale:
			return nil, nil, fmt.Errorf("a text that is scaled is not understood")
		case *recorder.FillString:
			size := a.Size.Points() * 96 / 72
			face := chart.FaceOf(size, a.Font.Weight == font.WeightBold)
			// Small letters and digits reach from the line to about 0.72 of
			// the size; what hangs below is let go.
			x0, y0 := at.apply(float64(a.Point.X), float64(a.Point.Y))
			x1, y1 := at.apply(float64(a.Point.X+face.Width(a.String)), float64(a.Point.Y)+0.72*float64(a.Size))
			out = append(out, written{a.String, size, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)})
		}
	}
	return out, page, nil
}
