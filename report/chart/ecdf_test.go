package chart

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"
)

func TestECDF(t *testing.T) {
	c := ECDF{Title: "c", Name: "runs", Values: []int{7, 5, 7, 9}, Marks: []Mark{{"published", 12}, {"other", 1}}}
	want := plotter.XYs{{X: 0, Y: 0}, {X: 5, Y: 0}, {X: 5, Y: 25}, {X: 7, Y: 25}, {X: 7, Y: 75}, {X: 9, Y: 75}, {X: 9, Y: 100}, {X: 13, Y: 100}}
	if got := c.steps(0, 13); !slices.Equal(got, want) {
		t.Errorf("steps %v, want %v", got, want)
	}
	if _, err := (Figure{Charts: []Chart{c, ECDF{Title: "one", Values: []int{3}}}, Columns: 2}).Draw(PNG); err != nil {
		t.Error(err)
	}
	if _, err := (Figure{Charts: []Chart{ECDF{}}}).Draw(PNG); err == nil {
		t.Error("a chart of nothing was drawn")
	}
}

func TestFewTicks(t *testing.T) {
	for _, test := range []struct{ from, to, step float64 }{{0, 5, 1}, {3, 13, 2}, {0, 29, 5}, {27742, 27924, 50}, {0, 600, 100}, {0, 701, 200}} {
		ticks := fewTicks(test.from, test.to)
		if step := ticks[1].Value - ticks[0].Value; step != test.step || len(ticks) > 8 || ticks[0].Value < test.from || ticks[len(ticks)-1].Value > test.to {
			t.Errorf("%v to %v: %v, want steps of %v", test.from, test.to, ticks, test.step)
		}
	}
}
