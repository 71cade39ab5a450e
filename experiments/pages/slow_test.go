package pages

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report"
)

// needSlow lists the entries whose findings rest on what takes long: without it they have no
// page, and say how to compute it.
var needSlow = []string{"chance", "agents", "words"}

// TestPagesWithoutSlowAnswers makes the pages of other entries of their quick answers alone,
// with the pictures: of every third and of that of optima, or of all if the test may take long.
func TestPagesWithoutSlowAnswers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow: all pictures are drawn")
	}
	folder := t.TempDir()
	if err := notebook.Folder(folder).Claim(); err != nil {
		t.Fatal(err)
	}
	made := 0
	for i, e := range Entries() {
		if !enginetest.Long() && i%3 > 0 && e.Name != "optimal" {
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
		for line := range strings.Lines(enginetest.ReadFile(t, "..", "..", "results", e.Name, notebook.RecordName)) {
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
		enginetest.WriteFile(t, filepath.Join(folder, e.Name, notebook.RecordName), strings.Join(left, ""))
		if !slices.Contains(needSlow, e.Name) {
			made++
		}
	}
	r := notebook.Runner{Entries: Entries(), Folder: notebook.Folder(folder)}
	r.Warn = func(text string) {
		said := func(name string) bool {
			return strings.Contains(text, filepath.Join(name, notebook.RecordName)+": out of date: ") && strings.HasSuffix(text, "; run ./run.sh run "+name+" --full")
		}
		if !slices.ContainsFunc(needSlow, said) {
			t.Error(text)
		}
	}
	if n, err := r.Report(t.Context()); n != made || err != nil {
		t.Errorf("%d of %d pages, %v", n, made, err)
	}
	if page := enginetest.ReadFile(t, folder, "optimal", "README.md"); !strings.Contains(page, "Not computed yet: ") {
		t.Error("nothing is missing on the page of optima")
	}
}

// TestSlowAnswers computes again, side by side, what a run takes from the committed records
// for no other reason than that it took long when it was measured: the records hold these
// answers. What entries themselves call slow takes hours.
func TestSlowAnswers(t *testing.T) {
	if !enginetest.Long() {
		t.Skip("it takes minutes; .ci/run does it (CODEBREAK_LONG)")
	}
	var asked []notebook.Task
	seen := map[store.Key]bool{}
	records := map[store.Key][]string{} // the answers of the records
	written := entries()
	for i, e := range Entries() {
		if e.Needs != nil || e.OnDemand {
			continue
		}
		for key, answer := range recordedAnswers(t, e.Name) {
			records[key] = append(records[key], answer)
		}
		for j, task := range e.Tasks {
			if task.Slow && !written[i].Tasks[j].Slow && !seen[task.Key] {
				seen[task.Key] = true
				asked = append(asked, task)
			}
		}
	}
	if len(asked) < 50 {
		t.Errorf("only %d slow tasks: the test has lost its point", len(asked))
	}

	folder := notebook.Folder(t.TempDir())
	e := notebook.Entry{Name: "slow", Tasks: asked, Page: func(notebook.Outcome) (report.Page, bool) { return report.Page{}, true }}
	r := notebook.Runner{
		Env:     notebook.Env{Workers: runtime.GOMAXPROCS(0), Store: store.Open(folder.Store(), store.Options{})},
		Entries: []notebook.Entry{e}, Folder: folder, Full: true,
	}
	if err := r.Run(t.Context(), r.Entries); err != nil {
		t.Fatal(err)
	}
	text := enginetest.ReadFile(t, string(folder), e.Name, notebook.RecordName)
	compared := 0
	for key, answer := range answersIn(t, text) {
		if len(records[key]) == 0 {
			t.Errorf("no record answers %s", key)
			continue
		}
		if slices.Contains(records[key], answer) {
			compared++
		} else {
			t.Errorf("%s: computed %.200s, recorded %.200s", key, answer, records[key][0])
		}
	}
	if compared < len(asked) {
		t.Errorf("%d of %d answers are those of the records", compared, len(asked))
	}
}

// recordedAnswers returns the answers of a committed record.
func recordedAnswers(t *testing.T, entry string) map[store.Key]string {
	return answersIn(t, enginetest.ReadFile(t, "..", "..", "results", entry, notebook.RecordName))
}

// answersIn returns the answers of a record as they stand there.
func answersIn(t *testing.T, record string) map[store.Key]string {
	t.Helper()
	var r struct {
		Answers []struct {
			Kind             string
			Question, Answer json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(record), &r); err != nil {
		t.Fatal(err)
	}
	answers := map[store.Key]string{}
	for _, a := range r.Answers {
		answers[store.Key{Kind: a.Kind, Question: string(a.Question)}] = string(a.Answer)
	}
	return answers
}
