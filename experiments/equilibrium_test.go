package main

import (
	"context"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
)

func TestPreference(t *testing.T) {
	ctx, env := context.Background(), notebook.Env{Workers: 2}
	played, err := notebook.Answer(ctx, env, notebook.NewPlay(engine.Configuration{Game: "mm3x2", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}))
	if err != nil {
		t.Fatal(err)
	}
	solved, err := notebook.Answer(ctx, env, notebook.Equilibrium{Game: "mm3x2"})
	if err != nil {
		t.Fatal(err)
	}
	r := equilibriumRow{played.Result, solved}
	// 111 and 222 have probability 2/5; were all secrets equally probable, it
	// would be 2/8.
	if got := r.preference(solved.Classes[0]).RatString(); got != "8/5" {
		t.Errorf("111 is %s times as probable, want 8/5", got)
	}
	if n := countMixed([]equilibriumRow{r}, "mm"); n.games != 1 || n.equal != 0 || len(n.more) != 1 {
		t.Errorf("counted %+v", n)
	}
}
