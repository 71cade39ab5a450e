package notebook

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
	"sync/atomic"
	"testing"

	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/store"
	"codebreak/report"
)

// kindsEntry asks a question of each kind whose answer does not depend on the
// machine.
func kindsEntry(t testing.TB) Entry {
	entropy := engine.Configuration{Game: "mm2x4", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}
	seeded := engine.Configuration{Game: "mm2x4", Strategy: strategy.Strategy{Criterion: strategy.Entropy, Ties: "random=1"}, First: "12"}
	byChance := engine.Configuration{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}}
	tasks := []Task{
		Ask(NewPlay(entropy).WithTree()),
		Ask(NewTieRuns(seeded, 3)),
		Ask(NewAdversary(entropy)),
		Ask(FirstGuesses{Game: "mm3x4", Criteria: []strategy.Criterion{strategy.Minimax, strategy.Entropy}}),
		Ask(NewSolve(optimal.ProblemSpec{Game: "mm2x4", Objective: optimal.TotalWorstCount}, Seconds)),
		Ask(LeastWorst{Game: "mm2x4"}),
		Ask(Equilibrium{Game: "mm2x3"}),
		Ask(NewReplay(mustTree(t, "knuth/tree"))),
		Ask(NewExpected(byChance)),
		Ask(NewSampled(byChance, 100, 1)),
	}
	return Entry{Name: "kinds", Tasks: tasks, Page: func(Outcome) report.Page { return report.Page{} }}
}

// kindsRecord is the content of results.json of that entry.
func kindsRecord(t testing.TB, e Entry) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := at(dir, e).Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, e.Name, RecordName))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// An expiring context ends when it has been looked at so often.
type expiring struct {
	context.Context
	looks *atomic.Int64
}

func expireAfter(looks int64) expiring {
	e := expiring{context.Background(), new(atomic.Int64)}
	e.looks.Store(looks)
	return e
}

func (e expiring) Err() error {
	if e.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestStoppedChecks stops the checks of answers of every kind at one moment
// after another: the answers stay in the store as they are, and nobody is warned.
func TestStoppedChecks(t *testing.T) {
	dir := t.TempDir()
	var warnings []string
	env := Env{Workers: 1, Store: store.Open(dir, store.Options{Engine: "e", Warn: func(text string) { warnings = append(warnings, text) }})}
	tasks := kindsEntry(t).Tasks
	if _, err := Compute(t.Context(), env, tasks); err != nil {
		t.Fatal(err)
	}
	before, err := readAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0
	for _, task := range tasks {
		for looks := int64(0); ; looks = 2*looks + 1 {
			r := &Runner{Env: env}
			ok, err := r.known(expireAfter(looks), task)
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

// outcomeOf reads a record as report does. That of another question is not believed:
// the answer is missing.
func outcomeOf(text []byte, e Entry) (Outcome, error) {
	r, err := parseRecord(text)
	if err != nil {
		return Outcome{}, err
	}
	o, err := r.outcome(context.Background(), e)
	if err == nil && !o.Has(e.Tasks...) {
		err = errors.New("answers are missing")
	}
	return o, err
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
			o, err := outcomeOf(damaged, e)
			if err != nil {
				refused++
				continue
			}
			if was, isText := old.(string); isText && strings.Contains(was, "(") {
				t.Errorf("%.60v is believed in the place of the tree %.60s", x, was)
			}
			if _, err := newRecord(e, o, nil); err != nil {
				t.Error(err)
			}
		}
	})
	if refused < 500/step {
		t.Errorf("only %d of %d were refused: the test has lost its point", refused, n/step)
	}
}

// TestMergeComputesNothing merges an answer that does not pass its check, and
// what a run has left that was stopped: both are named as missing.
func TestMergeComputesNothing(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "from")
	e := twinEntry("twins", "one.png", twin{N: 1}, twin{N: 2})
	if err := at(from, e).Run(t.Context(), []Entry{e}); err != nil {
		t.Fatal(err)
	}
	wrong := store.Open(Folder(from).Store(), store.Options{Engine: "e", Recompute: true})
	if _, err := wrong.Do(t.Context(), e.Tasks[1].Key, nil, func(context.Context) (json.RawMessage, bool, error) {
		return json.RawMessage(`{"twice":5}`), false, nil
	}); err != nil {
		t.Fatal(err)
	}
	r := at(filepath.Join(dir, "to"), e)
	_, err := r.Merge(t.Context(), []Folder{Folder(from)})
	if err == nil || err.Error() != "not complete: twins (1 of 2 answers are missing)" {
		t.Error(err)
	}
	if u := r.Store.Usage(); u.Computed > 0 {
		t.Errorf("%d answers were computed", u.Computed)
	}
}

// FuzzRecord reads anything as results.json. What is accepted is, written again, read
// the same.
func FuzzRecord(f *testing.F) {
	e := kindsEntry(f)
	text := kindsRecord(f, e)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := outcomeOf(text, e)
		if err != nil {
			return
		}
		r, err := newRecord(e, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Files = []string{}
		again, err := r.encode()
		if err != nil {
			t.Fatal(err)
		}
		second, err := outcomeOf(again, e)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newRecord(e, second, []string{})
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := s.encode(); err != nil || !bytes.Equal(again, twice) {
			t.Errorf("%s is read again as %s, %v", again, twice, err)
		}
	})
}
