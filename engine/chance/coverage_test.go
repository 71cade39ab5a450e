package chance

import (
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestCoverage draws many samples of games from exact expectations: the intervals of
// nearly all must hold the mean, however few the games, and none may be empty.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: thousands of samples")
	}
	const samples, least = 4000, 98.5 // percent
	for _, p := range []struct {
		game, first string
		s           strategy.Strategy
	}{
		{"mm3x6", "", uniform},
		{"mm1x3", "", uniform},
		{"mm4x6", "1122", strategy.Strategy{Criterion: strategy.Minimax, Ties: "random"}}, // three of four games take five guesses
		{"bp4x4", "", strategy.Strategy{Criterion: strategy.Entropy, Pool: strategy.Consistent, Ties: "random"}},
	} {
		g := enginetest.Game(t, p.game)
		e := mustExpect(t, g, p.s, p.first, Options{})
		mean, _ := e.Mean.Float64()
		var shares []float64
		for _, n := range e.Histogram {
			share, _ := n.Float64()
			shares = append(shares, share)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for _, runs := range []int{LeastRuns, 10, 30, 100} {
			held := 0
			for range samples {
				var histogram []int
				for range runs {
					histogram = tree.Count(histogram, drawn(shares, rng), 1)
				}
				switch s := NewEstimate(histogram, runs, 0); {
				case s.Low >= s.High:
					t.Fatalf("%s, %d games: the interval of %v is empty", p.game, runs, histogram)
				case s.Low <= mean && mean <= s.High:
					held++
				}
			}
			if percent := 100 * float64(held) / samples; percent < least {
				t.Errorf("%s, %s, %d games: %.2f %% of the intervals hold the mean", p.game, p.s, runs, percent)
			}
		}
	}
}

// drawn is an index, drawn with the shares as probabilities.
func drawn(shares []float64, rng *rand.Rand) int {
	all := 0.0
	for _, share := range shares {
		all += share
	}
	left := rng.Float64() * all
	for i, share := range shares {
		if left -= share; left < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// TestIntervalsAreOfGuesses holds that no interval of a mean goes below one guess.
func TestIntervalsAreOfGuesses(t *testing.T) {
	for _, histogram := range [][]int{{0, 5}, {0, 4, 1}, {0, 3, 0, 0, 2}, {0, 0, 5}} {
		if e := NewEstimate(histogram, 5, 1); e.Low < 1 || e.High <= e.Low || e.Mean < e.Low {
			t.Errorf("%v: %v, from %v to %v", histogram, e.Mean, e.Low, e.High)
		}
	}
}
