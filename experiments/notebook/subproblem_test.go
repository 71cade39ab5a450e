package notebook

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/store"
)

// TestSubproblems splits a search, has its subproblems solved by two programs at
// once in one store and by others in stores that are merged, and joins them:
// what comes out is what a search comes to that is not split.
func TestSubproblems(t *testing.T) {
	problem := optimal.ProblemSpec{Game: "mm4x4", Objective: optimal.Total, Pool: strategy.All}
	p, err := problem.Parse()
	if err != nil {
		t.Fatal(err)
	}
	want, err := optimal.Solve(t.Context(), p, optimal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	open := func(dir string) Env { return Env{Workers: 1, Store: store.Open(dir, store.Options{Engine: "e"})} }
	decompose := func(e Env) *Decomposed {
		d, err := Answer(t.Context(), e, NewDecompose(problem, nil))
		if err != nil {
			t.Fatal(err)
		}
		made, err := NewDecomposed(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	join := func(e Env) {
		t.Helper()
		d := decompose(e)
		known, err := d.Known(context.Background(), e.Store)
		if err != nil {
			t.Fatal(err)
		}
		j, err := d.Join(t.Context(), known, optimal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !j.Answer.Proved || len(j.Open) > 0 || j.Answer.Tree.Packed() != want.Tree.Packed() || !slices.Equal(j.Answer.Ranges, want.Ranges) {
			t.Errorf("proved %v, open %q, ranges %v; want %v", j.Answer.Proved, j.Open, j.Answer.Ranges, want.Ranges)
		}
	}
	work := func(e Env, share store.Share) {
		r := &Runner{Env: e}
		if _, err := r.RunTasks(context.Background(), AskAll[SubproblemAnswer](decompose(e).Subproblems(nil)), share); err != nil {
			t.Error(err)
		}
	}
	dir := t.TempDir()
	one := open(filepath.Join(dir, "one"))
	d := decompose(one)
	if len(d.Names()) < 2 {
		t.Fatalf("%d subproblems: the test has lost its point", len(d.Names()))
	}
	if specs, err := Decompositions(t.Context(), one.Store); err != nil || !slices.Equal(specs, []optimal.ProblemSpec{problem}) {
		t.Errorf("decompositions %v, %v", specs, err)
	}
	// Stopped at once: nothing is lost, and nothing complete is claimed.
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := (&Runner{Env: one}).RunTasks(stopped, AskAll[SubproblemAnswer](d.Subproblems(nil)), store.Share{}); err == nil {
		t.Error("a run that is stopped says nothing")
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() { work(open(filepath.Join(dir, "one")), store.Share{}) })
	}
	group.Wait()
	join(one)

	all := open(filepath.Join(dir, "all"))
	for i := range 3 {
		share := open(filepath.Join(dir, fmt.Sprint(i)))
		work(share, store.Share{Number: i + 1, Of: 3})
		if _, err := all.Store.Merge(t.Context(), share.Store.Dir(), combine); err != nil {
			t.Fatal(err)
		}
	}
	work(all, store.Share{}) // what a share pruned by what it knew alone
	join(all)
	// Merged once more with other proofs of the same.
	if _, err := all.Store.Merge(t.Context(), one.Store.Dir(), combine); err != nil {
		t.Fatal(err)
	}
	join(all)
}

// TestDamagedSubproblems truncates the files of subproblems, flips their bits and
// puts one in place of another: what is read is what was written, or nothing.
func TestDamagedSubproblems(t *testing.T) {
	dir := t.TempDir()
	e := Env{Workers: 1, Store: store.Open(dir, store.Options{Engine: "e"})}
	made, err := Answer(t.Context(), e, NewDecompose(optimal.ProblemSpec{Game: "mm4x4", Objective: optimal.Total, Pool: strategy.All}, nil))
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDecomposed(context.Background(), made)
	if err != nil {
		t.Fatal(err)
	}
	questions := d.Subproblems(nil)
	if _, err := (&Runner{Env: e}).RunTasks(t.Context(), AskAll[SubproblemAnswer](questions), store.Share{}); err != nil {
		t.Fatal(err)
	}
	want, err := d.Known(context.Background(), e.Store)
	if err != nil || len(want) != len(questions) || len(want) < 2 {
		t.Fatalf("%d subproblems of %d, %v", len(want), len(questions), err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	texts := map[string][]byte{}
	path := func(q Subproblem) string { return filepath.Join(dir, q.key().Name()+".json") }
	for _, q := range questions {
		if texts[q.Name], err = os.ReadFile(path(q)); err != nil {
			t.Fatal(err)
		}
	}
	for i, q := range questions {
		read := func(damaged []byte, what string) (ok bool) {
			t.Helper()
			if err := os.WriteFile(path(q), damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			a, ok, err := Kept(context.Background(), e.Store, q)
			if err != nil {
				t.Fatalf("%s %s: %v", q, what, err)
			}
			if ok && !reflect.DeepEqual(a.Subproblem, want[q.Name]) {
				t.Errorf("%s %s says something else", q, what)
			}
			return ok
		}
		text := texts[q.Name]
		for range 60 {
			n := rng.IntN(len(text))
			read(text[:n], fmt.Sprintf("cut off after %d bytes", n))
			flipped := bytes.Clone(text)
			bit := rng.IntN(8 * len(text))
			flipped[bit/8] ^= 1 << (bit % 8)
			read(flipped, fmt.Sprintf("with bit %d flipped", bit))
		}
		other := questions[(i+1)%len(questions)].Name
		if read(texts[other], "in the file of another") {
			t.Errorf("%s: the answer to %s is taken", q, other)
		}
		if !read(text, "undamaged") {
			t.Errorf("%s is not read", q)
		}
	}
}
