package tree

import (
	"math"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// TestFirstGuessesByEntropy checks what the Stack Overflow answer says of
// first guesses where secrets have no repeats but guesses may: the best by
// entropy uses half the colours.
func TestFirstGuessesByEntropy(t *testing.T) {
	for name, want := range map[string]string{"mm4x6-distinct": "1123", "mm3x6-distinct": "123", "mm5x8-distinct": "11234"} {
		g := enginetest.Game(t, name)
		player := enginetest.Must(entropy.Compile(g))(t)
		guess, err := player.NewPlayer().Choose(t.Context(), player.Secrets(), nil)
		if err != nil || g.FormatCode(guess) != want {
			t.Errorf("%s: first guess %s, %v; want %s", name, g.FormatCode(guess), err, want)
		}
	}
	g := enginetest.Game(t, "mm5x8-distinct")
	secrets, _ := game.Codes(g)
	space := partition.NewSpace(g)
	space.Load(secrets)
	for text, want := range map[string]float64{"11234": 3.00729, "12345": 3.00039} {
		guess := enginetest.Code(t, g, text)
		counts := partition.NewCounts(g)
		space.Count(guess, counts)
		if got := counts.Quality().Entropy; math.Abs(got-want) > 5e-6 {
			t.Errorf("%s: %.5f bits, want %.5f", text, got, want)
		}
	}
}

// TestTwoPhase plays the two-phase player in its three forms.
func TestTwoPhase(t *testing.T) {
	g := enginetest.Game(t, "mm4x10-digits")
	for criterion, total := range map[strategy.Criterion]int{
		strategy.TwoPhase: 118984, strategy.TwoPhaseDescribed: 118264, strategy.TwoPhaseConsistent: 113044,
	} {
		tree := mustGrow(t, g, strategy.Strategy{Criterion: criterion}, "", 2)
		m := Measure(tree)
		if m.Solved.Total != total || m.Solved.Worst != 15 {
			t.Errorf("%s: total %d, worst %d; want %d, 15", criterion, m.Solved.Total, m.Solved.Worst, total)
		}
		if histogram, err := Check(t.Context(), tree); err != nil || !slices.Equal(histogram, m.Solved.Histogram) {
			t.Errorf("%s: replayed %v, %v", criterion, histogram, err)
		}
	}
}
