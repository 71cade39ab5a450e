package configs

import (
	"slices"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
)

// TestConventions checks that every convention of some games can be played, that
// none comes twice, and that they are in the order of their departures, those
// that everybody means first.
func TestConventions(t *testing.T) {
	for name, firsts := range map[string][]string{"mm3x3": nil, "bc4x10": {"0123", "1234"}, "twod5": nil} {
		g := enginetest.Game(t, name)
		all := Conventions(g, firsts)
		if !slices.IsSortedFunc(all, func(a, b Convention) int { return a.Departures - b.Departures }) || all[0].Departures != 0 {
			t.Errorf("%s: not in the order of departures", name)
		}
		seen := map[engine.Key]bool{}
		for _, c := range all {
			key, err := c.Key()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if seen[key] {
				t.Errorf("%s comes twice", key)
			}
			seen[key] = true
		}
		if len(all) < 500 {
			t.Errorf("%s: only %d conventions", name, len(all))
		}
	}
}
