package house

import (
	"regexp"
	"testing"

	"codebreak/engine/enginetest"
)

// TestTreesAreNotCalledProofs reads what is said of the command check: it replays a tree, which
// shows that a total is attained, and does not prove that no tree needs less.
func TestTreesAreNotCalledProofs(t *testing.T) {
	proof := regexp.MustCompile(`checks a proof|trees that prove|check</code> proves`)
	for _, path := range []string{"README.md", "experiments/README.md", "experiments/cli/README.md", "experiments/cli/help.txt", "engine/README.md", "report/web/page/index.html.tmpl"} {
		if found := proof.FindString(enginetest.ReadFile(t, root, path)); found != "" {
			t.Errorf("%s says %q; it replays the optimal tree", path, found)
		}
	}
}
