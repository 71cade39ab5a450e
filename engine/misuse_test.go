package engine_test

import (
	"errors"
	"testing"

	_ "codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/enginetest"
	"codebreak/engine/equilibrium"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/static"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/within"
	"codebreak/engine/worstcase"
)

// TestMisuse gives the packages of the engine no game, and codes and feedback that are none:
// they return errors.
func TestMisuse(t *testing.T) {
	ctx := t.Context()
	random := strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}
	entropy := strategy.Strategy{Criterion: strategy.Entropy}

	for name, without := range map[string]func() error{
		"optimal.Solve": func() error { _, err := optimal.Solve(ctx, optimal.Problem{}, optimal.Options{}); return err },
		"optimal.SolveWithin": func() error {
			_, err := optimal.SolveWithin(ctx, optimal.Problem{}, 3, nil, optimal.Options{})
			return err
		},
		"optimal.NewSplit":    func() error { _, err := optimal.NewSplit(ctx, optimal.Problem{}, 0); return err },
		"optimal.NewTotals":   func() error { _, err := optimal.NewTotals(ctx, nil, 1<<20); return err },
		"optimal.NewWeighted": func() error { _, err := optimal.NewWeighted(ctx, nil, game.Symmetries{}, 1<<20); return err },
		"optimal.Audit":       func() error { return optimal.Audit(ctx, optimal.Problem{}, optimal.Result{}) },
		"equilibrium.Solve":   func() error { _, err := equilibrium.Solve(ctx, nil, 1<<20); return err },
		"worstcase.Solve":     func() error { _, err := worstcase.Solve(ctx, nil, worstcase.Options{}); return err },
		"static.Solve":        func() error { _, err := static.Solve(ctx, nil, static.Options{}); return err },
		"static.NewOpenings":  func() error { _, err := static.NewOpenings(ctx, nil); return err },
		"within.Most":         func() error { _, err := within.Most(ctx, nil, 3, within.Options{}); return err },
		"chance.Expect":       func() error { _, err := chance.Expect(ctx, nil, random, nil, chance.Options{}); return err },
		"chance.Sample":       func() error { _, err := chance.Sample(ctx, nil, random, nil, chance.SampleOptions{}); return err },
		"chance.Longest":      func() error { _, err := chance.Longest(ctx, nil, chance.Options{}); return err },
		"tree.Grow":           func() error { _, err := tree.Grow(ctx, nil, entropy, nil, tree.Options{}); return err },
	} {
		if err := without(); !errors.Is(err, game.ErrNoGame) {
			t.Errorf("%s without a game: %v", name, err)
		}
	}

	for _, name := range []string{"mm3x4", "bc3x5", "bp3x4", "twod5"} {
		g := enginetest.Game(t, name)
		for _, code := range []game.Code{0xffffffff, game.Code(0).With(0, 15), game.Code(0).With(7, 1)} {
			path := []game.Round{{Guess: code}}
			weights := make([]int, game.CountSecrets(g))
			for i := range weights {
				weights[i] = 1
			}
			weighted, err := optimal.NewWeighted(ctx, g, game.Symmetries{}, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			for what, with := range map[string]func() error{
				"optimal.Solve": func() error {
					_, err := optimal.Solve(ctx, optimal.Problem{Game: g, First: &code}, optimal.Options{})
					return err
				},
				"optimal.Solve path": func() error {
					_, err := optimal.Solve(ctx, optimal.Problem{Game: g, Path: path}, optimal.Options{})
					return err
				},
				"Weighted.Solve": func() error { _, err := weighted.Solve(ctx, weights, &code, nil); return err },
				"chance.Expect":  func() error { _, err := chance.Expect(ctx, g, random, &code, chance.Options{}); return err },
				"chance.Sample":  func() error { _, err := chance.Sample(ctx, g, random, &code, chance.SampleOptions{}); return err },
				"tree.Grow":      func() error { _, err := tree.Grow(ctx, g, entropy, &code, tree.Options{}); return err },
				"tree.Grow path": func() error { _, err := tree.Grow(ctx, g, entropy, nil, tree.Options{Path: path}); return err },
			} {
				if with() == nil {
					t.Errorf("%s of %s takes the code %#x", what, name, uint32(code))
				}
			}
		}
		if _, err := optimal.Solve(ctx, optimal.Problem{Game: g, Path: []game.Round{{Feedback: 0xffff}}}, optimal.Options{}); err == nil {
			t.Errorf("%s: feedback 65535 is taken", name)
		}
	}
}
