package ask

import (
	"context"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/strategy"
	"codebreak/experiments/external"
	"codebreak/experiments/internal/fileuse"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// late is a game from outside.
type late struct{ pegs.Game }

func (late) String() string    { return "late3" }
func (g late) Self() game.Game { return g }

// TestFilesOfKinds checks, by what the files of this package use of each other, that each
// kind of question is known by all files that have a part in its answer, and by no other.
func TestFilesOfKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("the package is read with its types")
	}
	loaded, err := fileuse.Load(".", ".")
	if err != nil || len(loaded) != 1 || len(loaded[0].Errors) > 0 {
		t.Fatal(loaded, err)
	}
	uses := fileuse.Of(loaded[0])
	p := newPlayer(engine.Configuration{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Entropy}})
	questions := []interface{ About() notebook.About }{
		AbsurdleLines{}, adversary{p}, compareTable{}, Equilibrium{}, Expected{p}, External{}, FirstGuesses{}, FirstWords{}, ForceAbsurdle{}, LeastWorst{},
		Longest{}, Openings{}, play{player: p}, replay{}, sampled{player: p}, Solve{}, Solve{lists: true}, Static{}, survey{}, tieRuns{player: p}, Within{},
	}
	named := map[string]bool{}
	for _, q := range questions {
		kind, name := q.About().Kind, reflect.TypeOf(q).Name()
		want := reached(uses, declares(loaded[0], name))
		if got := filesOf[kind]; !slices.Equal(got, want) {
			t.Errorf("%s is known by %v; its question uses %v", kind, got, want)
		}
		named[name] = true
	}

	kinds := 0
	for _, name := range loaded[0].Types.Scope().Names() {
		object, _, _ := types.LookupFieldOrMethod(loaded[0].Types.Scope().Lookup(name).Type(), true, loaded[0].Types, "Answer")
		if _, isMethod := object.(*types.Func); isMethod {
			kinds++
		}
	}
	if kinds != len(named) || len(filesOf) != len(questions) {
		t.Errorf("%d kinds of questions are listed, %d looked at, and %d types answer", len(filesOf), len(questions), kinds)
	}
}

// reached lists a file and all files that it uses, directly or through others, in order.
func reached(uses map[string][]string, file string) []string {
	seen := map[string]bool{file: true}
	for todo := []string{file}; len(todo) > 0; {
		next := todo[0]
		todo = todo[1:]
		for _, used := range uses[next] {
			if !seen[used] {
				seen[used] = true
				todo = append(todo, used)
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// declares returns the file of a package that declares a type.
func declares(p *packages.Package, name string) string {
	return filepath.Base(p.Fset.Position(p.Types.Scope().Lookup(name).Pos()).Filename)
}

// TestFingerprint checks that the fingerprint covers all sources of this package and of
// package external, and that what is registered touches the answers alone that it has
// a part in.
func TestFingerprint(t *testing.T) {
	for dir, embedded := range map[string]fs.FS{".": sources, "../../external": external.Sources} {
		got, err := fs.Glob(embedded, "*.go")
		if err != nil {
			t.Fatal(err)
		}
		want, err := fs.Glob(os.DirFS(dir), "*.go")
		if err != nil || !slices.Equal(got, want) || len(got) < 5 {
			t.Errorf("%s: embedded are %v, and there are %v, %v", dir, got, want, err)
		}
	}
	key := func(kind, question string) store.Key { return store.Key{Kind: kind, Question: question} }
	entropy := key("play", `{"game":"mm2x3","criterion":"entropy"}`)
	own := key("play", `{"game":"mm2x3","criterion":"latest"}`)
	tied := key("play", `{"game":"mm2x3","criterion":"entropy","ties":"latest,first"}`)
	pairs := key("least-worst", `{"game":"late3"}`)
	player := key("external", `{"game":"mm2x3"}`)
	foreign := key("fixed-pair", `{"game":"mm2x3"}`)
	before := map[store.Key]string{}
	for _, k := range []store.Key{entropy, own, tied, pairs, player, foreign} {
		before[k] = Fingerprint(k)
	}
	if before[entropy] == before[player] || before[entropy] == before[foreign] || before[entropy] != before[own] {
		t.Errorf("fingerprints %v", before)
	}
	err := strategy.Register(strategy.Registration{
		Criterion: "latest",
		Minimises: "nothing: it guesses the last candidate",
		Version:   "1",
		New: func(game.Game, uint64) (strategy.Player, error) {
			return strategy.PlayerFunc(func(_ context.Context, p strategy.Position) (game.Code, error) {
				return p.Candidates[len(p.Candidates)-1], nil
			}), nil
		},
	})
	if err == nil {
		err = game.Register(game.Family{Pattern: "lateN", Help: "nothing", Example: "late3", Version: "1", Parse: func(name string) (game.Game, bool, error) {
			base, err := pegs.Parse("mm2x3")
			return late{base}, name == "late3", err
		}})
	}
	if err != nil {
		t.Fatal(err)
	}
	for k, changes := range map[store.Key]bool{entropy: false, own: true, tied: true, pairs: true, player: false} {
		if now := Fingerprint(k); (now != before[k]) != changes {
			t.Errorf("%s: changed is %v, want %v", k, now != before[k], changes)
		}
	}
}
