package bench

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
)

// broken, if set, has the program that stands in for this one fail.
const broken = "NOTEBOOK_TEST_BROKEN"

// TestMain stands in for the program when a benchmark runs it.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "measure" {
		os.Exit(m.Run())
	}
	if os.Getenv(broken) != "" {
		fmt.Fprintln(os.Stderr, "no such luck")
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, `{"seconds": 0.5, "memory": %d}`, 3<<20)
}

// TestPlay times a small game, with a stand-in for the programs of their own.
func TestPlay(t *testing.T) {
	q := NewPlay(engine.Configuration{Game: "mm3x4", Strategy: strategy.Strategy{Criterion: strategy.MostParts}, First: "123"}, 5)
	b, err := q.Answer(context.Background(), notebook.Env{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Process) != 5 || b.Memory != 3<<20 || b.Workers != 2 || b.Result.Secrets != 64 || b.Comparisons == 0 || b.Machine == "" {
		t.Errorf("it took %+v", b)
	}
	t.Setenv(broken, "1")
	if _, err := q.Answer(context.Background(), notebook.Env{Workers: 2}); err == nil || !strings.Contains(err.Error(), "mm3x4, most-parts, first guess 123: exit status 1: no such luck") {
		t.Errorf("failing program: %v", err)
	}
}

// TestSearch times the search of a small game.
func TestSearch(t *testing.T) {
	q := Search{Game: "mm3x4", Runs: 2}
	b, err := q.Answer(context.Background(), notebook.Env{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if b.Total != 206 || b.Secrets != 64 || len(b.All) != 2 || b.Sets == 0 {
		t.Errorf("it took %+v", b)
	}
}
