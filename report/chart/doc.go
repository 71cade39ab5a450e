// Package chart draws the pictures of pages. It knows no game and reads no
// file: what it is given it draws, in PNG, SVG or PDF, and the same figure gives
// the same bytes.
//
// A [Figure] is a picture with a name and a caption. Its panels are either
// [Histogram] values, which share their axes, or of the kinds of [Chart]:
//
//   - [Lines]: numbers that depend on a number, one line for each [Series]
//   - [Bars]: numbers compared in groups
//   - [HeatMap]: a table whose cells are coloured by a number
//   - [ECDF]: how many of many numbers are no larger than each
//
// All are plain data, checked when they are drawn:
//
//	f := chart.Figure{
//		File:       "knuth.png",
//		Caption:    "Histogram of Knuth's strategy",
//		Histograms: []chart.Histogram{{Title: "minimax from 1122", Counts: r.Histogram, Mean: r.Mean}},
//	}
//	png, err := f.Draw(chart.PNG)
//
// Package [codebreak/report/chart/charttest] tells whether the texts of a
// figure can be read.
package chart
