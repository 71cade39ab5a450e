package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestPiecesByTwo solves the pieces of a folder by two at the same time, from
// both ends, and then what that left open.
func TestPiecesByTwo(t *testing.T) {
	dir := t.TempDir()
	pieces := filepath.Join(dir, "pieces")
	ok := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := run(append([]string{"solve", "--quiet"}, args...), &out, &errs); code != 0 {
			t.Errorf("solve %s: exit code %d, %s", strings.Join(args, " "), code, errs.String())
		}
		return out.String()
	}
	files := func() []string {
		found, err := filepath.Glob(filepath.Join(pieces, "*-*.json"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	single := ok("--game", "bc4x7", "--objective", "worst,count", "--tree", filepath.Join(dir, "single.json"))
	ok("--game", "bc4x7", "--objective", "worst,count", "--split", pieces)
	forward := files()
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	var both sync.WaitGroup
	for _, names := range [][]string{forward, backward} {
		both.Go(func() {
			for _, name := range names {
				ok("--piece", name, "--time-limit", "20ms")
				ok("--piece", name)
			}
		})
	}
	both.Wait()
	for _, name := range files() {
		ok("--piece", name)
	}
	if joined := ok("--join", pieces, "--tree", filepath.Join(dir, "joined.json")); joined != single {
		t.Errorf("joined:\n%sat once:\n%s", joined, single)
	}
	if read("joined.json") != read("single.json") {
		t.Error("the joined tree is another than that of a search that is not cut")
	}
}
