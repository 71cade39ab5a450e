package main

import (
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
