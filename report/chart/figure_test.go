package chart

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"strings"
	"testing"
)

// TestPanels draws figures of many shapes: all must come out, at 800 pixels.
func TestPanels(t *testing.T) {
	h := Histogram{Title: "h", Counts: []int{3, 10, 20000, 1}, Published: []int{0, 9, 20000, 2, 1}, Mean: 1.9}
	for n := 1; n <= 6; n++ {
		f := Figure{File: "f.png", Columns: min(n, 3)}
		for range n {
			f.Histograms = append(f.Histograms, h)
		}
		data, err := f.Draw(PNG)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil || picture.Bounds().Dx() != 800 {
			t.Errorf("%d panels: %v, %v", n, err, picture.Bounds())
		}
	}
}

// TestFormats draws a figure in each format, twice: the bytes must be the same.
func TestFormats(t *testing.T) {
	f := Figure{File: "a.b.png", Histograms: []Histogram{{Title: "a", Counts: []int{0, 1, 0, 2}, Mean: 7.0 / 3}}}
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
	}
	if _, err := f.Draw("gif"); err == nil || !strings.Contains(err.Error(), "allowed: png, svg, pdf") {
		t.Errorf("gif: %v", err)
	}
}

// TestBadFigures draws what contradicts itself: each must be an error that
// names the file and says why.
func TestBadFigures(t *testing.T) {
	one := []Histogram{{Counts: []int{0, 1}, Mean: 1}}
	line := func(x, y []float64, log bool) Figure {
		return Figure{Charts: []Chart{Lines{Series: []Series{{Name: "s", X: x, Y: y}}, Log: log}}}
	}
	heat := func(values [][]float64, labels [][]string) Figure {
		return Figure{Charts: []Chart{HeatMap{Columns: []string{"a"}, Rows: []string{"b"}, Values: values, Labels: labels}}}
	}
	for i, test := range []struct {
		figure Figure
		why    string
	}{
		{Figure{Histograms: one, Charts: []Chart{Bars{}}}, "1 histograms and 1 charts"},
		{Figure{Histograms: one, Columns: -1}, "-1 columns"},
		{Figure{Histograms: []Histogram{{Counts: []int{-1}}}}, "below 0"},
		{Figure{Histograms: []Histogram{{Counts: []int{0, 1}, Mean: math.NaN()}}}, ""},
		{line([]float64{1, 2}, []float64{1}, false), "2 x and 1 y"},
		{line([]float64{0, 2}, []float64{1, 1}, true), "logarithmic"},
		{Figure{Charts: []Chart{Lines{Log: true}}}, "no points"},
		{line(nil, nil, true), "no points"},
		{heat(nil, nil), "0 rows of values"},
		{heat([][]float64{{1, 2}}, [][]string{{"x"}}), "2 values and 1 labels"},
		{heat([][]float64{{math.NaN()}}, [][]string{{"x"}}), "no number"},
		{Figure{Charts: []Chart{Bars{Groups: []string{"a", "b"}, Series: []BarSeries{{Name: "x", Values: []float64{1}}}}}}, "1 values"},
		{Figure{Charts: []Chart{ECDF{}}}, "no values"},
	} {
		test.figure.File = fmt.Sprintf("f%d.png", i)
		_, err := test.figure.Draw(SVG)
		if err == nil || !strings.Contains(err.Error(), test.why) || !strings.HasPrefix(err.Error(), "figure "+test.figure.File) {
			t.Errorf("%+v: error %v, want one with %q", test.figure, err, test.why)
		}
	}
}

// TestEmptyFigures draws what shows little or nothing, which is no mistake.
func TestEmptyFigures(t *testing.T) {
	for _, f := range []Figure{
		{},
		{Histograms: []Histogram{{}}},
		{Histograms: []Histogram{{Counts: []int{0, 1}, Mean: -3}}},
		{Charts: []Chart{Lines{Whole: true}}},
		{Charts: []Chart{Lines{Series: []Series{{Name: "s"}}}}},
		{Charts: []Chart{Lines{Series: []Series{{X: []float64{1}, Y: []float64{2}}}}}},
		{Charts: []Chart{HeatMap{}}},
	} {
		if _, err := f.Draw(SVG); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
}
