package notebook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/experiments/notebook/random"
	"codebreak/experiments/store"
	"codebreak/report"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// kindsEntry asks a question of each kind whose answer does not depend on the
// machine.
func kindsEntry(t testing.TB) notebook.Entry {
	entropy := engine.Configuration{Game: "mm2x4", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}
	seeded := engine.Configuration{Game: "mm2x4", Strategy: strategy.Strategy{Criterion: strategy.Entropy, Ties: "random=1"}, First: "12"}
	byChance := engine.Configuration{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}}
	tasks := []notebook.Task{
		notebook.NewTask(ask.NewPlay(entropy).WithTree()),
		notebook.NewTask(random.NewTieRuns(seeded, 3)),
		notebook.NewTask(ask.NewAdversary(entropy)),
		notebook.NewTask(fixed.FirstGuesses{Game: "mm3x4", Criteria: []strategy.Criterion{strategy.Minimax, strategy.Entropy}}),
		notebook.NewTask(ask.NewSolve(optimal.ProblemSpec{Game: "mm2x4", Objective: optimal.TotalWorstCount})),
		notebook.NewTask(ask.LeastWorst{Game: "mm2x4"}),
		notebook.NewTask(random.Equilibrium{Game: "mm2x3"}),
		notebook.NewTask(ask.NewReplay(published.Trees()[0])),
		notebook.NewTask(random.NewExpected(byChance)),
		notebook.NewTask(random.NewSampled(byChance, 100, 1)),
	}
	return notebook.Entry{Name: "kinds", Tasks: tasks, Page: func(notebook.Outcome) (report.Page, bool) { return report.Page{}, true }}
}

// kindsRecord is the content of results.json of that entry.
func kindsRecord(t testing.TB, e notebook.Entry) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := notebook.At(dir, e).Run(t.Context(), []notebook.Entry{e}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, e.Name, notebook.RecordName))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestStoppedChecks stops the checks of answers of every kind at one moment
// after another: the answers stay in the store as they are, and nobody is warned.
func TestStoppedChecks(t *testing.T) {
	dir := t.TempDir()
	var warnings []string
	env := notebook.Env{Workers: 1, Store: store.Open(dir, store.Options{Engine: func(store.Key) string { return "e" }, Warn: func(text string) { warnings = append(warnings, text) }})}
	tasks := kindsEntry(t).Tasks
	if _, err := (&notebook.Runner{Env: env}).RunTasks(t.Context(), tasks, store.Share{}); err != nil {
		t.Fatal(err)
	}
	before, err := readAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0
	for _, task := range tasks {
		for looks := 0; ; looks = 2*looks + 1 {
			r := &notebook.Runner{Env: env}
			ok, err := notebook.KnownIn(enginetest.ExpireAfter(looks), r, task)
			if ok && err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, stopped after %d looks: %v, %v", task.Name, looks, ok, err)
			}
			stopped++
		}
	}
	if stopped < len(tasks) {
		t.Errorf("%d checks were stopped of %d tasks: the test has lost its point", stopped, len(tasks))
	}
	if after, err := readAll(dir); err != nil || !maps.Equal(after, before) || len(warnings) > 0 {
		t.Errorf("%d files became %d, %v; warnings %q", len(before), len(after), err, warnings)
	}
}

// readAll reads all files below a folder.
func readAll(dir string) (map[string]string, error) {
	content := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		content[path] = string(text)
		return err
	})
	return content, err
}

// variants calls visit with JSON in which one value after another is replaced by
// what does not belong there: of lists the first two and the last element. Fields
// that are not there by themselves are not added.
func variants(value any, visit func(put func(any) (undo func()), old any)) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			old := v[key]
			visit(func(x any) func() { v[key] = x; return func() { v[key] = old } }, old)
			variants(old, visit)
		}
	case []any:
		for i, old := range v {
			if i < 2 || i == len(v)-1 {
				visit(func(x any) func() { v[i] = x; return func() { v[i] = old } }, old)
				variants(old, visit)
			}
		}
	}
}

// TestDamaged puts what does not belong there into every value of an answer of every
// kind. It is refused, or read as what it says: nothing panics, no tree is believed
// that does not solve its game, and what is read is written as it was. With -short,
// every eighth is tried.
func TestDamaged(t *testing.T) {
	e := kindsEntry(t)
	text := kindsRecord(t, e)
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	hostile := []any{
		nil, true, -1, 1e18, 1.5, "", "zz", strings.Repeat("(", 100_000),
		[]any{}, []any{nil}, []any{-1}, []any{1e18}, []any{[]any{}}, map[string]any{}, map[string]any{"x": 1},
	}
	n, refused, step := 0, 0, 1
	if testing.Short() {
		step = 8
	}
	variants(whole["answers"], func(put func(any) func(), old any) {
		for _, x := range hostile {
			if n++; n%step > 0 {
				continue
			}
			undo := put(x)
			damaged, err := json.Marshal(whole)
			undo()
			if err != nil {
				t.Fatal(err)
			}
			o, err := notebook.ReadOutcome(damaged, e)
			if err != nil {
				refused++
				continue
			}
			if was, isText := old.(string); isText && strings.Contains(was, "(") {
				t.Errorf("%.60v is believed in the place of the tree %.60s", x, was)
			}
			if _, err := notebook.WriteOutcome(e, o); err != nil {
				t.Error(err)
			}
		}
	})
	if refused < 500/step {
		t.Errorf("only %d of %d were refused: the test has lost its point", refused, n/step)
	}
}

// TestKinds answers small questions of every kind, and checks that what is written can
// be read, and that the schema holds.
func TestKinds(t *testing.T) {
	e := kindsEntry(t)
	text := kindsRecord(t, e)
	if err := resultsSchema(t).Validate(unmarshal(t, text)); err != nil {
		t.Error(err)
	}
	if _, err := notebook.ReadOutcome(text, e); err != nil {
		t.Error(err)
	}
}

func resultsSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("results.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func unmarshal(t testing.TB, text []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestSchema validates all committed results.
func TestSchema(t *testing.T) {
	schema := resultsSchema(t)
	paths, err := filepath.Glob(filepath.Join("..", "..", "results", "*", notebook.RecordName))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d results, %v", len(paths), err)
	}
	for i, path := range paths {
		if testing.Short() && i%3 > 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(unmarshal(t, text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestGridTasks(t *testing.T) {
	grid := configs.Grid{Games: []string{"mm2x3"}, Strategies: []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Minimax, Pool: "all"}}}
	tasks := ask.Plays(grid.Configurations()).Tasks()
	if len(notebook.DistinctTasks(tasks)) != 1 {
		t.Errorf("%d tasks; both strategies are the same", len(notebook.DistinctTasks(tasks)))
	}
	if err := notebook.NewTask(ask.NewPlay(engine.Configuration{Game: "nope"})).Validate(notebook.Env{}); err == nil {
		t.Error("there is no such game")
	}
	small := notebook.Env{Workers: 1, Memory: 1 << 10}
	if err := tasks[0].Validate(small); err == nil || !strings.Contains(err.Error(), "--max-memory") {
		t.Error(err)
	}
}
