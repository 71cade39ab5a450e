package explain

import (
	"slices"
	"testing"

	"codebreak/experiments/origin"
)

// TestGamesWithFindingsComeFirst holds that conventions are searched first in the games that a
// number was found in: the others take minutes each.
func TestGamesWithFindingsComeFirst(t *testing.T) {
	names := explainedGames()
	if len(names) < 5 || names[0] != "mm4x6" || names[1] != "bc4x10" {
		t.Fatalf("without findings the order is %q", names)
	}

	found := knownFigures{findings: []origin.Finding{{Game: names[3]}, {Game: "bc4x10"}, {Game: "no such game"}}}
	got := found.games(names)

	want := []string{"bc4x10", names[3], "mm4x6"}
	if !slices.Equal(got[:3], want) || len(got) != len(names) {
		t.Errorf("the order is %q, and should begin with %q", got, want)
	}
}
