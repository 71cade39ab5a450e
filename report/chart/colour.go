package chart

import (
	"image/color"
	"strings"
)

// The colours of frames and texts.
var (
	ink   = color.RGBA{0x1B, 0x1F, 0x24, 0xFF}
	soft  = color.RGBA{0x57, 0x60, 0x6A, 0xFF}
	faint = color.RGBA{0xDD, 0xE1, 0xE6, 0xFF}
	white = color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

// A Colour is the colour of a series, with the shape of its points: series differ
// in both, so that neither colour-blind readers nor grey prints lose them.
type Colour struct {
	Hex   string // such as #A63A00
	shape shape
}

// criteria has the colour of each criterion, on every page and picture. From
// black to pink they grow lighter by steps that also greys show.
var criteria = map[string]Colour{
	"least total":   {"#000000", diamond},
	"expected-size": {"#003F87", square},
	"minimax":       {"#A63A00", triangle},
	"entropy":       {"#1F9E78", disc},
	"simple":        {"#7D7D7D", cross},
	"most-parts":    {"#D98CB8", diamond},
}

// others are the colours of all but criteria, in the order of use.
var others = []Colour{
	{"#2C5F80", disc}, {"#D88A00", square}, {"#4A2A6A", triangle}, {"#3FA7A0", diamond}, {"#B5B5B5", cross}, {"#8C1D40", disc},
}

// ColourOf returns the colour of what a series is named: that of the criterion
// that the name begins with or, without a criterion, the one of its place.
func ColourOf(name string, place int) Colour {
	longest := ""
	for criterion := range criteria {
		if strings.HasPrefix(name, criterion) && len(criterion) > len(longest) {
			longest = criterion
		}
	}
	if longest != "" {
		return criteria[longest]
	}
	return others[place%len(others)]
}

// Palette returns the colours of criteria by their names, and those of other series
// in the order of use, such as #A63A00.
func Palette() (ofCriteria map[string]string, ofOthers []string) {
	ofCriteria = map[string]string{}
	for name, c := range criteria {
		ofCriteria[name] = c.Hex
	}
	for _, c := range others {
		ofOthers = append(ofOthers, c.Hex)
	}
	return ofCriteria, ofOthers
}

// verdicts has the colour of each verdict, dark enough for white letters.
var verdicts = map[string]Colour{
	"exact":        {"#0A5C36", disc},
	"as published": {"#1C7A50", square},
	"differs":      {"#9A5200", triangle},
	"impossible":   {"#5B2A86", cross},
	"unexplained":  {"#8F1D4F", diamond},
	"not tested":   {"#57606A", ring},
}

// VerdictColour is the colour of a verdict, by its name, with a shape of its own.
func VerdictColour(verdict string) Colour { return verdicts[verdict] }

// Published is the colour of what a source prints: rings, not fields.
func Published() Colour { return Colour{"#1B1F24", ring} }

// Colours returns the colours of series: each that of its criterion, unless one
// before has it.
func Colours(names []string) []Colour {
	used := map[string]bool{}
	out := make([]Colour, len(names))
	next := 0
	for i, name := range names {
		c := ColourOf(name, next)
		for tries := 0; used[c.Hex] && tries < len(others); tries++ {
			c = others[next%len(others)]
			next++
		}
		used[c.Hex] = true
		out[i] = c
	}
	return out
}

// RGBA returns the colour for drawing.
func (c Colour) rgba() color.RGBA { return hex(c.Hex) }

// hex reads a colour such as #A63A00.
func hex(s string) color.RGBA {
	digit := func(i int) uint8 { return uint8(strings.IndexByte("0123456789ABCDEF", s[i])) }
	return color.RGBA{digit(1)<<4 | digit(2), digit(3)<<4 | digit(4), digit(5)<<4 | digit(6), 0xFF}
}

// mix is a share of one colour, from 0 to 1, and the rest of another.
func mix(a, b color.RGBA, share float64) color.RGBA {
	channel := func(x, y uint8) uint8 { return uint8(float64(x)*share + float64(y)*(1-share) + 0.5) }
	return color.RGBA{channel(a.R, b.R), channel(a.G, b.G), channel(a.B, b.B), 0xFF}
}
