package notebook

import (
	"testing"

	"codebreak/configs/published"
)

func mustTree(t *testing.T, id string) published.Tree {
	t.Helper()
	for _, p := range published.Trees() {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("there is no published tree %s", id)
	return published.Tree{}
}
