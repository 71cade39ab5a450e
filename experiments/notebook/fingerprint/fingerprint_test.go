package fingerprint

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

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/external"
	"codebreak/experiments/internal/fileuse"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/experiments/notebook/random"
	"codebreak/experiments/store"
)

// late is a game from outside.
type late struct{ pegs.Game }

func (late) String() string { return "late3" }
func (g late) Structure() game.Structure {
	return g.Game.Structure().WithFeedbackOf(g)
}

// TestFilesOfKinds checks, by what the files of the packages of questions use of each other, that
// each kind of question is known by all files that have a part in its answer, and by no other.
func TestFilesOfKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("the packages are read with their types")
	}
	loaded, err := fileuse.Load("..", "./ask", "./fixed", "./random")
	if err != nil || len(loaded) != len(sources) {
		t.Fatal(loaded, err)
	}
	uses := fileuse.Of(loaded...)

	kinds := 0
	for _, p := range loaded {
		for _, name := range p.Types.Scope().Names() {
			declared := p.Types.Scope().Lookup(name)
			answer, _, _ := types.LookupFieldOrMethod(declared.Type(), true, p.Types, "Answer")
			if _, isMethod := answer.(*types.Func); isMethod {
				kinds++
			}
		}
	}

	c := engine.Configuration{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}
	questions := []interface{ About() notebook.About }{
		ask.NewAdversary(c), ask.NewCompareTable(published.Table{}), ask.External{}, ask.LeastWorst{}, ask.NewPlay(c),
		ask.NewReplay(published.Tree{}), ask.Solve{}, ask.BestOfLists(optimal.ProblemSpec{}), ask.NewSurvey(nil), ask.Within{},
		fixed.AbsurdleLines{}, fixed.FirstGuesses{}, fixed.FirstWords{}, fixed.ForceAbsurdle{}, fixed.Openings{}, fixed.Static{},
		random.Equilibrium{}, random.NewExpected(c), random.Longest{}, random.NewSampled(c, 1, 1), random.NewTieRuns(c, 1),
	}
	named := map[reflect.Type]bool{}
	for _, q := range questions {
		kind, asked := q.About().Kind, reflect.TypeOf(q)
		want := reached(uses, declares(loaded, asked))
		if got := filesOf[kind]; !slices.Equal(got, want) {
			t.Errorf("%s is known by %v; its question uses %q", kind, got, want)
		}
		named[asked] = true
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

// declares returns the file that declares a type of a question.
func declares(loaded []*packages.Package, asked reflect.Type) string {
	for _, p := range loaded {
		if p.PkgPath == asked.PkgPath() {
			return fileuse.Declaring(p, p.Types.Scope().Lookup(asked.Name()))
		}
	}
	return ""
}

// TestFingerprint checks that the fingerprint covers all sources of the packages of questions and
// of package external, and that what is registered touches the answers alone that it has
// a part in.
func TestFingerprint(t *testing.T) {
	folders := maps.Clone(sources)
	folders["../external"] = external.Sources
	for dir, embedded := range folders {
		got, err := fs.Glob(embedded, "*.go")
		if err != nil {
			t.Fatal(err)
		}
		want, err := fs.Glob(os.DirFS(filepath.Join("..", dir)), "*.go")
		if err != nil || !slices.Equal(got, want) || len(got) < 4 {
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
		before[k] = Of(k)
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
		if now := Of(k); (now != before[k]) != changes {
			t.Errorf("%s: changed is %v, want %v", k, now != before[k], changes)
		}
	}
}
