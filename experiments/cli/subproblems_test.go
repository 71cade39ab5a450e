package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// must runs the program within the test, where it must succeed, and returns what
// it prints.
func must(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	code, stdout, stderr := runWith(nil, args...)
	if code != 0 {
		t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
	}
	return stdout, stderr
}

// TestSubproblemsByTwo solves the subproblems of a search by two at the same
// time, from both ends and with stops in between, and then what that left open.
func TestSubproblemsByTwo(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := t.TempDir()
	search := filepath.Join(dir, "search")
	problem := []string{"--game", "bc4x7", "--objective", "worst,count", "--quiet"}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	single, _ := must(t, append([]string{"solve", "--tree", filepath.Join(dir, "single.json")}, problem...)...)
	must(t, append([]string{"solve", "split", search}, problem...)...)
	forward := subproblemsOf(t, search)
	if len(forward) < 2 {
		t.Fatalf("%d subproblems: the test has lost its point", len(forward))
	}
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	var both sync.WaitGroup
	for _, names := range [][]string{forward, backward} {
		both.Go(func() {
			for _, name := range names {
				if code, _, stderr := runWith(nil, "solve", "work", search, name, "--quiet", "--time-limit", "20ms"); code != 0 && code != exitInterrupted {
					t.Errorf("%s: exit code %d, %s", name, code, stderr)
				}
				must(t, "solve", "work", search, name, "--quiet")
			}
		})
	}
	both.Wait()
	must(t, "solve", "work", search, "--quiet")
	if joined, _ := must(t, "solve", "join", search, "--tree", filepath.Join(dir, "joined.json"), "--quiet"); joined != single {
		t.Errorf("joined:\n%sat once:\n%s", joined, single)
	}
	if read("joined.json") != read("single.json") {
		t.Error("the joined tree is another than that of a search that is not split")
	}
}

// subproblemsOf lists the names of the subproblems in a folder.
func subproblemsOf(t *testing.T, folder string) []string {
	t.Helper()
	s := store.Open(notebook.Folder(folder).Store(), store.Options{Reuse: true})
	problems, err := notebook.Decompositions(t.Context(), s)
	if err != nil || len(problems) != 1 {
		t.Fatalf("%d decompositions, %v", len(problems), err)
	}
	d, _, err := notebook.Kept(context.Background(), s, notebook.NewDecompose(problems[0], nil))
	if err != nil {
		t.Fatal(err)
	}
	made, err := notebook.NewDecomposed(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return made.Names()
}

// TestDamagedSubproblem damages what is kept of a subproblem: it proves nothing
// then, and is solved again. Without the decomposition there is no search.
func TestDamagedSubproblem(t *testing.T) {
	dir := t.TempDir()
	damage := func(kind string) {
		t.Helper()
		paths, err := filepath.Glob(filepath.Join(dir, "store", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), `"kind":"`+kind+`"`) {
				continue
			}
			if err := os.WriteFile(path, text[:len(text)/2], 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Fatalf("no %s is kept", kind)
	}
	split := []string{"solve", "split", dir, "--game", "mm4x4", "--objective", "total"}
	must(t, split...)
	must(t, "solve", "work", dir)
	joined, _ := must(t, "solve", "join", dir)
	damage("subproblem")
	code, stdout, stderr := runWith(nil, "solve", "join", dir)
	if code != exitFailure || !strings.Contains(stdout, "(not proved)") || !strings.Contains(stderr, "is damaged: ") || !strings.Contains(stderr, "\ncodebreak: 1 of 3 subproblems open: ") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if _, stderr := must(t, "solve", "work", dir); !strings.Contains(stderr, "answers: 1 computed, 2 reused\n") {
		t.Error(stderr)
	}
	if again, _ := must(t, "solve", "join", dir); again != joined {
		t.Errorf("%s, then %s", joined, again)
	}
	damage("decomposition")
	if code, _, stderr := runWith(nil, "solve", "join", dir); code != exitUsage || !strings.Contains(stderr, "is damaged: ") || !strings.Contains(stderr, "holds no search that is split") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	must(t, split...)
	if again, _ := must(t, "solve", "join", dir); again != joined {
		t.Errorf("%s, split again %s", joined, again)
	}
}

// TestSearchOfAnotherEngine keeps what another version of the engine has split
// and solved: it is used only if that is wished.
func TestSearchOfAnotherEngine(t *testing.T) {
	ours, theirs := t.TempDir(), filepath.Join(t.TempDir(), "theirs")
	must(t, "solve", "split", ours, "--game", "mm4x4", "--objective", "total")
	must(t, "solve", "work", ours)
	joined, _ := must(t, "solve", "join", ours)
	if err := notebook.Folder(theirs).Claim(); err != nil {
		t.Fatal(err)
	}
	from := store.Open(notebook.Folder(ours).Store(), store.Options{Reuse: true})
	to := store.Open(notebook.Folder(theirs).Store(), store.Options{Engine: "another"})
	for _, kind := range []string{"decomposition", "subproblem"} {
		keys, err := from.Keys(kind, nil)
		if err != nil || len(keys) == 0 {
			t.Fatalf("%d keys, %v", len(keys), err)
		}
		for _, k := range keys {
			a, _, err := from.Get(k, nil)
			if err == nil {
				err = to.Update(t.Context(), k, nil, func(json.RawMessage) (json.RawMessage, bool, error) { return a.Value, false, nil })
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, command := range [][]string{{"solve", "join"}, {"solve", "work"}, {"submit", "solve", "--dry-run", "--tasks", "2", "--time", "1h", "--mem", "1GiB"}} {
		code, _, stderr := runWith(nil, append(command, theirs)...)
		if code != exitUsage || !strings.Contains(stderr, "was split by another version of the engine; --reuse accepts that, or split it again") {
			t.Errorf("%v: exit code %d, %s", command, code, stderr)
		}
		must(t, append(command, theirs, "--reuse")...)
	}
	if again, _ := must(t, "solve", "join", theirs, "--reuse"); again != joined {
		t.Errorf("%s, theirs %s", joined, again)
	}
	if _, stderr := must(t, "solve", "work", theirs, "--reuse"); !strings.Contains(stderr, "answers: 0 computed, 3 reused, 3 of these of another engine\n") {
		t.Error(stderr)
	}
	// Split again, the search is this engine's.
	if _, stderr := must(t, "solve", "split", theirs, "--game", "mm4x4", "--objective", "total"); !strings.Contains(stderr, "1 of another engine were there and not used") {
		t.Error(stderr)
	}
	must(t, "solve", "work", theirs)
	if again, _ := must(t, "solve", "join", theirs); again != joined {
		t.Errorf("%s, split again %s", joined, again)
	}
}
