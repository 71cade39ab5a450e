package optimal

import (
	"slices"
	"testing"

	"codebreak/engine/bounds"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestRangeCount checks what a lower bound of the cost says about the total: if
// it does not reach the first secret at the worst case, it bounds the totals of
// trees that do not exist.
func TestRangeCount(t *testing.T) {
	g := enginetest.Game(t, "mm3x5")
	least := bounds.ByCounting(game.CountSecrets(g), g.Outcomes()).Total
	for _, test := range []struct {
		lower cost
		count int
		want  []Range
	}{
		{456, 1, []Range{{"count", 1, 1}, {"total", least, 453}}},
		{big + 450, 1, []Range{{"count", 1, 1}, {"total", 450, 453}}},
		{big + 453, 2, []Range{{"count", 1, 2}}},
		{2*big + 451, 2, []Range{{"count", 2, 2}, {"total", 451, 453}}},
	} {
		s := search.New(t.Context(), g, strategy.All, 1<<16)
		v := &solver{problem: Problem{Game: g}, root: enginetest.Must(s.Follow(nil))(t), prices: search.Prices{PerGuess: 1, PerLast: big}}
		v.result.Tree = &tree.Tree{}
		v.figures = tree.Figures{Total: 453, Worst: 5, Histogram: []int{0, 1, 4, 30, 90 - test.count, test.count}}
		if v.rangeCount(test.lower, 5, 1); !slices.Equal(v.result.Ranges, test.want) {
			t.Errorf("lower bound %d: %v, want %v", test.lower, v.result.Ranges, test.want)
		}
	}
}
