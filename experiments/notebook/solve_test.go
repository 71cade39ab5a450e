package notebook

import (
	"strings"
	"testing"

	"codebreak/engine/optimal"
)

// TestSolveFrom asks for the best tree from a first guess, and checks that the
// answer is not one to the question from another.
func TestSolveFrom(t *testing.T) {
	from := func(first string) Solve {
		return NewSolve(optimal.ProblemSpec{Game: "mm2x4", Objective: optimal.Total, First: first}, Seconds)
	}
	q := from("11")
	a, err := q.Answer(t.Context(), Env{Workers: 1})
	if err != nil || a.First != "11" || !a.Proved {
		t.Fatalf("%+v, %v", a, err)
	}
	if err := q.Check(t.Context(), a); err != nil || !strings.Contains(q.String(), "from 11") {
		t.Errorf("%s: %v", q, err)
	}
	if err := from("12").Check(t.Context(), a); err == nil || !strings.Contains(err.Error(), "12 was asked for") {
		t.Errorf("the answer to another question: %v", err)
	}
}
