package chart_test

import (
	"fmt"

	"codebreak/report/chart"
)

func ExampleFigure_Draw() {
	f := chart.Figure{
		File:       "knuth.png",
		Caption:    "Histogram of Knuth's strategy",
		Histograms: []chart.Histogram{{Title: "minimax from 1122", Counts: []int{0, 1, 6, 62, 533, 694}, Mean: 4.47608}},
	}
	picture, err := f.Draw(chart.SVG)
	fmt.Println(f.Name(chart.SVG), len(picture) > 0, err)
	// Output: knuth.svg true <nil>
}
