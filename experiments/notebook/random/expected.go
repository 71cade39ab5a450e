package random

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// Expected asks for the exact expectation of a player who breaks ties at random.
type Expected struct {
	ask.Player
}

// NewExpected asks for the expectation of a configuration.
func NewExpected(c engine.Configuration) Expected { return Expected{ask.NewPlayer(c)} }

// ExpectedOf is [NewExpected] for a configuration that was read before.
func ExpectedOf(x engine.Experiment) Expected { return Expected{ask.PlayerOf(x)} }

// An Expectation is the average over all outcomes of chance, in fractions.
type Expectation struct {
	// Histogram[k] is the expected number of secrets that take exactly k guesses, up to the
	// most that may be needed.
	Histogram []*Fraction `json:"histogram"`

	Mean *Fraction `json:"-"`
}

// Numbers returns the histogram as numbers of secrets.
func (e Expectation) Numbers() []float64 {
	return lists.Map(e.Histogram, func(n *Fraction) float64 {
		f, _ := n.Float64()
		return f
	})
}

// Stddev returns the standard deviation of the number of guesses.
func (e Expectation) Stddev() float64 {
	return chance.Stddev(lists.Map(e.Histogram, (*Fraction).rat))
}

// About describes the question. The cost is that of the player who guesses any candidate.
func (q Expected) About() notebook.About {
	return ask.About("expected", "expectation of "+q.Key.String(), q.Power(1296, 0.5, 3.1))
}

func (q Expected) options(e notebook.Env) chance.Options {
	return chance.Options{Workers: e.Workers, Memory: e.Memory, Progress: e.Advance}
}

// Validate refuses players who draw nothing at random, and games that are too large.
func (q Expected) Validate(e notebook.Env) error {
	x, err := parseRandom(q.Player)
	if err != nil {
		return err
	}
	return chance.CheckReach(x.Game, x.Strategy, q.options(e))
}

// Answer computes the expectation.
func (q Expected) Answer(ctx context.Context, e notebook.Env) (Expectation, error) {
	x, err := q.Experiment()
	if err != nil {
		return Expectation{}, err
	}
	expected, err := chance.Expect(ctx, x.Game, x.Strategy, x.First, q.options(e))
	return Expectation{Histogram: lists.Map(expected.Histogram, fraction)}, err
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
