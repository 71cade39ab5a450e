package chart

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"
)

// icicle is the tree of 11 in mm2x2, where 11 solves one secret and leaves two and one.
func icicle() Icicle {
	return Icicle{
		Root: Slice{Size: 4, Guess: "11", Parts: []Slice{
			{Size: 1, Guess: "22"},
			{Size: 2, Guess: "12", Shade: 0.5, Parts: []Slice{{Size: 1, Guess: "21", Shade: 1}}},
		}},
		Key: []Swatch{{Label: "0A0B"}, {Label: "1A0B", Shade: 0.5}},
	}
}

// TestIcicleRows holds the fields against their places, worked out by hand.
func TestIcicleRows(t *testing.T) {
	var got []string
	for _, row := range icicle().rows(0, 400) {
		text := fmt.Sprint(row.solved)
		for _, f := range row.fields {
			text += fmt.Sprintf(" %s %g-%g", f.Guess, f.left, f.right)
		}
		got = append(got, text)
	}
	want := "[1 11 0-400 2 22 0-100 12 100-300 1 21 100-200]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}

	short := icicle()
	short.Depth = 2
	if n := len(short.rows(0, 400)); n != 2 {
		t.Errorf("%d rows of depth 2", n)
	}
}

// TestIcicleNarrow draws more fields than there are pixels: a row takes no more paths than
// pixels.
func TestIcicleNarrow(t *testing.T) {
	wide := Icicle{Root: Slice{Size: 50001, Guess: "1"}}
	for i := range 50000 {
		wide.Root.Parts = append(wide.Root.Parts, Slice{Size: 1, Shade: float64(i%10) / 10})
	}
	picture, err := Figure{File: "a.png", Title: "A", Charts: []Chart{wide}}.Draw(SVG)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(regexp.MustCompile(`<path`).FindAll(picture, -1)); n > 700 {
		t.Errorf("%d paths", n)
	}

	_, err = Figure{File: "a.png", Title: "A", Charts: []Chart{Icicle{}}}.Draw(SVG)
	if err == nil || !bytes.Contains([]byte(err.Error()), []byte("there are no numbers")) {
		t.Errorf("without secrets: %v", err)
	}
}
