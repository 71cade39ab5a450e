package chart

import (
	_ "embed"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// regularFont and boldFont are Liberation Sans without the shapes of its letters: a browser
// draws its own letters, and only their widths are needed.
//
//go:embed widths-regular.ttf
var regularFont []byte

//go:embed widths-bold.ttf
var boldFont []byte

// Formats lists the formats.
func Formats() []Format { return []Format{SVG} }

// canvasOf returns a canvas to draw on in a format, nil if the format is unknown.
func canvasOf(format Format, width, height vg.Length) vg.CanvasWriterTo {
	if format == SVG {
		return vgsvg.New(width, height)
	}
	return nil
}
