package bounds_test

import (
	"math"
	"testing"

	"codebreak/engine/bounds"
	"codebreak/engine/enginetest"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func TestByCounting(t *testing.T) {
	for _, test := range []struct{ secrets, kinds, total, worst int }{
		{1296, 14, 1 + 2*13 + 3*169 + 4*1113, 4}, // mm4x6: 1, 13, 169 and 1113 secrets by guesses 1 to 4
		{5, 2, 15, 5},                            // two kinds: yes or no, one secret at a time
		{1, 2, 1, 1},
		{25, 4, 1 + 2*3 + 3*9 + 4*12, 4}, // twod5
	} {
		b := bounds.ByCounting(test.secrets, test.kinds)
		information := math.Log(float64(test.secrets)) / math.Log(float64(test.kinds))
		if b.Total != test.total || b.Worst != test.worst || math.Abs(b.Information-information) > 1e-12 {
			t.Errorf("%+v: %+v", test, b)
		}
	}
}

// TestNoTreeBeatsTheBounds measures trees of many games against the bounds.
func TestNoTreeBeatsTheBounds(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm3x2", "mm4x6", "bc4x6", "bc3x10", "bp3x5", "mm4x6-distinct", "bc3x5-nozero", "twod5", "mm1x9"} {
		g := enginetest.Game(t, name)
		for _, criterion := range append(strategy.Classic(), strategy.Simple) {
			grown, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: criterion}, nil, tree.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			m := tree.Measure(grown)
			secrets := 0
			for _, n := range m.Solved.Histogram {
				secrets += n
			}
			b := bounds.ByCounting(secrets, g.Outcomes())
			if m.Solved.Total < b.Total || m.Solved.Worst < b.Worst || float64(m.Known.Worst) < b.Information-1e-9 {
				t.Errorf("%s, %s: total %d, worst %d, known %d beat the bounds %+v", name, criterion, m.Solved.Total, m.Solved.Worst, m.Known.Worst, b)
			}
		}
	}
}
