package chart

import (
	"image/color"
	"strings"
)

// The colours of frames and texts.
var (
	ink   = hex("#1B1F24")
	soft  = hex("#57606A")
	faint = hex("#DDE1E6")
	white = hex("#FFFFFF")
)

// A colour is the colour of a series, with the shape of its points. Series differ in both,
// so that colour-blind readers and readers of grey prints can distinguish them.
type colour struct {
	Hex   string // such as #A63A00
	shape shape
}

// criteria has the colour of each criterion, the same on every page and picture. From black
// to pink they grow lighter, in steps that can be seen in grey too.
var criteria = map[string]colour{
	"least total":   {"#000000", diamond},
	"expected-size": {"#003F87", square},
	"minimax":       {"#A63A00", triangle},
	"entropy":       {"#1F9E78", disc},
	"simple":        {"#7D7D7D", cross},
	"most-parts":    {"#D98CB8", diamond},
}

// others are the colours of series that are named after no criterion, in the order of use.
var others = []colour{
	{"#2C5F80", disc},
	{"#D88A00", square},
	{"#4A2A6A", triangle},
	{"#3FA7A0", diamond},
	{"#B5B5B5", cross},
	{"#8C1D40", disc},
}

// ColourOf returns the colour of a series: that of the criterion that its name begins with
// or, if it begins with no criterion, a colour by its place among the series without one.
func ColourOf(name string, place int) colour {
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

// Palette returns the colours of criteria by name, and the colours of other series in the
// order of use, such as #A63A00.
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
var verdicts = map[string]colour{
	"exact":        {"#0A5C36", disc},
	"as published": {"#1C7A50", square},
	"differs":      {"#9A5200", triangle},
	"impossible":   {"#5B2A86", cross},
	"unexplained":  {"#8F1D4F", diamond},
	"not tested":   {"#57606A", ring},
}

// VerdictColour returns the colour of a verdict, by its name. Each verdict also has a shape.
func VerdictColour(verdict string) colour { return verdicts[verdict] }

// Published returns the colour of published figures: rings, which let the measured figures
// be seen inside.
func Published() colour { return colour{"#1B1F24", ring} }

// Colours returns the colours of series, by their names: that of the criterion, unless an
// earlier series has it.
func Colours(names []string) []colour {
	used := map[string]bool{}
	out := make([]colour, len(names))
	next := 0 // of the others
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

// rgba returns the colour for drawing.
func (c colour) rgba() color.RGBA {
	return hex(c.Hex)
}

// hex reads a colour such as #A63A00.
func hex(s string) color.RGBA {
	digit := func(i int) uint8 {
		return uint8(strings.IndexByte("0123456789ABCDEF", s[i]))
	}
	return color.RGBA{
		R: digit(1)<<4 | digit(2),
		G: digit(3)<<4 | digit(4),
		B: digit(5)<<4 | digit(6),
		A: 0xFF,
	}
}

// mix returns a mixture of two colours, with the given share of the first, from 0 to 1.
func mix(a, b color.RGBA, share float64) color.RGBA {
	channel := func(x, y uint8) uint8 {
		return uint8(float64(x)*share + float64(y)*(1-share) + 0.5)
	}
	return color.RGBA{
		R: channel(a.R, b.R),
		G: channel(a.G, b.G),
		B: channel(a.B, b.B),
		A: 0xFF,
	}
}
