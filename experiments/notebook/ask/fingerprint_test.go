package ask

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/strategy"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
)

// late is a game from outside.
type late struct{ pegs.Game }

func (late) String() string    { return "late3" }
func (g late) Self() game.Game { return g }

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
		CriterionInfo: strategy.CriterionInfo{Criterion: "latest", Minimises: "nothing: it guesses the last candidate"}, Version: "1",
		New: func(game.Game, uint64) (strategy.Guesser, error) {
			return strategy.GuesserFunc(func(_ context.Context, p strategy.Position) (game.Code, error) {
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
