package main

import (
	"math"
	"testing"

	"codebreak/engine"
	"codebreak/engine/tree"
)

// TestEvenMean checks the mean between two games at both ends and in the
// middle.
func TestEvenMean(t *testing.T) {
	cell := func(colours, codes int, mean float64) variantCell {
		return variantCell{kind: "mm", positions: 2, colours: colours, played: engine.Result{Secrets: codes, Figures: tree.Figures{Mean: mean}}}
	}
	cells := []variantCell{cell(2, 4, 2), cell(4, 16, 3)}
	for bits, want := range map[float64]float64{2: 2, 3: 2.5, 4: 3} {
		if got, _, _, ok := evenMean(cells, 2, bits); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v bits: mean %v, want %v", bits, got, want)
		}
	}
	if _, _, _, ok := evenMean(cells, 2, 5); ok {
		t.Error("a mean was made up beyond the games played")
	}
}
