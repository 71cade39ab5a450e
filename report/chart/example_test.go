package chart_test

import (
	"fmt"

	"codebreak/report/chart"
)

func ExampleFigure_Draw() {
	f := chart.Figure{
		File:     "knuth.png",
		Caption:  "Histogram of Knuth's strategy",
		Title:    "Knuth's strategy needs 4 or 5 guesses for most secrets",
		Subtitle: "mm4x6, minimax from 1122",
		Charts: []chart.Chart{chart.Histogram{Series: []chart.Distribution{
			{Name: "minimax", Counts: []float64{0, 1, 6, 62, 533, 694}, Mean: 4.47608, Colour: chart.ColourOf("minimax", 0)},
		}}},
	}
	picture, err := f.Draw(chart.SVG)
	fmt.Println(f.Name(chart.SVG), len(picture) > 0, err)
	// Output: knuth.svg true <nil>
}
