package chart

import (
	_ "embed"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// regularFont and boldFont are Liberation Sans without the shapes of its letters: a
// browser has its own, and only their widths are asked for.
//
//go:embed widths-regular.ttf
var regularFont []byte

//go:embed widths-bold.ttf
var boldFont []byte

// Formats lists the formats.
func Formats() []Format { return []Format{SVG} }

// canvasOf returns what is drawn on in a format; nil for one that is unknown.
func canvasOf(format Format, width, height vg.Length) vg.CanvasWriterTo {
	if format == SVG {
		return vgsvg.New(width, height)
	}
	return nil
}
