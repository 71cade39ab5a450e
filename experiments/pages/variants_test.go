package pages

import (
	"math"
	"testing"

	"codebreak/engine"
	"codebreak/engine/tree"
)

// TestBesideMastermind checks the mean between two games at both ends and in the
// middle.
func TestBesideMastermind(t *testing.T) {
	measured := func(colours, secrets int, mean float64) variant {
		return variant{gridGame: gridGame{kind: "mm", positions: 2, colours: colours}, Result: engine.Result{Secrets: secrets, Figures: tree.Figures{Mean: mean}}}
	}
	variants := []variant{measured(2, 4, 2), measured(4, 16, 3)}
	for bits, want := range map[float64]float64{2: 2, 3: 2.5, 4: 3} {
		if got, ok := besideMastermind(measured(3, 1<<int(bits), 0), variants); !ok || math.Abs(got.evenMean-want) > 1e-12 {
			t.Errorf("%v bits: mean %v, want %v", bits, got.evenMean, want)
		}
	}
	if _, ok := besideMastermind(measured(6, 32, 0), variants); ok {
		t.Error("a mean was made up beyond the games played")
	}
}
