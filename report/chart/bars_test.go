package chart

import (
	"bytes"
	"image/png"
	"testing"
)

// TestBars draws charts of many shapes: all must come out.
func TestBars(t *testing.T) {
	for _, b := range []Bars{
		{Groups: []string{"a", "b"}, Series: []BarSeries{{Name: "x", Values: []float64{1, 2}, Labels: []string{"1", "2"}}, {Name: "y", Values: []float64{0, 3}}}},
		{Groups: []string{"a"}, Series: []BarSeries{{Name: "x", Values: []float64{0}, Labels: []string{"0"}}}},
		{},
	} {
		data, err := Figure{File: "f.png", Charts: []Chart{b}}.Draw(PNG)
		if err != nil {
			t.Fatal(err)
		}
		if picture, err := png.Decode(bytes.NewReader(data)); err != nil || picture.Bounds().Dx() != figureWidth {
			t.Errorf("%v: %v", b, err)
		}
	}
	uneven := Bars{Groups: []string{"a", "b"}, Series: []BarSeries{{Name: "x", Values: []float64{1}}}}
	if _, err := (Figure{Charts: []Chart{uneven}}).Draw(PNG); err == nil {
		t.Error("a group without its bar was drawn")
	}
}
