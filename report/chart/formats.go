//go:build !js

package chart

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
	stdfont "golang.org/x/image/font"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// regularFont and boldFont are Liberation Sans.
var regularFont, boldFont = liberationsansregular.TTF, liberationsansbold.TTF

// Formats lists the formats. In a browser, which draws an SVG itself, SVG is the only one.
func Formats() []Format {
	return []Format{PNG, SVG, PDF}
}

// canvasOf returns a canvas to draw on in a format, nil if the format is unknown.
func canvasOf(format Format, width, height vg.Length) vg.CanvasWriterTo {
	switch format {
	case PNG:
		size := vgimg.UseWH(width, height)
		return pngCanvas{vgimg.NewWith(size, vgimg.UseDPI(dpi*pixelRatio))}
	case SVG:
		return vgsvg.New(width, height)
	case PDF:
		reproduciblePDF()
		return pdfCanvas{vgpdf.New(width, height)}
	}
	return nil
}

// A pdfCanvas writes texts in PDF's standard encoding.
type pdfCanvas struct{ *vgpdf.Canvas }

func (c pdfCanvas) FillString(face font.Face, at vg.Point, s string) {
	// The bold font is a font with its own name: with the weight too, PDF would look for the
	// bold style of a font that is bold already.
	if face.Font.Weight == stdfont.WeightBold {
		face.Font.Variant = "SansBold"
		face.Font.Weight = stdfont.WeightNormal
	}
	c.Canvas.FillString(face, at, latin(s))
}

// A pngCanvas is written as a PNG of few colours.
type pngCanvas struct{ *vgimg.Canvas }

func (c pngCanvas) WriteTo(w io.Writer) (int64, error) {
	return 0, png.Encode(w, paletted(c.Image()))
}

// reproduciblePDF makes the same figure give the same bytes: documents list their fonts in
// order, not as a map iterates, and all bear the same date instead of today's.
var reproduciblePDF = sync.OnceFunc(func() {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
})

// paletted returns a picture with at most 64 colours, which takes a quarter of the bytes. They
// are the most frequent colours. Other pixels, shades at the edges of letters, get the nearest
// of these.
func paletted(m image.Image) image.Image {
	const mostColours = 64
	pixels, ok := m.(*image.RGBA)
	if !ok {
		pixels = image.NewRGBA(m.Bounds())
		draw.Draw(pixels, pixels.Rect, m, pixels.Rect.Min, draw.Src)
	}
	at := func(i int) color.RGBA {
		return color.RGBA{
			R: pixels.Pix[i],
			G: pixels.Pix[i+1],
			B: pixels.Pix[i+2],
			A: 0xFF,
		}
	}

	// Step 1. Count the pixels of each colour. Most pixels have the colour of their left
	// neighbour, so the map is asked once for each run of a colour.
	counts := map[color.RGBA]int{}
	begun := 0
	for i := 0; i < len(pixels.Pix); i += 4 {
		next := i + 4
		if next == len(pixels.Pix) || at(next) != at(i) {
			counts[at(i)] += next - begun
			begun = next
		}
	}

	// Step 2. Choose the palette. The order is total, so that the same figure gives the same
	// bytes.
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(
			cmp.Compare(counts[b], counts[a]),
			cmp.Compare(a.R, b.R),
			cmp.Compare(a.G, b.G),
			cmp.Compare(a.B, b.B),
		)
	})
	var palette color.Palette
	for _, c := range colours[:min(mostColours, len(colours))] {
		palette = append(palette, c)
	}
	index := map[color.RGBA]uint8{}
	for _, c := range colours {
		index[c] = uint8(palette.Index(c))
	}

	// Step 3. Colour the pixels, again run by run.
	out := image.NewPaletted(pixels.Rect, palette)
	for i := range out.Pix {
		if i > 0 && at(4*i) == at(4*(i-1)) {
			out.Pix[i] = out.Pix[i-1]
			continue
		}
		out.Pix[i] = index[at(4*i)]
	}
	return out
}

// latin encodes a text in PDF's standard encoding. Letters that it lacks become question
// marks: the encoder replaces them by the control character 1A.
func latin(s string) string {
	s = strings.NewReplacer("−", "-", "≥", ">=", "≤", "<=").Replace(s)
	out, _ := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).String(s)
	return strings.ReplaceAll(out, "\x1a", "?")
}
