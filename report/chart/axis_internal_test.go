package chart

import "testing"

// TestTicks has axes show at least two numbers, however few there is room for.
func TestTicks(t *testing.T) {
	for _, span := range [][2]float64{{26900, 29200}, {5.35, 5.79}, {0, 1}, {-3, 4}, {0.001, 0.0011}} {
		if got := ticks(span[0], span[1], 2, 0); len(got) < 2 || len(got) > 6 {
			t.Errorf("%d ticks from %g to %g", len(got), span[0], span[1])
		}
	}
	for span, want := range map[[2]float64]int{{28950, 29120}: 2, {26, 28}: 3, {26.2, 27.7}: 1} {
		if got := ticks(span[0], span[1], 2, 1); len(got) < want {
			t.Errorf("%d whole ticks from %g to %g; want at least %d", len(got), span[0], span[1], want)
		}
	}
}
