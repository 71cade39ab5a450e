package chart

import (
	"math"
	"strings"
	"testing"
)

// TestSetApart looks which numbers leave the axis: few ones, far beyond the others.
func TestSetApart(t *testing.T) {
	even := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for name, test := range map[string]struct {
		numbers []float64
		want    float64
	}{
		"an even axis":       {even, 0},
		"one far off":        {append([]float64{40}, even...), 12},
		"two far off":        {append([]float64{40, 41}, even...), 12},
		"two steps off":      {append([]float64{40, 60}, even...), 12},
		"too many far off":   {append([]float64{40, 41, 42, 43}, even...), 0},
		"few numbers at all": {[]float64{1, 2, 3, 30}, 0},
	} {
		d := Dots{Series: []DotSeries{{Colour: ColourOf("entropy", 0)}}}
		for _, x := range test.numbers {
			d.Rows = append(d.Rows, DotRow{Name: "a", Dots: []Dot{{X: x}}})
		}
		if got := d.beyond(); got != test.want {
			t.Errorf("%s: beyond %g, want %g", name, got, test.want)
		}

		picture, err := Figure{File: "a.png", Title: "A", Charts: []Chart{d}}.Draw(SVG)
		if err != nil {
			t.Fatal(err)
		}
		if shown := strings.Contains(string(picture), ">off the<"); shown != (test.want != 0) {
			t.Errorf("%s: says that numbers are off the scale: %t", name, shown)
		}
	}
}

// TestStrays counts numbers beyond others: a row or a series of them counts as one.
func TestStrays(t *testing.T) {
	row := func(numbers ...float64) (r DotRow) {
		for series, x := range numbers {
			r.Dots = append(r.Dots, Dot{Series: series, X: x})
		}
		return r
	}
	for name, test := range map[string]struct {
		rows []DotRow
		want int
	}{
		"none":                    {[]DotRow{row(1, 2), row(3, 4)}, 0},
		"a row":                   {[]DotRow{row(1, 2), row(30, 40), row(3, 4)}, 1},
		"a series":                {[]DotRow{row(1, 20), row(3, 40), row(5, 60)}, 1},
		"a row and a series":      {[]DotRow{row(10, 20), row(3, 40), row(5, 60)}, 2},
		"part of a series":        {[]DotRow{row(1, 20), row(3, 40), row(5, 6)}, 2},
		"two of a series at once": {[]DotRow{row(1), {Dots: []Dot{{X: 1}, {X: 20}, {X: 30}}}}, math.MaxInt},
	} {
		d := Dots{Series: make([]DotSeries, 2), Rows: test.rows}
		if got := d.strays(9); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

// TestAligned draws two panels, whose axes begin where the longest name of both ends.
func TestAligned(t *testing.T) {
	panel := func(name string) Chart {
		return Dots{Series: make([]DotSeries, 1), Rows: []DotRow{{Name: name, Dots: []Dot{{X: 1}}}}}
	}
	charts := aligned([]Chart{panel("a"), panel("a longer name")})
	first := charts[0].(Dots).layout(400).x
	second := charts[1].(Dots).layout(400).x
	if first.low != second.low || first.low < widest("a longer name") {
		t.Errorf("the axes begin at %g and %g", first.low, second.low)
	}
}

// TestSameAxes has the panels of a kind show the numbers of all of them.
func TestSameAxes(t *testing.T) {
	dots := func(x float64) Dots {
		return Dots{Rows: []DotRow{{Dots: []Dot{{X: x}}}}, Series: []DotSeries{{}}}
	}
	charts := sameAxes([]Chart{
		dots(2), dots(-3),
		Lines{Series: []Series{{X: []float64{1}, Y: []float64{5}}}}, Lines{Series: []Series{{X: []float64{7}, Y: []float64{6}}}},
		Histogram{Series: []Distribution{{Counts: []float64{0, 1}}}}, Histogram{Series: []Distribution{{Counts: []float64{0, 0, 1}}}},
	})
	if x := charts[0].(Dots).span(); x.from != -3 || x.to != 2 {
		t.Errorf("dots from %g to %g", x.from, x.to)
	}
	if s := charts[3].(Lines).common; s.left != 1 || s.right != 7 || s.low != 5 || s.high != 6 {
		t.Errorf("lines %+v", s)
	}
	if a := charts[4].(Histogram).axes(); a.lowest != 1 || a.highest != 2 {
		t.Errorf("histograms %+v", a)
	}
	if x := sameAxes([]Chart{Dots{}})[0].(Dots).span(); x.from != 0 || x.to != 0 {
		t.Errorf("without numbers from %g to %g", x.from, x.to)
	}
}
