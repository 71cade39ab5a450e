package ask

import (
	"strings"
	"testing"

	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
)

// TestSolveFrom asks for the best tree from a first guess, and checks that the
// answer is not one to the question from another.
func TestSolveFrom(t *testing.T) {
	from := func(first string) Solve {
		return NewSolve(optimal.ProblemSpec{Game: "mm2x4", Objective: optimal.Total, First: first})
	}
	q := from("11")
	a, err := q.Answer(t.Context(), notebook.Env{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Complete(t.Context(), &a); err != nil || a.First != "11" || !a.Proved || !strings.Contains(q.About().Name, "from 11") {
		t.Errorf("%v: %v", q, err)
	}
	if err := from("12").Complete(t.Context(), &a); err == nil || !strings.Contains(err.Error(), "it begins with 11, not with 12") {
		t.Errorf("the answer to another question: %v", err)
	}
}

// TestSolvePart asks for a part of a search: the best tree after some rounds, if it
// costs less than a bound. Other trees are not believed.
func TestSolvePart(t *testing.T) {
	part := Solve{ProblemSpec: optimal.ProblemSpec{Game: "mm3x4", Objective: optimal.Count, MaxDepth: 4, Pool: strategy.All, Path: "112 1A0B"}}
	a, err := part.Answer(t.Context(), notebook.Env{Workers: 1})
	if err != nil || !a.Proved {
		t.Fatalf("%+v, %v", a, err)
	}
	if err := part.Complete(t.Context(), &a); err != nil {
		t.Error(err)
	}
	least := optimal.Cost{Count: a.Ranges[0].Upper, Total: a.Ranges[1].Upper}
	part.Below = least
	none, err := part.Answer(t.Context(), notebook.Env{Workers: 1})
	if err != nil || !none.Proved || none.Tree != "" || part.Complete(t.Context(), &none) != nil {
		t.Errorf("%v: %+v, %v", part, none, err)
	}
	if err := part.Complete(t.Context(), &a); err == nil || err.Error() != "the tree costs too much" {
		t.Errorf("%v: %v", part, err)
	}
	part.Below, part.Path = optimal.Cost{}, "112 0A1B"
	if err := part.Complete(t.Context(), &a); err == nil {
		t.Error("a tree of other candidates is believed")
	}
	part.MaxDepth, part.Objective = 0, optimal.Total
	if err := part.Complete(t.Context(), &none); err == nil || err.Error() != "the tree is missing" {
		t.Error(err)
	}
}
