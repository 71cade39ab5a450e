package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/experiments/notebook"
)

// Expected asks what a player expects whose ties end in chance, exactly.
type Expected struct {
	player
}

// NewExpected asks what a configuration takes on average.
func NewExpected(c engine.Configuration) Expected { return Expected{newPlayer(c)} }

// An Expectation is the average over all outcomes of chance, in fractions.
type Expectation struct {
	// Histogram[k] is the number of secrets that take exactly k guesses; the last
	// is that of the most that may be needed.
	Histogram []*Fraction `json:"histogram"`

	Mean *Fraction `json:"-"`
}

// Numbers returns the histogram as numbers of secrets.
func (e Expectation) Numbers() []float64 {
	return notebook.Map(e.Histogram, func(n *Fraction) float64 { f, _ := n.Float64(); return f })
}

// Stddev returns the standard deviation of the number of guesses.
func (e Expectation) Stddev() float64 {
	return chance.Stddev(notebook.Map(e.Histogram, (*Fraction).rat))
}

// Kind names the kind of question.
func (Expected) Kind() string { return "expected" }

func (q Expected) String() string { return "expectation of " + q.Key.String() }

// Cost is an order of magnitude, and how it grows, of the player who guesses any
// candidate.
func (q Expected) Cost() float64 { return q.power(1296, 0.5, 3.1) }

func (q Expected) options(e notebook.Env) chance.Options {
	return chance.Options{Workers: e.Workers, Memory: e.Memory, Progress: e.Advance}
}

// checkRandom refuses what is not well formed or draws nothing at random.
func (p player) checkRandom() error {
	if p.err != nil {
		return p.err
	}
	return chance.Check(p.experiment.Game, p.experiment.Strategy)
}

// Validate refuses what draws nothing at random, or is out of reach.
func (q Expected) Validate(e notebook.Env) error {
	if err := q.checkRandom(); err != nil {
		return err
	}
	return chance.CheckReach(q.experiment.Game, q.experiment.Strategy, q.options(e))
}

// Answer works it out.
func (q Expected) Answer(ctx context.Context, e notebook.Env) (Expectation, error) {
	x, err := chance.Expect(ctx, q.experiment.Game, q.experiment.Strategy, q.experiment.First, q.options(e))
	return Expectation{Histogram: notebook.Map(x.Histogram, fraction)}, err
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

// Sampled asks what sampled games of a random player take: where
// [Expected] is out of reach.
type Sampled struct {
	player
	Runs int    `json:"runs"`
	Seed uint64 `json:"seed"`
}

// NewSampled asks what a number of games of a configuration take.
func NewSampled(c engine.Configuration, runs int, seed uint64) Sampled {
	return Sampled{newPlayer(c), runs, seed}
}

// Kind names the kind of question.
func (Sampled) Kind() string { return "sampled" }

func (q Sampled) String() string { return fmt.Sprintf("%d games of %s", q.Runs, q.Key) }

// Cost is an order of magnitude.
func (q Sampled) Cost() float64 {
	const perCode = 2e-8 // of a game
	return float64(q.Runs) * q.power(1, perCode, 1)
}

// Validate refuses what draws nothing at random, and games that do not fit the
// memory limit.
func (q Sampled) Validate(e notebook.Env) error {
	if q.Runs < chance.LeastRuns {
		return fmt.Errorf("%d games; there must be at least %d", q.Runs, chance.LeastRuns)
	}
	if err := q.checkRandom(); err != nil {
		return err
	}
	return CheckMemory(e, q.experiment.Game)
}

// Answer plays the games.
func (q Sampled) Answer(ctx context.Context, e notebook.Env) (SampledGames, error) {
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

// Longest asks for a longest game that a player can be led into who guesses candidates
// alone.
type Longest struct {
	Game string `json:"game"`
}

// A LongestGame is such a game; the last round solves the secret.
type LongestGame struct {
	Rounds []RoundSpec `json:"rounds"`
}

// Kind names the kind of question.
func (Longest) Kind() string { return "longest" }

func (q Longest) String() string { return "longest game of " + q.Game }

// Cost is an order of magnitude.
func (q Longest) Cost() float64 { return 1 }

// Validate refuses unknown games, and games that are too large.
func (q Longest) Validate(e notebook.Env) error {
	return checkGame(e, q.Game, func(e notebook.Env, g game.Game) error {
		return chance.CheckLongest(g, chance.Options{Memory: e.Memory})
	})
}

// Answer searches. It takes one worker.
func (q Longest) Answer(ctx context.Context, e notebook.Env) (LongestGame, error) {
	g := notebook.Sure(game.Parse(q.Game))
	line, err := chance.Longest(ctx, g, chance.Options{Memory: e.Memory})
	return LongestGame{Rounds(g, line)}, err
}
