package charttest

import (
	"slices"
	"strings"
	"testing"

	"codebreak/report/chart"
)

// TestIllegible draws numbers of many more guesses than have room, a word longer than
// the picture, and no title.
func TestIllegible(t *testing.T) {
	crowded := chart.Figure{File: "f.png", Subtitle: strings.Repeat("long", 50), Charts: []chart.Chart{chart.Histogram{Counts: true, Series: []chart.Distribution{
		{Name: "a", Counts: slices.Repeat([]float64{1000}, 60), Mean: 30, Colour: chart.Published()},
	}}}}
	problems, err := Illegible(crowded)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`lies over "1,000"`, "reaches out of the picture", "has no title"} {
		if !strings.Contains(strings.Join(problems, "\n"), want) {
			t.Errorf("%q is not among the problems: %q", want, problems)
		}
	}
}
