package charttest

import (
	"strings"
	"testing"

	"codebreak/report/chart"
)

// TestIllegible draws names that are much too long for their columns.
func TestIllegible(t *testing.T) {
	crowded := chart.Figure{File: "f.png", Charts: []chart.Chart{chart.HeatMap{
		Columns: []string{"a name much too long for a column of half of a picture, and longer still", "another name that is much too long for a column of half of a picture"},
		Rows:    []string{"row"}, Values: [][]float64{{1, 2}}, Labels: [][]string{{"1", "2"}},
	}}}
	problems, err := Illegible(crowded)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(problems, "\n"), `lies over "a name much too long`) {
		t.Errorf("names that are too long are not seen to overlap: %q", problems)
	}
}
