package measure

import (
	"testing"

	"codebreak/engine/worstcase"
)

// TestWorstCaseStage checks what is said of the progress of a search.
func TestWorstCaseStage(t *testing.T) {
	for want, p := range map[string]worstcase.Progress{
		"1 guess by the most promising choices, first guess 1 of 5":                    {Guesses: 1, First: 1, Firsts: 5},
		"4 guesses ruled out; 5 by the most promising choices, first guess 2 of 5":     {Guesses: 5, First: 2, Firsts: 5},
		"5 guesses ruled out; 6 by all choices, first guess 2 of 7, second 120 of 578": {Guesses: 6, All: true, First: 2, Firsts: 7, Second: 120, Seconds: 578},
	} {
		if got := worstCaseStage(p); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}
