package pages

import (
	"os/exec"
	"path/filepath"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/external"
)

// TestPlayersAreThoseMeant holds that the files of the entry have the hashes with which
// they are declared.
func TestPlayersAreThoseMeant(t *testing.T) {
	t.Chdir("../..")
	for _, p := range players() {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
		if err := p.CheckFile(); err != nil {
			t.Error(err)
		}
	}
	p := players()[0]
	p.SHA256 = players()[1].SHA256
	if p.CheckFile() == nil {
		t.Error("a file with another hash is taken for it")
	}
}

// TestExamplePlayers has the examples play small games, where their language is there.
func TestExamplePlayers(t *testing.T) {
	if testing.Short() {
		t.Skip("players in several languages take seconds")
	}
	t.Chdir("../..")
	in := func(file string) string { return filepath.Join(examplePlayers, file) }
	simple := strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent}
	for _, test := range []struct {
		command []string
		game    string
		like    *strategy.Strategy // whose tree it has
		runs    int
	}{
		{command: []string{"sh", in("simple.sh")}, game: "mm3x4", like: &simple},
		{command: []string{"sh", in("simple.sh")}, game: "twod5", like: &simple},
		{command: []string{"python3", in("simple.py")}, game: "mm3x4", like: &simple},
		{command: []string{"python3", in("simple.py")}, game: "bc3x6", like: &simple},
		{command: []string{"go", "run", in("minimax/main.go")}, game: "mm3x5", like: &strategy.Strategy{Criterion: strategy.Minimax}},
		{command: []string{"python3", in("bad.py")}, game: "mm3x4"},
		{command: []string{"python3", in("chance.py")}, game: "mm3x4", runs: 50},
	} {
		needed := test.command[0]
		if needed == "sh" {
			needed = "awk"
		}
		if _, err := exec.LookPath(needed); err != nil {
			t.Logf("%v is not tried: %s is not installed here", test.command, needed)
			continue
		}
		g := enginetest.Game(t, test.game)
		out, err := external.Play(t.Context(), g, external.Options{Command: test.command, Copies: 2, Runs: test.runs})
		if err != nil {
			t.Errorf("%v: %v", test.command, err)
			continue
		}
		switch {
		case test.runs > 0:
			// The expected mean is known exactly (see package chance); the seed is fixed.
			if e := out.Estimate; e.Low > 3.36697 || e.High < 3.36697 {
				t.Errorf("%v: %+v", test.command, e)
			}
		case test.like == nil:
			if len(out.Remarks) != 2 {
				t.Errorf("%v: remarks %q", test.command, out.Remarks)
			}
		default:
			want, _, err := engine.Play(t.Context(), engine.Configuration{Game: test.game, Strategy: *test.like}, tree.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if out.Tree.Packed() != want.Packed() {
				t.Errorf("%v: the tree is not that of %s", test.command, test.like)
			}
		}
	}
}
