package pages

import (
	"encoding/json"
	"slices"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/lists"
)

// answer answers tasks, and returns what their page is made of.
func answer(t *testing.T, tasks []notebook.Task) (o notebook.Outcome) {
	t.Helper()
	folder := notebook.Folder(t.TempDir())
	page := func(given notebook.Outcome) (report.Page, bool) {
		o = given
		return report.Page{}, true
	}
	r := notebook.Runner{
		Env:     notebook.Env{Workers: 2, Store: store.Open(folder.Store(), store.Options{})},
		Entries: []notebook.Entry{{Name: "tried", Tasks: tasks, Page: page}}, Folder: folder, Full: true,
	}
	if err := r.Run(t.Context(), r.Entries); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestNotebookIsWellFormed checks every task of every entry, without computing
// anything.
func TestNotebookIsWellFormed(t *testing.T) {
	all := Entries()
	seen := map[string]bool{"solve": true} // submit solve is a command
	for _, e := range all {
		if e.Name == "" || e.Question == "" || e.Page == nil || len(e.Tasks) == 0 {
			t.Errorf("entry %q lacks something", e.Name)
		}
		if seen[e.Name] {
			t.Errorf("two entries are named %s", e.Name)
		}
		seen[e.Name] = true
	}
	r := notebook.Runner{Env: notebook.Env{Workers: 2}, Entries: all, Full: true}
	here := lists.Keep(all, func(e notebook.Entry) bool { return e.Needs == nil || e.Needs() == nil })
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
		if task.Key.Kind != "play" {
			continue
		}
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
		g := enginetest.Game(t, name)
		var want []string
		for _, c := range game.CanonicalGuesses(g) {
			want = append(want, g.FormatCode(c))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: first guesses %v, want %v", name, got, want)
		}
	}
}
