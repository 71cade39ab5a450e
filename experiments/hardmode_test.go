package main

import (
	"slices"
	"testing"

	"codebreak/engine"
	"codebreak/engine/tree"
)

func TestPoolPairs(t *testing.T) {
	result := func(total int) engine.Result {
		return engine.Result{Configuration: engine.Configuration{Game: "mm2x2"}, Figures: tree.Figures{Total: total, Histogram: []int{0, 1, 2, 1}}}
	}
	pairs := poolPairs([]engine.Result{result(8), result(10), result(10), result(8)})
	if len(pairs) != 2 || pairs[0].extra() != 2 || pairs[0].percent() != 25 || pairs[1].extra() != -2 {
		t.Errorf("pairs %+v", pairs)
	}
	if n := hitsWithin(pairs[0].free, 2); n != 3 {
		t.Errorf("%d secrets hit within two guesses, want 3", n)
	}
}

// TestStepFindings names all strategies where candidates only cost as much.
func TestStepFindings(t *testing.T) {
	pair := func(by string, free, only int) poolPair {
		return poolPair{game: "mm2x2", by: by, free: tree.Figures{Total: free}, only: tree.Figures{Total: only}}
	}
	findings := stepFindings([]poolPair{pair("minimax", 10, 9), pair("entropy", 8, 10), pair("most-parts", 12, 15)})
	want := "Candidates only gain most with minimax on mm2x2, -10.00%, and cost most with entropy on mm2x2 and most-parts on mm2x2, +25.00%."
	if !slices.Contains(findings, want) {
		t.Errorf("findings %q, want %q", findings, want)
	}
}
