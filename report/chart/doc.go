// Package chart draws the pictures of pages. It knows no game and reads no file. It draws
// in PNG, SVG or PDF, and the same figure gives the same bytes.
//
// A [Figure] has a title that says what it shows, a subtitle with the game and the strategy,
// panels, and at the foot the source of the published figures in it with the verdict on them.
// Its panels are of the kinds of [Chart]:
//
//   - [Histogram]: shares of the secrets by number of guesses, of several
//     strategies side by side, or cumulated
//   - [Lines]: numbers that depend on a number, one line for each [Series]
//   - [Dots]: a row of dots for each of many things; all rows share an axis
//   - [HeatMap]: a table whose cells are coloured by the number in them
//   - [Icicle]: a decision tree, a row for each guess
//
// A criterion has the same colour in all of them, which [ColourOf] returns. All are
// plain data:
//
//	f := chart.Figure{
//		File:     "knuth.png",
//		Caption:  "Histogram of Knuth's strategy",
//		Title:    "Knuth's strategy finds 95.9% of the secrets within 5 guesses",
//		Subtitle: "mm4x6, minimax from 1122",
//		Charts: []chart.Chart{chart.Histogram{Series: []chart.Distribution{
//			{Name: "minimax", Counts: chart.Numbers(r.Histogram), Mean: r.Mean, Colour: chart.ColourOf("minimax", 0)},
//		}}},
//	}
//	png, err := f.Draw(chart.PNG)
//
// A PNG has two pixels for each pixel of the page. No text is smaller than 11 pixels of the
// page, on a phone too, for which [Figure.Narrow] is made. A test checks on all pages that
// texts are large enough and do not overlap.
package chart
