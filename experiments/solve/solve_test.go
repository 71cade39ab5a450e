package solve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
)

// TestKeepTree checks that a tree is written at once, and one that cannot be is warned
// of once.
func TestKeepTree(t *testing.T) {
	g := enginetest.Game(t, "mm1x2")
	better, err := tree.ReadPacked(t.Context(), g, "1(02)")
	if err != nil {
		t.Fatal(err)
	}
	var messages strings.Builder
	a := &base.App{Stderr: &messages}
	if (&keeper{solveFlags: &solveFlags{app: a}}).better(t.Context()) != nil {
		t.Error("a tree is kept without a file")
	}
	path := filepath.Join(t.TempDir(), "tree.json")
	keeping := &keeper{solveFlags: &solveFlags{app: a, treeFile: path}}
	keeping.better(t.Context())(better)
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `"mm1x2"`) {
		t.Errorf("the file holds %q, %v", text, err)
	}
	failing := &keeper{solveFlags: &solveFlags{app: a, treeFile: filepath.Join(path, "below")}}
	failing.keep(t.Context(), better)
	failing.keep(t.Context(), better)
	if got := messages.String(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "codebreak: warning: the tree so far is not kept: ") {
		t.Errorf("messages: %q", got)
	}
}

// TestProveInterrupted checks that an interrupted proof leaves no file, and the one before as
// it was.
func TestProveInterrupted(t *testing.T) {
	g := enginetest.Game(t, "mm4x5")
	path := filepath.Join(t.TempDir(), "mm4x5.proof")
	enginetest.WriteFile(t, path, "before")
	ctx, end := context.WithCancel(t.Context())
	end()

	var messages strings.Builder
	f := solveFlags{app: &base.App{Stderr: &messages}, proofFile: path}
	answer := optimal.Result{Proved: true, Ranges: []optimal.Range{{Name: "total", Lower: 2463, Upper: 2463}}}
	written, err := f.prove(ctx, optimal.Problem{Game: g, Objective: optimal.Total}, answer)
	if written != nil || err == nil || err.Error() != "interrupted; no proof is written" {
		t.Errorf("%v, %v", written, err)
	}
	files, _ := os.ReadDir(filepath.Dir(path))
	if text, _ := os.ReadFile(path); string(text) != "before" || len(files) != 1 {
		t.Errorf("the file holds %q, beside %d others", text, len(files)-1)
	}
}
