package pages

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"codebreak/report/chart"
)

// leastSize is the size that no text may be below, in pixels.
const leastSize = 11

// textFaults draws a figure and says which of its texts lie over another, reach
// out of the picture or are below 11 pixels. A figure without a title is named as
// well.
func textFaults(f chart.Figure) (problems []string, err error) {
	page := &paper{}
	page.width, page.height = f.Size()
	f.DrawOn(page)
	all, err := textsOf(page.Actions)
	if f.Title == "" {
		problems = append(problems, f.File+" has no title")
	}
	for i, w := range all {
		if w.size < leastSize {
			problems = append(problems, fmt.Sprintf("%s: %q is %.1f pixels high", f.File, w.text, w.size))
		}
		if w.left < 0 || w.bottom < 0 || w.right > page.width || w.top > page.height {
			problems = append(problems, fmt.Sprintf("%s: %q reaches out of the picture", f.File, w.text))
		}
		for _, v := range all[:i] {
			if w.overlaps(v) {
				problems = append(problems, fmt.Sprintf("%s: %q lies over %q", f.File, w.text, v.text))
			}
		}
	}
	return problems, err
}

// A paper records what is drawn on it.
type paper struct {
	recorder.Canvas
	width, height vg.Length
}

func (p *paper) Size() (vg.Length, vg.Length) { return p.width, p.height }

// A written text lies within a box.
type written struct {
	text                     string
	size                     float64 // of the letters, in pixels
	left, bottom, right, top vg.Length
}

func (w written) overlaps(v written) bool {
	const touch = 0.5 // points
	return w.left < v.right-touch && v.left < w.right-touch && w.bottom < v.top-touch && v.bottom < w.top-touch
}

// textsOf returns where the texts of a drawing lie.
func textsOf(actions []recorder.Action) (out []written, err error) {
	for _, action := range actions {
		switch a := action.(type) {
		case *recorder.Translate, *recorder.Rotate, *recorder.Scale:
			return nil, fmt.Errorf("%T: only texts that are level and not scaled can be looked at", action)
		case *recorder.FillString:
			size := a.Size.Points() * 96 / 72
			face := chart.FaceOf(size, a.Font.Weight == font.WeightBold)
			// Small letters and digits reach from the line to about 0.72 of
			// the size; what hangs below is let go.
			out = append(out, written{a.String, size, a.Point.X, a.Point.Y, a.Point.X + face.Width(a.String), a.Point.Y + 0.72*a.Size})
		}
	}
	return out, nil
}

// TestIllegible draws numbers of many more guesses than have room, a word longer than
// the picture, and no title.
func TestIllegible(t *testing.T) {
	crowded := chart.Figure{File: "f.png", Subtitle: strings.Repeat("long", 50), Charts: []chart.Chart{chart.Histogram{Counts: true, Series: []chart.Distribution{
		{Name: "a", Counts: slices.Repeat([]float64{1000}, 60), Mean: 30, Colour: chart.Published()},
	}}}}
	problems, err := textFaults(crowded)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`lies over "1,000"`, "reaches out of the picture", "has no title"} {
		if !strings.Contains(strings.Join(problems, "\n"), want) {
			t.Errorf("%q is not among the problems: %q", want, problems)
		}
	}
}

// TestTextsStayApart draws figures of every kind as entries have them, wide and as for
// a phone: no text may lie over another, reach out of the picture or be too small.
func TestTextsStayApart(t *testing.T) {
	expected := chart.ColourOf("expected-size", 0)
	compared := chart.Histogram{Counts: true, Differences: true, Series: []chart.Distribution{
		{Name: "measured", Counts: []float64{0, 1, 4, 59, 574, 2425, 1892, 85}, Mean: 5.26865, Colour: expected},
		{Name: "published", Counts: []float64{0, 1, 4, 59, 575, 2424, 1893, 84}, Mean: 5.26865, MeanText: "5.26865", Published: true, Colour: expected},
	}}
	cumulative := compared
	cumulative.Cumulative, cumulative.Counts, cumulative.Differences = true, false, false
	long := chart.Histogram{Series: []chart.Distribution{
		{Name: "mm4x10-digits two-phase-consistent from 0000", Counts: []float64{0, 1, 4, 59, 574, 2425, 1892, 85, 3, 3, 3, 3, 2, 1, 10000}, Mean: 11.89, Colour: expected},
		{Name: "the mean alone", Mean: 11, MeanText: "11", Published: true, Colour: expected},
	}}
	series := func(name string, y ...float64) chart.Series {
		s := chart.Series{Name: name, Y: y, Colour: chart.ColourOf(name, 0)}
		for k := range y {
			s.X = append(s.X, float64(k+2))
		}
		return s
	}
	lines := chart.Lines{Title: "4 positions", XLabel: "colours", YLabel: "mean guesses", Whole: true, Series: []chart.Series{
		series("entropy", 2.6, 3.1, 3.6, 4.0, 4.4), series("minimax", 2.6, 3.1, 3.6, 4.0, 4.4), series("least total", 2.5, 3), series("lower bound on the mean", 2, 2.2, 2.4, 3, 4),
	}}
	growth := chart.Lines{Title: "Seconds by number of secrets", XLabel: "secrets", YLabel: "seconds", Series: []chart.Series{
		{Name: "minimax", X: []float64{1296, 5040, 32768}, Y: []float64{0.001, 0.02, 0.5}, Colour: expected},
	}}
	dots := chart.Dots{XLabel: "mean guesses", Notes: "worst case", Linear: 0.001}
	for i, name := range []string{"minimax", "expected-size", "entropy", "most-parts"} {
		dots.Series = append(dots.Series, chart.DotSeries{Name: name, Colour: chart.ColourOf(name, i)})
	}
	for k, first := range []string{"1111", "1112", "1122"} {
		r := chart.DotRow{Name: "first guess " + first, Note: "5 or 6"}
		for i := range dots.Series {
			r.Dots = append(r.Dots, chart.Dot{Series: i, X: float64(k*k-i) / 100})
		}
		dots.Rows = append(dots.Rows, r)
	}
	heat := chart.HeatMap{XLabel: "criterion", YLabel: "game", Columns: []string{"minimax", "entropy"}, Rows: []string{"mm4x6", "bc4x10"}, Unit: "% more guesses", Missing: "not computed",
		Cells: [][]chart.Cell{{{Value: 1.2, Label: "+1.2"}, {Value: -0.3, Label: "-0.3"}}, {{Value: math.NaN()}, {Value: 2.5, Label: "+2.5"}}}}
	words := heat // whose words need more room than is beside the key
	words.Unit, words.Missing = "guesses, published minus measured", "not played, for there are too many codes"
	unnamed := chart.Lines{Title: "By the secrets", XLabel: "secrets", YLabel: "seconds", Series: []chart.Series{
		{X: []float64{1296, 5040}, Y: []float64{0.01, 0.5}, Colour: expected},
	}}
	near := chart.Dots{XLabel: "mean guesses", Series: dots.Series, Rows: []chart.DotRow{{Name: "clever1", Dots: []chart.Dot{{X: 26979}, {Series: 1, X: 29161}}}}, Notes: "total, and who publishes it"}
	wide := chart.HeatMap{XLabel: "colours, of which some games have more than others", YLabel: "a long label of rows", Unit: "% more guesses", Rows: []string{"Mastermind, 4 positions, 6 colours (mm4x6)", "total"}, Cells: make([][]chart.Cell, 2)}
	for column := range 14 {
		wide.Columns = append(wide.Columns, []string{"2", "expected-size"}[column%2])
		for row := range wide.Rows {
			wide.Cells[row] = append(wide.Cells[row], chart.Cell{Value: float64(column - 3), Label: fmt.Sprintf("%+.1f", float64(column-3))})
		}
	}
	paired := chart.Dots{XLabel: "mean number of guesses, of all secrets of the game", Series: dots.Series, Notes: "published", Rows: []chart.DotRow{{Name: "Koyama and Lai 1993, Mastermind, 4 positions, 6 colours", Note: "4.340", Dots: []chart.Dot{{X: 4}, {Series: 1, X: 5}}}}}
	endings := chart.Lines{YLabel: "guesses above the least mean that is possible, in percent", Series: []chart.Series{
		series("the nearest of all of the criteria", 1, 2, 3, 4, 5, 6), series("expected-size", 1, 2, 3, 4, 5.1, 6.1), series("ends early", 1, 2, 3), series("minimax", 2, 3, 4, 5, 6, 6),
	}}
	small := compared
	small.Title, small.Small, small.Differences = "fancidev 2010, in a program", true, false
	small.Series = slices.Clone(small.Series)
	small.Series[0].Name, small.Series[0].MeanText = "Bulls and Cows, expected size from 1234", "mean 5.26865"
	marked := near // whose marks are named to the right and to the left of their lines
	marked.Notes, marked.Rows = "", []chart.DotRow{{Name: "clever1", Dots: near.Rows[0].Dots, Ranges: []chart.Range{{From: 26900, To: 27000}, {From: 26950, To: 26990}}}}
	marked.Marks = []chart.Mark{{Name: "Knuth 1977: 27,000", X: 27000}, {Name: "another that is printed: 29,161", X: 29161}}
	for name, charts := range map[string][]chart.Chart{
		"as published": {compared}, "cumulative": {cumulative}, "many guesses": {long}, "lines": {lines}, "two": {lines, growth}, "dots": {dots}, "heat map": {heat}, "words of a key": {words}, "a common axis": {unnamed, growth}, "few ticks": {near},
		"a wide map": {wide}, "pairs": {paired}, "marks": {marked}, "small": {small, small, small}, "endings": {endings}, "a chart of each": {lines, heat, dots, compared},
	} {
		f := chart.Figure{File: name, Title: fmt.Sprintf("What the figure %s shows, in a title that takes more than one line of the picture", name),
			Subtitle: "bc4x10, expected-size, first guess 1234", Source: "blog on 1A2B, and others who print the same", Verdict: "as published", Charts: charts, Columns: min(2, len(charts))}
		f.SameAxes = name == "a common axis"
		if name == "a chart of each" {
			f.Width = 1400
		}
		for _, f := range []chart.Figure{f, f.Narrow()} {
			problems, err := textFaults(f)
			if err != nil {
				t.Error(err)
			}
			for _, p := range problems {
				t.Errorf("%d wide: %s", f.Width, p)
			}
		}
	}
	if f := (chart.Figure{Width: 1400, Height: 700, Columns: 3, Charts: []chart.Chart{lines}}).Narrow(); f.Width != 358 || f.Height != 0 || f.Columns != 1 {
		t.Errorf("a narrow figure is %d wide, %d high and of %d columns", f.Width, f.Height, f.Columns)
	}
}
