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

// Formats lists the formats. In a browser, which draws an SVG itself, it is the only one.
func Formats() []Format { return []Format{PNG, SVG, PDF} }

// canvasOf returns what is drawn on in a format; nil for one that is unknown.
func canvasOf(format Format, width, height vg.Length) vg.CanvasWriterTo {
	switch format {
	case PNG:
		return pngCanvas{vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi*pixelRatio))}
	case SVG:
		return vgsvg.New(width, height)
	case PDF:
		reproduciblePDF()
		return pdfCanvas{vgpdf.New(width, height)}
	}
	return nil
}

// A pdfCanvas writes texts as PDF's standard encoding has them.
type pdfCanvas struct{ *vgpdf.Canvas }

func (c pdfCanvas) FillString(face font.Face, at vg.Point, s string) {
	if face.Font.Weight == stdfont.WeightBold { // PDF would look for the bold style of a bold font
		face.Font.Variant, face.Font.Weight = "SansBold", stdfont.WeightNormal
	}
	c.Canvas.FillString(face, at, latin(s))
}

// A pngCanvas is written as a PNG of few colours.
type pngCanvas struct{ *vgimg.Canvas }

func (c pngCanvas) WriteTo(w io.Writer) (int64, error) { return 0, png.Encode(w, paletted(c.Image())) }

// reproduciblePDF has documents list their fonts in order, not as a map has them,
// and bear one date, not that of the day.
var reproduciblePDF = sync.OnceFunc(func() {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
})

// paletted is a picture with at most 64 colours, which takes a quarter of the
// bytes: the most frequent ones, and for the others, shades at the edges of
// letters, the nearest of these.
func paletted(m image.Image) image.Image {
	const most = 64
	pixels, ok := m.(*image.RGBA)
	if !ok {
		pixels = image.NewRGBA(m.Bounds())
		draw.Draw(pixels, pixels.Rect, m, pixels.Rect.Min, draw.Src)
	}

	at := func(i int) color.RGBA { return color.RGBA{pixels.Pix[i], pixels.Pix[i+1], pixels.Pix[i+2], 0xFF} }
	// Most pixels have the colour of the one before: maps are asked where it changes.
	counts := map[color.RGBA]int{}
	begun := 0
	for i := 0; i < len(pixels.Pix); i += 4 {
		if next := i + 4; next == len(pixels.Pix) || at(next) != at(i) {
			counts[at(i)] += next - begun
			begun = next
		}
	}
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(most, len(colours))] {
		palette = append(palette, c)
	}
	index := map[color.RGBA]uint8{}
	for _, c := range colours {
		index[c] = uint8(palette.Index(c))
	}
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

// latin encodes a text as PDF's standard encoding has it: letters that it lacks
// become question marks.
func latin(s string) string {
	s = strings.NewReplacer("−", "-", "≥", ">=", "≤", "<=").Replace(s)
	out, _ := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).String(s) // which replaces what it lacks
	return strings.ReplaceAll(out, "\x1a", "?")
}
