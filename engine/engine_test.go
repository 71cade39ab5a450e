package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func ExamplePlay() {
	c := engine.Configuration{Game: "mm4x6", Strategy: strategy.Strategy{Criterion: strategy.Minimax}, First: "1122"}
	_, r, err := engine.Play(context.Background(), c, tree.Options{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d/%d, worst %d, %v\n", c, r.Total, r.Secrets, r.Worst, r.Histogram)
	// Output: mm4x6, minimax, first guess 1122: 5801/1296, worst 5, [0 1 6 62 533 694]
}

func TestParseErrors(t *testing.T) {
	for want, c := range map[string]engine.Configuration{
		"unknown game":      {Strategy: strategy.Strategy{Criterion: strategy.Minimax}},
		"unknown criterion": {Game: "mm4x6", Strategy: strategy.Strategy{Criterion: "best"}},
		`first guess: code`: {Game: "mm4x6", Strategy: strategy.Strategy{Criterion: strategy.Minimax}, First: "12"},
	} {
		if _, err := c.Parse(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want an error with %q", c, err, want)
		}
		if _, _, err := engine.Play(context.Background(), c, tree.Options{}); err == nil {
			t.Errorf("%+v was played", c)
		}
	}
}

// TestKey checks that configurations that say the same in other words have one
// key, and others have others.
func TestKey(t *testing.T) {
	minimax := strategy.Strategy{Criterion: strategy.Minimax}
	key := func(c engine.Configuration) engine.Key {
		t.Helper()
		k, err := c.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	short := key(engine.Configuration{Game: "bc4x16", Strategy: minimax, First: "0aB9"})
	long := engine.Configuration{Game: "bc4x16", Strategy: minimax.WithDefaults(), First: "0AB9"}
	if short != key(long) || engine.Configuration(short) != long {
		t.Errorf("%+v has the key %+v", long, short)
	}
	if short.String() != "bc4x16, minimax, first guess 0AB9" {
		t.Errorf("the key is named %s", short)
	}
	own := key(engine.Configuration{Game: "mm2x3", Strategy: minimax})
	seen := map[engine.Key]bool{short: true, own: true}
	for _, c := range []engine.Configuration{
		{Game: "mm2x3", Strategy: minimax, First: "12"},
		{Game: "mm2x4", Strategy: minimax},
		{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: "last"}},
	} {
		if k := key(c); seen[k] {
			t.Errorf("%s has the key of another", c)
		} else {
			seen[k] = true
		}
	}
	_, r, err := engine.Play(t.Context(), engine.Configuration(own), tree.Options{})
	if own.First = "11"; err != nil || r.Key() != own {
		t.Errorf("the result has the key %+v, %v", r.Key(), err)
	}
	if k, err := (engine.Configuration{Game: "chess"}).Key(); err == nil || k != (engine.Key{}) {
		t.Errorf("chess has the key %+v, %v", k, err)
	}
}

// TestResultJSON checks the names that results.json has.
func TestResultJSON(t *testing.T) {
	c := engine.Configuration{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}
	_, r, err := engine.Play(context.Background(), c, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	want := "bounds criterion endgame first game histogram known mean nodes order pool secrets stddev ties total worst"
	if strings.Join(names, " ") != want {
		t.Errorf("fields %v, want %s", names, want)
	}
	if fields["pool"] != "all" || fields["ties"] != "consistent,first" || fields["order"] != "lex" || fields["first"] != "12" {
		t.Errorf("the defaults and the first guess made are not filled in: %s", data)
	}
	if r.Bounds != bounds.ByCounting(9, 5) {
		t.Errorf("bounds %+v", r.Bounds)
	}
	var back engine.Result
	err = json.Unmarshal(data, &back)
	if err != nil || back.Total != r.Total || back.Criterion != r.Criterion || back.Known.Total != r.Known.Total {
		t.Errorf("read back as %+v, %v", back, err)
	}
}
