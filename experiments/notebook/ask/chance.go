package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/experiments/notebook"
)

// Expected asks what a player expects whose ties end in chance, exactly.
type Expected struct {
	engine.Key

	experiment engine.Experiment
	err        error
}

// NewExpected asks what a configuration comes to on average.
func NewExpected(c engine.Configuration) Expected {
	p := NewPlay(c)
	return Expected{p.Key, p.experiment, p.err}
}

// An Expectation is the average over all outcomes of chance, in fractions.
type Expectation struct {
	// Histogram[k] is the number of secrets that take exactly k guesses; the last
	// is that of the most that may be needed.
	Histogram []*Fraction `json:"histogram"`

	Mean *Fraction `json:"-"`
}

// Stddev returns the standard deviation of the number of guesses.
func (e Expectation) Stddev() float64 {
	var histogram []*big.Rat
	for _, n := range e.Histogram {
		histogram = append(histogram, &n.Rat)
	}
	return chance.Stddev(histogram)
}

// Kind names the kind of question.
func (Expected) Kind() string { return "expected" }

func (q Expected) String() string { return "expectation of " + q.Key.String() }

// Cost is an order of magnitude, and how it grows, of the player who guesses any
// candidate.
func (q Expected) Cost() float64 {
	if q.err != nil {
		return 0
	}
	const codes, seconds, exponent = 1296, 0.5, 3.1
	return seconds * math.Pow(float64(q.experiment.Secrets())/codes, exponent)
}

func (q Expected) options(e notebook.Env) chance.Options {
	return chance.Options{Workers: e.Workers, Memory: e.Memory, Progress: e.Advance}
}

// Validate refuses what leaves nothing to chance, or is out of reach.
func (q Expected) Validate(e notebook.Env) error {
	if q.err != nil {
		return q.err
	}
	if err := chance.Check(q.experiment.Game, q.experiment.Strategy); err != nil {
		return err
	}
	return chance.CheckReach(q.experiment.Game, q.experiment.Strategy, q.options(e))
}

// Answer works it out.
func (q Expected) Answer(ctx context.Context, e notebook.Env) (Expectation, error) {
	if q.err != nil {
		return Expectation{}, q.err
	}
	x, err := chance.Expect(ctx, q.experiment.Game, q.experiment.Strategy, q.experiment.First, q.options(e))
	if err != nil {
		return Expectation{}, err
	}
	var a Expectation
	for _, n := range x.Histogram {
		a.Histogram = append(a.Histogram, fraction(n))
	}
	return a, nil
}

// Complete derives the mean.
func (q Expected) Complete(_ context.Context, a *Expectation) error {
	secrets, guesses := new(big.Rat), new(big.Rat)
	for k, n := range a.Histogram {
		if n == nil {
			return fmt.Errorf("the number of secrets with %d guesses is missing", k)
		}
		secrets.Add(secrets, &n.Rat)
		guesses.Add(guesses, new(big.Rat).Mul(&n.Rat, big.NewRat(int64(k), 1)))
	}
	if secrets.Sign() == 0 {
		return errors.New("it has no histogram")
	}
	a.Mean = fraction(guesses.Quo(guesses, secrets))
	return nil
}

// SampledGames are games that were played: Histogram[k] took k guesses.
type SampledGames struct {
	Histogram []int `json:"histogram"`

	chance.Estimate `json:"-"`
}

// Sampled asks what games of a player come to whose ties end in chance: where
// [Expected] is out of reach.
type Sampled struct {
	engine.Key
	Runs int    `json:"runs"`
	Seed uint64 `json:"seed"`

	experiment engine.Experiment
	err        error
}

// NewSampled asks what so many games of a configuration come to.
func NewSampled(c engine.Configuration, runs int, seed uint64) Sampled {
	p := NewPlay(c)
	return Sampled{p.Key, runs, seed, p.experiment, p.err}
}

// Kind names the kind of question.
func (Sampled) Kind() string { return "sampled" }

func (q Sampled) String() string { return fmt.Sprintf("%d games of %s", q.Runs, q.Key) }

// Cost is an order of magnitude.
func (q Sampled) Cost() float64 {
	if q.err != nil {
		return 0
	}
	const perCode = 2e-8 // of a game
	return perCode * float64(q.Runs) * float64(q.experiment.Secrets())
}

// Validate refuses what leaves nothing to chance, and games that do not fit the
// memory limit.
func (q Sampled) Validate(e notebook.Env) error {
	if q.err != nil {
		return q.err
	}
	if q.Runs < 2 {
		return fmt.Errorf("%d games; there must be at least two", q.Runs)
	}
	if err := chance.Check(q.experiment.Game, q.experiment.Strategy); err != nil {
		return err
	}
	return CheckMemory(e, q.experiment.Game)
}

// Answer plays the games.
func (q Sampled) Answer(ctx context.Context, e notebook.Env) (SampledGames, error) {
	if q.err != nil {
		return SampledGames{}, q.err
	}
	games, err := chance.Sample(ctx, q.experiment.Game, q.experiment.Strategy, q.experiment.First,
		chance.SampleOptions{Runs: q.Runs, Seed: q.Seed, Workers: e.Workers, Progress: e.Advance})
	return SampledGames{Histogram: games.Histogram}, err
}

// Complete derives the estimate.
func (q Sampled) Complete(_ context.Context, a *SampledGames) error {
	if games, err := secretsOf(a.Histogram); err != nil || games != q.Runs {
		return cmp.Or(err, fmt.Errorf("it holds %d games, not %d", games, q.Runs))
	}
	a.Estimate = chance.NewEstimate(a.Histogram, q.Runs, q.Seed)
	return nil
}
