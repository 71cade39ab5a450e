package charttest

import (
	"strings"
	"testing"

	"codebreak/report/chart"
)

// TestIllegible draws names that are much too long for their columns, and no
// title.
func TestIllegible(t *testing.T) {
	crowded := chart.Figure{File: "f.png", Charts: []chart.Chart{chart.HeatMap{
		Columns: []string{"a name much too long for a column of half of a picture, and longer still", "another name that is much too long for a column of half of a picture"},
		Rows:    []string{"row"}, Values: [][]float64{{1, 2}}, Labels: [][]string{{"1", "2"}},
	}}}
	problems, err := Illegible(crowded)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`lies over "a name much too long`, "reaches out of the picture", "has no title"} {
		if !strings.Contains(strings.Join(problems, "\n"), want) {
			t.Errorf("%q is not among the problems: %q", want, problems)
		}
	}
}
