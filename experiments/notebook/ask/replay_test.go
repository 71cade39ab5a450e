package ask

import (
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
)

// TestPublishedTables compares every printed guess that a game can reach with
// the tree's.
func TestPublishedTables(t *testing.T) {
	for _, p := range published.Tables() {
		printed, err := readTable(p)
		if err != nil {
			t.Fatal(err)
		}
		figure, err := published.FigureOf(p.OneStep)
		if err != nil {
			t.Fatal(err)
		}
		played, _, err := engine.Play(t.Context(), figure.Subject.Configuration, tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		guesses, equal := compareNodes(printed.Root, played.Root)
		if guesses != 13+112 || equal != guesses {
			t.Errorf("%s: %d of %d guesses are the tree's", p.ID, equal, guesses)
		}
		// And none is missing.
		for _, b := range played.Root.Branches {
			if b.Next == nil {
				continue
			}
			for _, next := range b.Next.Branches {
				if next.Next != nil && printed.Root.Next(b.Feedback).Next(next.Feedback) == nil {
					t.Errorf("%s: nothing is printed after %s, %s", p.ID, b.Feedback, next.Feedback)
				}
			}
		}
	}
}
