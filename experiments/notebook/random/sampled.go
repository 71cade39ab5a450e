package random

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// SampledGames are games that were played: Histogram[k] took k guesses.
type SampledGames struct {
	Histogram []int `json:"histogram"`

	chance.Estimate `json:"-"`
}

// sampled asks for sampled games of a random player, where [Expected] is out of reach.
type sampled struct {
	ask.Player
	Runs int    `json:"runs"`
	Seed uint64 `json:"seed"`
}

// NewSampled asks for a number of games of a configuration.
func NewSampled(c engine.Configuration, runs int, seed uint64) sampled {
	return sampled{ask.NewPlayer(c), runs, seed}
}

// About describes the question.
func (q sampled) About() notebook.About {
	const perCode = 2e-8 // seconds of a game
	return ask.About("sampled", fmt.Sprintf("%d games of %s",
		q.Runs, q.Key), float64(q.Runs)*q.Power(1, perCode, 1))
}

// Validate refuses players who draw nothing at random, and games that do not fit the memory
// limit.
func (q sampled) Validate(e notebook.Env) error {
	if q.Runs < chance.LeastRuns {
		return fmt.Errorf("%d games; there must be at least %d", q.Runs, chance.LeastRuns)
	}
	x, err := parseRandom(q.Player)
	if err != nil {
		return err
	}
	return ask.CheckMemory(e, x.Game)
}

// Answer plays the games.
func (q sampled) Answer(ctx context.Context, e notebook.Env) (SampledGames, error) {
	x, err := q.Experiment()
	if err != nil {
		return SampledGames{}, err
	}
	games, err := chance.Sample(ctx, x.Game, x.Strategy, x.First, chance.SampleOptions{
		Runs:     q.Runs,
		Seed:     q.Seed,
		Workers:  e.Workers,
		Progress: e.Advance,
	})
	return SampledGames{Histogram: games.Histogram}, err
}

// Complete derives the estimate.
func (q sampled) Complete(_ context.Context, a *SampledGames) error {
	if games, err := ask.SecretsOf(a.Histogram); err != nil || games != q.Runs {
		return cmp.Or(err, fmt.Errorf("it holds %d games, not %d", games, q.Runs))
	}
	a.Estimate = chance.NewEstimate(a.Histogram, q.Runs, q.Seed)
	return nil
}
