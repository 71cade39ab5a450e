package optimal

import (
	"testing"

	"codebreak/engine/game"
)

// TestSets stops searches by the number of sets searched: what needs more is not proved,
// without an error, and what needs no more is proved as without a limit.
func TestSets(t *testing.T) {
	p := Problem{Game: must(game.Parse("mm4x5"))(t)}
	whole, err := Solve(t.Context(), p, Options{})
	if err != nil || !whole.Proved || whole.Nodes < 3 {
		t.Fatalf("%+v (%v)", whole, err)
	}
	for _, sets := range []int64{1, whole.Nodes - 1, whole.Nodes} {
		a, err := Solve(t.Context(), p, Options{Sets: sets})
		if want := sets == whole.Nodes; err != nil || a.Proved != want {
			t.Errorf("%d of %d sets: proved %t, want %t (%v)", sets, whole.Nodes, a.Proved, want, err)
		}
	}
}
