package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

func knuth() Histogram {
	return Histogram{Counts: true, Series: []Distribution{
		{Name: "minimax", Counts: []float64{0, 1, 6, 62, 533, 694}, Mean: 5801.0 / 1296, Colour: ColourOf("minimax", 0)},
	}}
}

// TestFormats draws a figure in each format, twice: the bytes must be the same. A
// PNG has two pixels for each of the page.
func TestFormats(t *testing.T) {
	f := Figure{File: "a.b.png", Title: "11 ≥ 1", Charts: []Chart{knuth()}, Width: 500, Source: "Jäger", Verdict: "exact"}
	for format, start := range map[Format]string{PNG: "\x89PNG", SVG: "<?xml", PDF: "%PDF"} {
		first, err := f.Draw(format)
		if err != nil {
			t.Fatal(err)
		}
		second, err := f.Draw(format)
		if err != nil || !bytes.Equal(first, second) || !strings.HasPrefix(string(first), start) {
			t.Errorf("%s: %v, equal: %t, begins %.8q", format, err, bytes.Equal(first, second), first)
		}
		if name := f.Name(format); name != "a.b."+string(format) {
			t.Errorf("the file is named %s", name)
		}
		switch format {
		case PDF:
			if dates := regexp.MustCompile(`D:\d{14}`).FindAll(first, -1); len(dates) != 2 || string(dates[0]) != "D:19700101000000" || string(dates[1]) != string(dates[0]) {
				t.Errorf("the PDF bears the dates %s", dates)
			}
		case PNG:
			picture, err := png.Decode(bytes.NewReader(first))
			if err != nil || picture.Bounds().Dx() != 1000 {
				t.Errorf("%v: %v", picture.Bounds(), err)
			}
		case SVG:
			if !strings.Contains(string(first), "Arial") {
				t.Error("the SVG names no other font")
			}
		}
	}
	if _, err := f.Draw("gif"); err == nil || !strings.Contains(err.Error(), "allowed: png, svg, pdf") {
		t.Errorf("gif: %v", err)
	}
	if _, err := FormatOf("x.gif"); err == nil || !strings.Contains(err.Error(), "allowed: .png, .svg, .pdf") {
		t.Errorf("x.gif: %v", err)
	}
	if format, err := FormatOf("x.SVG"); err != nil || format != SVG {
		t.Errorf("x.SVG: %s, %v", format, err)
	}
}

// TestBars measures bars: each is as high as its share, but for those lower than half a
// pixel.
func TestBars(t *testing.T) {
	h := Histogram{Series: []Distribution{{Name: "a", Counts: []float64{0, 1, 40, 959}, Mean: math.NaN(), Colour: ColourOf("minimax", 0)}}}
	var canvas recorder.Canvas
	axes := commonAxes(h)
	drawBars(pen{draw.Canvas{Canvas: &canvas}}, scale{from: 0.5, to: 3.5, high: 300}, scale{to: 1, high: 100}, axes, h.Series)
	highest := 0.0 // of the bar so far, with half of its outline
	var got []float64
	for _, action := range canvas.Actions {
		switch a := action.(type) {
		case *recorder.SetLineWidth:
			highest += float64(a.Width/px(1)) / 2
		case *recorder.Fill:
			highest = 0
			for _, c := range a.Path {
				highest = max(highest, float64(c.Pos.Y/px(1)))
			}
			if highest < 2 { // not outlined
				got = append(got, highest)
			}
		case *recorder.Stroke:
			got = append(got, highest)
		}
	}
	if want := "[0.5 4.0 95.9]"; fmt.Sprintf("%.1f", got) != want {
		t.Errorf("the bars are %.1f high, want %s", got, want)
	}
}

// TestCountsAxis reads the axis of numbers of secrets: they are percent where games differ in size.
func TestCountsAxis(t *testing.T) {
	smaller := Distribution{Name: "smaller", Counts: []float64{0, 1, 5}, Mean: math.NaN(), Colour: ColourOf("entropy", 0)}
	for want, h := range map[string]Histogram{
		">600<": knuth(),
		"%<":    {Counts: true, Series: append(knuth().Series, smaller)},
	} {
		text, err := Figure{Title: "t", Charts: []Chart{h}}.Draw(SVG)
		if got := strings.Contains(string(text), want); err != nil || !got || strings.Contains(string(text), "%<") != (want == "%<") {
			t.Errorf("%v: no %s on the axis", err, want)
		}
	}
}

// TestSheet draws small panels: rows end where a group does, its heading stands above, and a
// published number is a ring if it is not the measured one.
func TestSheet(t *testing.T) {
	panel := func(group string, published ...float64) Histogram {
		h := knuth()
		h.Small, h.Group, h.Title = true, group, "title"
		h.Series = append(h.Series, Distribution{Counts: published, Mean: math.NaN(), Published: true})
		return h
	}
	equal := knuth().Series[0].Counts
	charts := []Chart{panel("One", equal...), panel("", equal...), panel("", equal...), panel("Two", 0, 1, 6, 62, 532, 695)}
	var rows []int
	for left := charts; len(left) > 0; left = left[rows[len(rows)-1]:] {
		rows = append(rows, rowLength(left, 2))
	}
	if fmt.Sprint(rows) != "[2 1 1]" {
		t.Errorf("rows of %v panels", rows)
	}

	text, err := Figure{Title: "t", Charts: charts, Columns: 2}.Draw(SVG)
	if err != nil {
		t.Fatal(err)
	}
	for part, times := range map[string]int{">One<": 1, ">Two<": 1, ">title<": 4, "fill:none;stroke:" + strings.ToLower(verdicts["unexplained"].Hex): 2} {
		if n := strings.Count(strings.ToLower(string(text)), strings.ToLower(part)); n != times {
			t.Errorf("%s stands there %d times, want %d", part, n, times)
		}
	}
}

// TestStrangeText draws what no font has, and what XML cannot hold.
func TestStrangeText(t *testing.T) {
	f := Figure{File: "x.png", Title: "a\x1bb\x00\xff\ufffe<&>c", Source: "\b", Charts: []Chart{knuth()}}
	for _, format := range Formats() {
		text, err := f.Draw(format)
		if err != nil {
			t.Fatal(err)
		}
		if format != SVG {
			continue
		}
		if err := xml.Unmarshal(text, new(struct{})); err != nil {
			t.Error(err)
		}
		if want := "a\ufffdb\ufffd\ufffd\ufffd&lt;&amp;&gt;c"; !strings.Contains(string(text), want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
}

// TestSizes stretches a figure, and makes one as low as it can be, and lower.
func TestSizes(t *testing.T) {
	high := func(height int) (int, error) {
		data, err := Figure{Title: "t", Charts: []Chart{knuth(), knuth()}, Height: height}.Draw(PNG)
		if err != nil {
			return 0, err
		}
		picture, err := png.Decode(bytes.NewReader(data))
		return picture.Bounds().Dy() / pixelRatio, err
	}
	if got, err := high(1000); got != 1000 || err != nil {
		t.Errorf("1000 pixels wanted: %d, %v", got, err)
	}
	_, err := high(50)
	if err == nil {
		t.Fatal("two panels were drawn 50 pixels high")
	}
	var least int
	if _, err := fmt.Sscanf(err.Error()[strings.Index(err.Error(), "at least"):], "at least %d", &least); err != nil {
		t.Fatal(err)
	}
	if got, err := high(least); got != least || err != nil {
		t.Errorf("%d pixels, the least, wanted: %d, %v", least, got, err)
	}
	if _, err := high(least - 1); err == nil {
		t.Errorf("%d pixels are enough, and %d are said to be the least", least-1, least)
	}
}

// TestOnes looks at the widths of ones, which kerning would set too near.
func TestOnes(t *testing.T) {
	for _, bold := range []bool{false, true} {
		if one, two := textWidth("1", 14, bold), textWidth("11", 14, bold); math.Abs(two-2*one) > 1e-9 {
			t.Errorf("bold %t: 1 is %v wide and 11 %v", bold, one, two)
		}
	}
}

// luma is how light a colour is for the eye, from 0 to 1.
func luma(c color.RGBA) float64 {
	return (0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)) / 255
}

// TestInkOnFields measures the contrast of texts on the fields of maps, as WCAG has it.
func TestInkOnFields(t *testing.T) {
	light := func(c color.RGBA) float64 {
		channel := func(v uint8) float64 {
			return math.Pow((float64(v)/255+0.055)/1.055, 2.4) // near enough above 0.04
		}
		return 0.2126*channel(c.R) + 0.7152*channel(c.G) + 0.0722*channel(c.B) + 0.05
	}
	for _, field := range []color.RGBA{below, above} {
		if contrast := light(field) / light(ink); contrast < 4.5 {
			t.Errorf("texts on %v have a contrast of %.2f", field, contrast)
		}
	}
}

// TestLogarithmicAxis has an axis of times begin at a power of ten, without 0 and signs.
func TestLogarithmicAxis(t *testing.T) {
	for _, test := range []struct {
		from float64
		want string
	}{{0.004, "[0.001 0.01 0.1 1 10]"}, {0, "[0 0.001 0.01 0.1 1 10]"}, {-0.004, "[0 −0.001 +0.001 +0.01 +0.1 +1 +10]"}} {
		x := scale{from: test.from, to: 12, high: 500}
		var texts []string
		for _, tick := range (Dots{Linear: 0.001}).ticks(&x) {
			texts = append(texts, tick.text)
		}
		if got := fmt.Sprint(texts); got != test.want {
			t.Errorf("from %g: %s, want %s", test.from, got, test.want)
		}
	}
}

// TestBalancedTitle breaks a title into lines of about the same length.
func TestBalancedTitle(t *testing.T) {
	f := Figure{Title: "Rosu 1997 prints 71 of 77 means within the error of the games played", Charts: []Chart{HeatMap{Columns: []string{"2"}, Rows: []string{"3"}, Cells: [][]Cell{{{Value: -0.04, Label: "-0.0"}}}}}}
	lines := f.titleLines(usualWidth - 2*usualMargin)
	if len(lines) != 2 || textWidth(lines[1], titleSize, true) < 0.7*textWidth(lines[0], titleSize, true) {
		t.Errorf("%q", lines)
	}
	if got := minus("-0.0") + minus("+0.1") + minus("-0.1"); got != "0.0+0.1−0.1" {
		t.Error(got)
	}
}

// TestGreys turns the colours of criteria into greys: each differs from the others
// in lightness, or at least in shape.
func TestGreys(t *testing.T) {
	for a, ca := range criteria {
		for b, cb := range criteria {
			if a != b && math.Abs(luma(ca.rgba())-luma(cb.rgba())) < 0.05 && ca.shape == cb.shape {
				t.Errorf("%s and %s look alike in grey", a, b)
			}
		}
	}
}

// TestColours gives series of the same criterion colours of their own.
func TestColours(t *testing.T) {
	got := Colours([]string{"entropy from 1234", "entropy from 1123", "minimax", "a", "entropy-float32"})
	if got[0] != criteria["entropy"] || got[2] != criteria["minimax"] {
		t.Errorf("%v", got)
	}
	seen := map[string]bool{}
	for _, c := range got {
		if seen[c.Hex] {
			t.Errorf("%s comes twice in %v", c.Hex, got)
		}
		seen[c.Hex] = true
	}
	if hex("#A63A0F") != (color.RGBA{0xA6, 0x3A, 0x0F, 0xFF}) {
		t.Error("#A63A0F is read wrong")
	}
}

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"1,296": number(1296, 0), "−0.50": number(-0.5, 2), "1,000,000": number(1e6, 0), "62": count(62), "586.5": count(586.5), "+0.01": signed(0.01, true), "−10": signed(-10, true),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, test := range []struct {
		from, to float64
		about    int
		want     string
	}{{0, 100, 4, "0 50 100"}, {0.1, 0.9, 4, "0.2 0.4 0.6 0.8"}, {-1, 1, 4, "−1.0 −0.5 0.0 0.5 1.0"}, {3, 3, 4, "3"}} {
		var texts []string
		for _, tick := range ticks(test.from, test.to, test.about, 0) {
			texts = append(texts, tick.text)
		}
		if got := strings.Join(texts, " "); got != test.want {
			t.Errorf("%v to %v: %s, want %s", test.from, test.to, got, test.want)
		}
	}
}

// TestApart moves places apart as little as it can.
func TestApart(t *testing.T) {
	got := apart([]float64{50, 50, 10, 100}, []float64{10, 10, 10, 10}, 0, 100)
	for i := range got {
		for k := range i {
			if math.Abs(got[i]-got[k]) < 10-1e-3 {
				t.Errorf("%v are nearer than 10", got)
			}
		}
	}
	if got[2] != 10 || got[3] != 100 {
		t.Errorf("%v: places far from others were moved", got)
	}
}

// TestBadFigures draws what cannot be drawn: each must be an error that names the file and
// says why.
func TestBadFigures(t *testing.T) {
	red := ColourOf("minimax", 0)
	line := func(x, y []float64) Figure {
		return Figure{Charts: []Chart{Lines{Series: []Series{{Name: "s", X: x, Y: y, Colour: red}}}}}
	}
	heat := func(cells ...Cell) Figure {
		return Figure{Charts: []Chart{HeatMap{Columns: []string{"a"}, Rows: []string{"b"}, Cells: [][]Cell{cells}}}}
	}
	histogram := func(series ...Distribution) Figure { return Figure{Charts: []Chart{Histogram{Series: series}}} }
	for i, test := range []struct {
		figure Figure
		why    string
	}{
		{Figure{}, "no panels"},
		{Figure{Columns: -1, Charts: []Chart{knuth()}}, "-1 columns"},
		{Figure{Width: 10, Charts: []Chart{knuth()}}, "320 to 4000"},
		{Figure{Height: -1, Charts: []Chart{knuth()}}, "-1 pixels high"},
		{Figure{Charts: []Chart{Histogram{Title: "h"}}}, `panel "h": there are no numbers`},
		{histogram(Distribution{Name: "a", Mean: math.NaN(), Colour: red}), "no numbers"},
		{histogram(Distribution{Name: "a", Counts: []float64{1}, Mean: math.Inf(1), Colour: red}), "not finite"},
		{line([]float64{0, 2}, []float64{1, math.NaN()}), "not finite"},
		{line(nil, nil), "no numbers"},
		{heat(), "no numbers"},
		{heat(Cell{Value: math.Inf(1), Label: "x"}), "not finite"},
		{Figure{Charts: []Chart{Dots{}}}, "no numbers"},
		{Figure{Charts: []Chart{Dots{Rows: []DotRow{{Name: "r", Dots: []Dot{{X: math.NaN()}}}}, Series: []DotSeries{{}}}}}, "not finite"},
	} {
		test.figure.File = fmt.Sprintf("f%d.png", i)
		_, err := test.figure.Draw(SVG)
		if err == nil || !strings.Contains(err.Error(), test.why) || !strings.HasPrefix(err.Error(), "figure "+test.figure.File) {
			t.Errorf("%+v: error %v, want one with %q", test.figure, err, test.why)
		}
	}
}

// TestLanes puts dots that would hide each other below one another, series by series.
func TestLanes(t *testing.T) {
	d := Dots{Series: make([]DotSeries, 3)}
	x := scale{from: 0, to: 100, low: 0, high: 100}
	row := DotRow{Dots: []Dot{{X: 50}, {Series: 1, X: 51}, {Series: 1, X: 90}, {Series: 2, X: 49}, {Series: 2, X: 48}}}
	if got := fmt.Sprint(d.lanes(row, x)); got != "[0 -1 0 -2 -2]" {
		t.Errorf("lanes %s", got)
	}
	d.Series[2].Colour = Published() // rings go around what they equal
	if got := fmt.Sprint(d.lanes(row, x)); got != "[0 -1 0 0 0]" {
		t.Errorf("lanes with rings %s", got)
	}
	d.Lanes = true
	if got := fmt.Sprint(d.lanes(row, x)); got != "[0 -1 -1 -2 -2]" {
		t.Errorf("lanes by series %s", got)
	}
}

// TestDotsAxis has the axis show ranges, marks and what other panels show.
func TestDotsAxis(t *testing.T) {
	d := Dots{Rows: []DotRow{{Dots: []Dot{{X: 5}}, Ranges: []Range{{From: 3, To: 6}}}}, Marks: []Mark{{X: 9}}, Least: 1, Most: 7}
	if x := d.layout(400).x; fmt.Sprintf("%.2f %.2f", x.from, x.to) != "0.68 9.32" {
		t.Errorf("from %v to %v", x.from, x.to)
	}
}
