package optimal

import (
	"testing"

	"codebreak/engine/enginetest"
)

// TestSets stops searches by the number of sets searched: what needs more is not proved,
// without an error, and what needs no more is proved as without a limit, whatever was searched
// before.
func TestSets(t *testing.T) {
	p := Problem{Game: enginetest.Game(t, "mm4x5")}
	result, err := Solve(t.Context(), p, Options{Memory: 1 << 20})
	if err != nil || !result.Proved {
		t.Fatalf("%+v (%v)", result, err)
	}
	totals, err := NewTotals(t.Context(), p.Game, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	least := func(sets int64) (total int, proved bool) {
		total, guess, proved, err := totals.Least(t.Context(), nil, nil, sets)
		if err != nil || proved && !p.Game.IsGuess(guess) {
			t.Fatal(guess, err)
		}
		return total, proved
	}
	if total, proved := least(0); total != result.Ranges[0].Upper || !proved {
		t.Fatalf("the total is %d, proved %t, want %+v", total, proved, result.Ranges[0])
	}
	whole := totals.search.Nodes()
	if whole < 3 {
		t.Fatalf("%d sets", whole)
	}
	for _, sets := range []int64{whole, 1, whole - 1, whole} {
		if _, proved := least(sets); proved != (sets == whole) {
			t.Errorf("%d of %d sets: proved %t", sets, whole, proved)
		}
	}
}
