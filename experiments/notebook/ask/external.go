package ask

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook"
)

// External has a program play every secret of a game.
type External struct {
	Game string `json:"game"`
	external.Program
}

// ExternalPlayed is the result. The name of the program stands as the criterion.
type ExternalPlayed struct {
	Played
	Remarks []string `json:"remarks"` // oddities of its tree
}

// About describes the question. The cost supposes two milliseconds for a guess.
func (q External) About() notebook.About {
	a := notebook.About{Kind: "external", Name: fmt.Sprintf("%s, %s %s",
		q.Game, q.Name, q.Version)}
	if g, err := game.Parse(q.Game); err == nil {
		a.Cost = 0.002 * float64(game.CountSecrets(g))
	}
	return a
}

// Validate refuses incomplete programs, and games that do not exist or would not fit the
// memory limit.
func (q External) Validate(e notebook.Env) error {
	return cmp.Or(q.Program.Validate(), CheckGame(e, q.Game, CheckMemory))
}

// Answer has copies of the program play, one for each worker. The file must have the checksum of
// the question.
func (q External) Answer(ctx context.Context, e notebook.Env) (a ExternalPlayed, err error) {
	if err := q.CheckFile(); err != nil {
		return a, err
	}

	g, err := game.Parse(q.Game)
	if err != nil {
		return a, err
	}
	out, err := external.Play(ctx, g, external.Options{
		Command:  q.Command,
		Copies:   e.Workers,
		Progress: e.Advance,
		Say:      func(line string) { e.Sayf("%s: %s", q.Name, line) },
	})
	if err != nil {
		return a, fmt.Errorf("player %s: %w", q.Name, err)
	}

	a.Tree = out.Tree.Brief()
	a.Remarks = append([]string{}, out.Remarks...)
	return a, nil
}

// Record leaves out trees that are too large.
func (q External) Record(a ExternalPlayed) ExternalPlayed {
	if a.Tree == "" || a.Result.Secrets > LargestTree {
		a.Played = a.measured(nil)
	}
	return a
}

// Complete derives the result, in which the name of the program stands for the strategy.
func (q External) Complete(ctx context.Context, a *ExternalPlayed) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	s := strategy.Strategy{Criterion: strategy.Criterion(q.Name)}.WithDefaults()
	return a.complete(ctx, engine.Key{Game: g.String(), Strategy: s}, g)
}
