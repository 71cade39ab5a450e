package ask

import (
	"context"
	"strings"
	"testing"

	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
)

func TestWithin(t *testing.T) {
	ctx := context.Background()
	q := Within{ProblemSpec: optimal.ProblemSpec{Game: "bc3x6", Objective: optimal.Total, Pool: strategy.All}, Width: 2}
	b, err := q.Answer(ctx, notebook.Env{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Complete(ctx, &b); err != nil {
		t.Error(err)
	}
	if b.Figures.Total < 436 || b.Figures.Total > 445 || b.Lower > 436 || q.Record(b).Tree == "" {
		t.Errorf("found %+v; the least total is 436", b)
	}
	again, err := q.Answer(ctx, notebook.Env{Workers: 2})
	if err != nil || again.Tree != b.Tree {
		t.Errorf("two workers find another tree, or %v", err)
	}
	for name, damage := range map[string]func(*Bounded){
		"tree":    func(b *Bounded) { b.Tree = strings.Replace(b.Tree, "(", "(z", 1) },
		"no tree": func(b *Bounded) { b.Tree, b.Histogram = "", nil },
	} {
		wrong := b
		if damage(&wrong); q.Complete(ctx, &wrong) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	// Of a large game the checksum is enough.
	large := Within{ProblemSpec: optimal.ProblemSpec{Game: "mm5x8", Objective: optimal.Total, Pool: strategy.All}, Width: 1}
	if large.Record(Bounded{Found: Found{Tree: "1"}}).Tree != "" {
		t.Error("a large tree is kept")
	}
	for _, wrong := range []Within{
		Within{ProblemSpec: q.ProblemSpec, Width: 0},
		Within{ProblemSpec: optimal.ProblemSpec{Game: "bc3x6", Objective: optimal.WorstTotal, Pool: strategy.All}, Width: 2},
		Within{ProblemSpec: optimal.ProblemSpec{Game: "none", Objective: optimal.Total, Pool: strategy.All}, Width: 2},
	} {
		if wrong.Validate(notebook.Env{}) == nil {
			t.Errorf("%v is accepted", wrong)
		}
	}
}
