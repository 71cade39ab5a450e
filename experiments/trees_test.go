package main

import (
	"slices"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
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

// TestPublishedTables compares every printed entry that a game can reach with
// the tree's guess.
func TestPublishedTables(t *testing.T) {
	e := treesEntry()
	for _, p := range published.Tables() {
		printed, err := readTable(p)
		if err != nil {
			t.Fatal(err)
		}
		played, _, err := engine.Play(t.Context(), e.configurations[len(e.configurations)-1], tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		entries, equal := compareTable(printed.Root, played.Root)
		if entries != 13+112 || equal != entries {
			t.Errorf("%s: %d of %d entries are the tree's guesses", p.ID, equal, entries)
		}
		// And none is missing.
		for _, b := range played.Root.Branches {
			if b.Next == nil {
				continue
			}
			for _, next := range b.Next.Branches {
				if next.Next != nil && printed.Root.Next(b.Feedback).Next(next.Feedback) == nil {
					t.Errorf("%s: nothing is printed after %s, %s", p.ID, b.Feedback, next.Feedback)
				}
			}
		}
	}
}
