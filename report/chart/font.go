package chart

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
)

// fonts has Liberation Sans. Its letters are as wide as those of Arial and Helvetica, which
// browsers use where it is missing.
var fonts = sync.OnceValue(func() *font.Cache {
	face := func(data []byte, weight stdfont.Weight) font.Face {
		f, err := opentype.Parse(unkerned(data))
		if err != nil {
			panic(err) // the font is part of the program
		}
		return font.Face{
			Font: font.Font{
				Typeface: "Liberation",
				Variant:  "Sans",
				Weight:   weight,
			},
			Face: f,
		}
	}

	return font.NewCache(font.Collection{
		face(regularFont, stdfont.WeightNormal),
		face(boldFont, stdfont.WeightBold),
	})
})

// unkerned returns a TrueType font without its tables of kerning, which set one 1 so near to
// the next that 11 looks like a letter. The tables stay where they are, but get names that no
// reader looks for and that keep the directory sorted.
func unkerned(data []byte) []byte {
	const header, entry = 12, 16 // bytes in the directory: for its head, and for each table
	tables := int(data[4])<<8 | int(data[5])
	out := slices.Clone(data)

	for i := header; i < header+tables*entry; i += entry {
		switch tag := out[i : i+4]; string(tag) {
		case "kern", "GPOS":
			tag[3] = 'z'
		}
	}
	return out
}

// FaceOf returns the font that texts of figures are drawn in, size in pixels.
func FaceOf(size float64, bold bool) font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if bold {
		f.Weight = stdfont.WeightBold
	}
	return fonts().Lookup(f, px(size))
}

// textWidth returns the width of a text in pixels.
func textWidth(s string, size float64, bold bool) float64 {
	face := FaceOf(size, bold)
	return float64(face.Width(s) / px(1))
}

// widest returns the width in pixels of the widest text, in letters of bodySize.
func widest(texts ...string) (width float64) {
	for _, s := range texts {
		width = max(width, textWidth(s, bodySize, false))
	}
	return width
}

// svgFamily names the fonts that replace Liberation Sans where it is missing.
const svgFamily = "font-family:'Liberation Sans',Arial,Helvetica,sans-serif"

// shortText is the number of letters up to which the width of a text need not be stated.
const shortText = 2

// withFallbacks names other fonts in an SVG, and states how wide longer texts are, so
// that they fit in any of these fonts.
func withFallbacks(svg []byte) []byte {
	var out bytes.Buffer
	for {
		before, rest, found := bytes.Cut(svg, []byte("<text "))
		out.Write(before)
		if !found {
			break
		}

		attributes, rest, _ := bytes.Cut(rest, []byte(">"))
		content, rest, _ := bytes.Cut(rest, []byte("</text>"))
		fmt.Fprintf(&out, "<text %s%s>%s</text>", statedWidth(attributes, content), attributes, content)
		svg = rest
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans"), []byte(svgFamily))
}

// statedWidth returns attributes that state the width of a text that vgsvg wrote, empty if
// the text is short.
func statedWidth(attributes, content []byte) string {
	text := html.UnescapeString(string(content))
	_, size, _ := bytes.Cut(attributes, []byte("font-size:"))
	size, _, _ = bytes.Cut(size, []byte("px"))
	points, err := strconv.ParseFloat(string(size), 64) // the units of the picture
	if err != nil || utf8.RuneCountInString(text) <= shortText {
		return ""
	}

	bold := bytes.Contains(attributes, []byte("font-weight:bold"))
	return fmt.Sprintf(`textLength="%.0f" lengthAdjust="spacingAndGlyphs" `, textWidth(text, points, bold))
}
