package chart

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// A Format is a file format of pictures.
type Format string

const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// FormatOf returns the format that a file's name ends with. Its error lists the allowed
// endings.
func FormatOf(file string) (Format, error) {
	f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(file), ".")))
	if !slices.Contains(Formats(), f) {
		return "", fmt.Errorf("%q ends with no format of pictures; allowed: .png, .svg, .pdf", file)
	}
	return f, nil
}

// dpi is the number of pixels of the page per inch, as browsers count them: a pixel is 3/4 of
// a point.
const dpi = 96

// px returns the length of some pixels of the page.
func px(n float64) vg.Length {
	return vg.Length(n) * vg.Inch / dpi
}

// pixelRatio is the number of pixels of a PNG to each pixel of the page, across or down.
const pixelRatio = 2
