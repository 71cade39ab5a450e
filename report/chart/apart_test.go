package chart

import (
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
