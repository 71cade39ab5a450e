package pages

import (
	"context"
	"slices"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

func TestPublishedTrees(t *testing.T) {
	for i, want := range []struct {
		id        string
		histogram []int
		lines     []int // of misprints
	}{
		{"knuth/tree", []int{0, 1, 6, 62, 533, 694}, nil},
		{"neuwirth/tree", []int{0, 1, 10, 88, 612, 581, 4}, []int{18, 37, 68}},
	} {
		p := published.Trees()[i]
		q := ask.NewReplay(p)
		got := enginetest.Must(q.Answer(t.Context(), notebook.Env{Workers: 1}))(t)
		if err := q.Complete(context.Background(), &got); err != nil {
			t.Error(err)
		}
		var lines []int
		for _, m := range got.Misprints {
			lines = append(lines, m.Line)
		}
		if p.ID != want.id || !slices.Equal(got.Figures.Histogram, want.histogram) || !slices.Equal(lines, want.lines) {
			t.Errorf("%s: histogram %v, misprints in lines %v; want %v, %v", p.ID, got.Figures.Histogram, lines, want.histogram, want.lines)
		}
	}
}
