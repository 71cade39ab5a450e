package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/experiments/notebook"
)

// TestPagesWithoutSlowAnswers makes the pages of entries of their quick answers alone, with
// the pictures: of every third and of that of optima, or of all if the test may take long.
func TestPagesWithoutSlowAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: all pictures are drawn")
	}
	folder := t.TempDir()
	if err := notebook.Folder(folder).Claim(); err != nil {
		t.Fatal(err)
	}
	made := 0
	for i, e := range entries() {
		if !long && i%3 > 0 && e.Name != "optimal" {
			continue
		}
		slow := func(line string) bool { // whether it is the answer to a slow task
			var answer struct {
				Kind     string
				Question json.RawMessage
			}
			if json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimSpace(line), ",")), &answer) != nil || answer.Kind == "" {
				return false
			}
			i := slices.IndexFunc(e.Tasks, func(task notebook.Task) bool {
				return task.Key.Kind == answer.Kind && task.Key.Question == string(answer.Question)
			})
			return i >= 0 && e.Tasks[i].Slow
		}
		var left []string
		for line := range strings.Lines(readFile(t, "..", "results", e.Name, notebook.RecordName)) {
			if !slow(line) {
				left = append(left, line)
			}
		}
		if strings.HasSuffix(left[len(left)-3], "[\n") {
			continue // all of it takes long
		}
		left[len(left)-3] = strings.TrimSuffix(left[len(left)-3], ",\n") + "\n"
		if err := os.Mkdir(filepath.Join(folder, e.Name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, e.Name, notebook.RecordName), []byte(strings.Join(left, "")), 0o666); err != nil {
			t.Fatal(err)
		}
		made++
	}
	r := notebook.Runner{Entries: entries(), Folder: notebook.Folder(folder), Warn: func(text string) { t.Error(text) }}
	if n, err := r.Report(t.Context()); n != made || err != nil {
		t.Errorf("%d of %d pages, %v", n, made, err)
	}
	if page := readFile(t, folder, "optimal", "README.md"); !strings.Contains(page, "Not computed yet: ") {
		t.Error("nothing is missing on the page of optima")
	}
}
