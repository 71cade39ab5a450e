// Package charttest helps to test figures.
package charttest

import (
	"fmt"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"codebreak/report/chart"
)

// leastSize is the size that no text may be below, in pixels.
const leastSize = 11

// Illegible draws a figure and says which of its texts lie over another, reach
// out of the picture or are below 11 pixels. A figure without a title is named as
// well.
func Illegible(f chart.Figure) (problems []string, err error) {
	page := &paper{}
	page.width, page.height = f.Size()
	if err := f.DrawOn(page); err != nil {
		return nil, err
	}
	all, err := texts(page.Actions)
	if f.Title == "" {
		problems = append(problems, f.File+" has no title")
	}
	for i, w := range all {
		if w.size < leastSize {
			problems = append(problems, fmt.Sprintf("%s: %q is %.1f pixels high", f.File, w.text, w.size))
		}
		if w.left < 0 || w.bottom < 0 || w.right > page.width || w.top > page.height {
			problems = append(problems, fmt.Sprintf("%s: %q reaches out of the picture", f.File, w.text))
		}
		for _, v := range all[:i] {
			if w.overlaps(v) {
				problems = append(problems, fmt.Sprintf("%s: %q lies over %q", f.File, w.text, v.text))
			}
		}
	}
	return problems, err
}

// A paper records what is drawn on it.
type paper struct {
	recorder.Canvas
	width, height vg.Length
}

func (p *paper) Size() (vg.Length, vg.Length) { return p.width, p.height }

// A written text lies within a box.
type written struct {
	text                     string
	size                     float64 // of the letters, in pixels
	left, bottom, right, top vg.Length
}

func (w written) overlaps(v written) bool {
	const touch = 0.5 // points
	return w.left < v.right-touch && v.left < w.right-touch && w.bottom < v.top-touch && v.bottom < w.top-touch
}

// texts returns where the texts of a drawing lie.
func texts(actions []recorder.Action) (out []written, err error) {
	for _, action := range actions {
		switch a := action.(type) {
		case *recorder.Translate, *recorder.Rotate, *recorder.Scale:
			return nil, fmt.Errorf("%T: only texts that are level and not scaled can be looked at", action)
		case *recorder.FillString:
			size := a.Size.Points() * 96 / 72
			face := chart.FaceOf(size, a.Font.Weight == font.WeightBold)
			// Small letters and digits reach from the line to about 0.72 of
			// the size; what hangs below is let go.
			out = append(out, written{a.String, size, a.Point.X, a.Point.Y, a.Point.X + face.Width(a.String), a.Point.Y + 0.72*a.Size})
		}
	}
	return out, nil
}
