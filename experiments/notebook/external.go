package notebook

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/external"
)

// External has a program play every secret of a game.
type External struct {
	Game string `json:"game"`
	external.Program
}

// ExternalPlayed is the result. The name of the program stands as the criterion.
type ExternalPlayed struct {
	Played
	Remarks []string `json:"remarks"` // what is odd about its tree
}

// Kind names the kind of question.
func (External) Kind() string { return "external" }

func (q External) String() string { return fmt.Sprintf("%s, %s %s", q.Game, q.Name, q.Version) }

// Cost supposes that the program takes two milliseconds for a guess.
func (q External) Cost() float64 {
	g, err := game.Parse(q.Game)
	if err != nil {
		return 0
	}
	return 0.002 * float64(game.CountSecrets(g))
}

// Validate refuses programs of which something is not said, and games that do not
// exist or would not fit the memory limit.
func (q External) Validate(e Env) error {
	if err := q.Program.Validate(); err != nil {
		return err
	}
	return e.CheckGame(q.Game)
}

// strategy is what stands for the program in a result.
func (q External) strategy() strategy.Strategy {
	return strategy.Strategy{Criterion: strategy.Criterion(q.Name)}.WithDefaults()
}

// Answer has copies of the program play, one for each worker. The file must be the one
// that is meant.
func (q External) Answer(ctx context.Context, e Env) (a ExternalPlayed, err error) {
	if err := q.CheckFile(); err != nil {
		return a, err
	}
	g, err := game.Parse(q.Game)
	if err != nil {
		return a, err
	}
	out, err := external.Play(ctx, g, external.Options{
		Command: q.Command, Copies: e.Workers, Progress: e.Advance,
		Say: func(line string) { e.sayf("%s: %s", q.Name, line) },
	})
	if err != nil {
		return a, fmt.Errorf("player %s: %w", q.Name, err)
	}
	a.Result, a.Tree, a.Remarks = engine.NewResult(q.strategy(), out.Tree), out.Tree.Packed(), append([]string{}, out.Remarks...)
	return a, nil
}

// Record leaves out trees that are too large.
func (q External) Record(a ExternalPlayed) ExternalPlayed {
	if a.Result.Secrets > LargestTree {
		a.Tree = ""
	}
	return a
}

// Check returns an error if numbers contradict each other, or the tree is not one of
// the game with these numbers.
func (q External) Check(ctx context.Context, a ExternalPlayed) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	asked := engine.Key{Game: g.String(), Strategy: q.strategy(), First: a.Result.First}
	if a.Result.Key() != asked {
		return fmt.Errorf("it is the result of %s", clip(a.Result.Key().String()))
	}
	if code, err := g.ParseCode(a.Result.First); err != nil || g.FormatCode(code) != a.Result.First {
		return fmt.Errorf("first guess %s is not a code of %s", clip(a.Result.First), g)
	}
	for _, remark := range a.Remarks {
		// What stands there becomes a part of a page.
		if len(remark) > 1000 || !utf8.ValidString(remark) || strings.ContainsAny(remark, "<>[]`|*\n") {
			return fmt.Errorf("remark %q", clip(remark))
		}
	}
	return checkPlayed(ctx, g, a.Played)
}
