package main

import (
	"context"
	"testing"

	"codebreak/engine/equilibrium"
	"codebreak/engine/game"
)

func TestPreference(t *testing.T) {
	g, err := game.Parse("mm3x2")
	if err != nil {
		t.Fatal(err)
	}
	m, err := equilibrium.Solve(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	// 111 and 222 have 2/5 of the lot, where an equal chance gives 2/8.
	if got := preference(m, 0).RatString(); got != "8/5" {
		t.Errorf("111 is %s times as probable, want 8/5", got)
	}
	if n := countLots([]equilibrium.Equilibrium{m}, "mm"); n.games != 1 || n.equal != 0 || len(n.oftener) != 1 {
		t.Errorf("counted %+v", n)
	}
}
