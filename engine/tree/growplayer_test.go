package tree

import (
	"context"
	"errors"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// TestGrowPlayer grows trees of players: a good one, one that wastes its second guess, one
// that repeats its first for ever, and some that fail.
func TestGrowPlayer(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	wanted := errors.New("it does not want to")

	for _, test := range []struct {
		guess func(p strategy.Position) (game.Code, error)
		want  string
	}{
		{func(p strategy.Position) (game.Code, error) { return p.Candidates[0], nil }, ""},
		{func(p strategy.Position) (game.Code, error) {
			if len(p.Rounds) == 1 {
				return p.Rounds[0].Guess, nil
			}
			return p.Candidates[0], nil
		}, ""},
		{func(p strategy.Position) (game.Code, error) { return g.ParseCode("11") }, "after 100 guesses it has not found the secret: 11 "},
		{func(p strategy.Position) (game.Code, error) { return p.Candidates[0] | 0xf, nil }, "at the beginning it guesses 0x0000000f"},
		{func(p strategy.Position) (game.Code, error) { return 0, wanted }, wanted.Error()},
	} {
		for _, workers := range []int{1, 4} {
			player := strategy.CompilePlayer(g, func() (strategy.Player, error) {
				return strategy.PlayerFunc(func(_ context.Context, p strategy.Position) (game.Code, error) { return test.guess(p) }), nil
			})

			grown, err := GrowPlayer(t.Context(), g, player, nil, Options{Workers: workers})
			if test.want != "" {
				enginetest.Refused(t, "player", err, test.want)
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Check(t.Context(), grown); err != nil {
				t.Error(err)
			}
		}
	}

	player := strategy.CompilePlayer(g, func() (strategy.Player, error) { return nil, wanted })
	if _, err := GrowPlayer(t.Context(), g, player, nil, Options{}); !errors.Is(err, wanted) {
		t.Errorf("%v, want %v", err, wanted)
	}
}
