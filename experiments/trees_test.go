package main

import (
	"slices"
	"testing"
)

func TestPublishedTrees(t *testing.T) {
	replayed, err := replayTrees()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		id        string
		histogram []int
		lines     []int // of misprints
	}{
		{"knuth/tree", []int{0, 1, 6, 62, 533, 694}, nil},
		{"neuwirth/tree", []int{0, 1, 10, 88, 612, 581, 4}, []int{18, 37, 68}},
	} {
		got := replayed[i]
		var lines []int
		for _, m := range got.misprints {
			lines = append(lines, m.Line)
		}
		if got.ID != want.id || !slices.Equal(got.figures.Histogram, want.histogram) || !slices.Equal(lines, want.lines) {
			t.Errorf("%s: histogram %v, misprints in lines %v; want %v, %v", got.ID, got.figures.Histogram, lines, want.histogram, want.lines)
		}
	}
}
