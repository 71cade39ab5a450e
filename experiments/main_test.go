package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/experiments/cli"
	"codebreak/experiments/notebook"
)

// TestNotebookIsWellFormed checks every task of every entry, without computing
// anything.
func TestNotebookIsWellFormed(t *testing.T) {
	all := entries()
	seen := map[string]bool{"solve": true} // submit solve is a command
	for _, e := range all {
		if e.Name == "" || e.Title == "" || e.Question == "" || e.Page == nil || len(e.Tasks) == 0 {
			t.Errorf("entry %q lacks something", e.Name)
		}
		if seen[e.Name] {
			t.Errorf("two entries are named %s", e.Name)
		}
		seen[e.Name] = true
	}
	r := notebook.Runner{Env: notebook.Env{Workers: 2}, Entries: all, Full: true}
	here := keep(all, func(e notebook.Entry) bool { return e.Needs == nil || e.Needs() == nil })
	if err := r.Check(here); err != nil {
		t.Error(err)
	}
}

// TestStrategiesStartFromEveryPattern checks that the entry's first guesses
// are all the kinds there are.
func TestStrategiesStartFromEveryPattern(t *testing.T) {
	firsts := map[string][]string{}
	for _, task := range strategiesEntry().Tasks {
		var c engine.Configuration
		if err := json.Unmarshal([]byte(task.Key.Question), &c); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(firsts[c.Game], c.First) {
			firsts[c.Game] = append(firsts[c.Game], c.First)
		}
	}
	if len(firsts) < 2 {
		t.Errorf("only %d games", len(firsts))
	}
	for name, got := range firsts {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, c := range game.CanonicalGuesses(g) {
			want = append(want, g.FormatCode(c))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: first guesses %v, want %v", name, got, want)
		}
	}
}

// TestEntriesDoNotDependOnWorkers runs quick entries with one worker and with
// four, and makes their pages again from the records alone: the same bytes must
// come out, pictures included.
func TestEntriesDoNotDependOnWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("entries of the default suite are run twice")
	}
	quick := []string{"trees", "strategies", "two-phase", "worst-case"}
	run := func(dir string, args ...string) string {
		var stdout, stderr bytes.Buffer
		if code := cli.Run(entries, append(args, "--results", dir, "--quiet"), nil, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
		}
		return stdout.String()
	}
	one, four := t.TempDir(), t.TempDir()
	printed := run(one, append([]string{"run", "--workers", "1"}, quick...)...)
	if again := run(four, append([]string{"run", "--workers", "4"}, quick...)...); again != printed {
		t.Error("another page is printed with four workers")
	}
	want := writtenFiles(t, one)
	if len(want) < 4*len(quick) {
		t.Errorf("only %d files", len(want))
	}
	compare := func(got map[string]string, what string) {
		for name, content := range want {
			if got[name] != content {
				t.Errorf("%s differs %s", name, what)
			}
		}
	}
	compare(writtenFiles(t, four), "with four workers")
	run(four, "report")
	compare(writtenFiles(t, four), "when it is made again")
}

// writtenFiles returns the content of all files below a results folder, but for
// times.
func writtenFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "timings.json" || strings.Contains(path, "/times/") {
			return err
		}
		content, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
