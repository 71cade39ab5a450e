package web

import (
	"context"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"codebreak/engine/parallel"
	"codebreak/report"
	"codebreak/report/chart"
)

// A picture is a figure as the page shows it: drawn for screens and for phones, and, to
// browsers without scripts, as the PNG file beside the page.
type picture struct {
	chart.Figure
	Path         string // of the PNG file
	Wide, Narrow drawing
}

// A drawing is a figure as an SVG. Its tag stands in the page, so that the place for it is
// kept; its content is packed.
type drawing struct {
	Key     string // of the content, among those of the page
	Caption string
	ViewBox string
	Width   int // in pixels; 0 for the usual
	content string
}

// shownFigures returns the figures that the page shows, by the paths of their PNG files.
func shownFigures(pages []*report.Page) map[string]chart.Figure {
	figures := map[string]chart.Figure{}
	for _, p := range pages {
		if p.Picture != nil {
			figures[path.Join(p.Name, p.Picture.File)] = *p.Picture
		}
		for _, s := range p.Sections {
			if s.Elsewhere() {
				continue
			}
			for _, f := range s.Figures {
				figures[path.Join(p.Name, f.File)] = f
			}
		}
	}
	return figures
}

// drawAll draws figures side by side.
func drawAll(figures map[string]chart.Figure) (map[string]*picture, error) {
	paths := slices.Sorted(maps.Keys(figures))
	drawn := make([]*picture, len(paths))
	err := parallel.Each(context.Background(), runtime.GOMAXPROCS(0), len(paths), func(_, i int) (err error) {
		drawn[i], err = draw(figures[paths[i]], paths[i])
		return err
	})
	if err != nil {
		return nil, err
	}

	pictures := map[string]*picture{}
	for _, p := range drawn {
		pictures[p.Path] = p
	}
	return pictures, nil
}

// draw draws a figure twice: the page's style shows one of the two.
func draw(f chart.Figure, file string) (*picture, error) {
	wide, err := newDrawing(f, file+" wide")
	if err != nil {
		return nil, err
	}
	narrow, err := newDrawing(f.Narrow(), file+" narrow")
	if err != nil {
		return nil, err
	}
	return &picture{Figure: f, Path: file, Wide: wide, Narrow: narrow}, nil
}

func newDrawing(f chart.Figure, key string) (drawing, error) {
	text, err := f.Draw(chart.SVG)
	if err != nil {
		return drawing{}, err
	}
	_, rest, tagged := strings.Cut(string(text), "<svg ")
	tag, rest, opened := strings.Cut(rest, ">")
	_, box, boxed := strings.Cut(tag, `viewBox="`)
	box, _, _ = strings.Cut(box, `"`)
	content, _, closed := strings.Cut(rest, "</svg>")
	if !tagged || !opened || !boxed || !closed {
		return drawing{}, fmt.Errorf("figure %s: no picture was drawn", f.File)
	}
	return drawing{
		Key:     key,
		Caption: f.Caption,
		ViewBox: box,
		Width:   f.Width,
		content: content,
	}, nil
}
