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
	measured := func(colours, secrets int, mean float64) variant {
		return variant{variantGame: variantGame{kind: "mm", positions: 2, colours: colours}, played: engine.Result{Secrets: secrets, Figures: tree.Figures{Mean: mean}}}
	}
	variants := []variant{measured(2, 4, 2), measured(4, 16, 3)}
	for bits, want := range map[float64]float64{2: 2, 3: 2.5, 4: 3} {
		if got, _, _, ok := evenMean(variants, 2, bits); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v bits: mean %v, want %v", bits, got, want)
		}
	}
	if _, _, _, ok := evenMean(variants, 2, 5); ok {
		t.Error("a mean was made up beyond the games played")
	}
}
