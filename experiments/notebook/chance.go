package notebook

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/tree"
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

// An Expectation is what comes to pass on average, in fractions.
type Expectation struct {
	Mean *Fraction `json:"mean"`
	// Histogram[k] is the number of secrets that take exactly k guesses; the last
	// is that of the most that may be needed.
	Histogram []*Fraction `json:"histogram"`
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

func (q Expected) options(e Env) chance.Options {
	return chance.Options{Workers: e.Workers, Memory: e.Memory, Progress: e.Advance}
}

// Validate refuses what leaves nothing to chance, or is out of reach.
func (q Expected) Validate(e Env) error {
	if q.err != nil {
		return q.err
	}
	if err := chance.Check(q.experiment.Game, q.experiment.Strategy); err != nil {
		return err
	}
	return chance.CheckReach(q.experiment.Game, q.experiment.Strategy, q.options(e))
}

// Answer works it out.
func (q Expected) Answer(ctx context.Context, e Env) (Expectation, error) {
	if q.err != nil {
		return Expectation{}, q.err
	}
	x, err := chance.Expect(ctx, q.experiment.Game, q.experiment.Strategy, q.experiment.First, q.options(e))
	if err != nil {
		return Expectation{}, err
	}
	a := Expectation{Mean: fraction(x.Mean)}
	for _, n := range x.Histogram {
		a.Histogram = append(a.Histogram, fraction(n))
	}
	return a, nil
}

// Check returns an error if the numbers contradict each other or the game.
func (q Expected) Check(_ context.Context, a Expectation) error {
	if q.err != nil {
		return q.err
	}
	secrets := big.NewRat(int64(q.experiment.Secrets()), 1)
	sum, guesses := new(big.Rat), new(big.Rat)
	if len(a.Histogram) > tree.MaxGuesses+1 {
		return fmt.Errorf("it needs more than %d guesses", tree.MaxGuesses)
	}
	for k, n := range a.Histogram {
		if n == nil {
			return fmt.Errorf("the number of secrets with %d guesses is missing", k)
		}
		sum.Add(sum, &n.Rat)
		guesses.Add(guesses, new(big.Rat).Mul(&n.Rat, big.NewRat(int64(k), 1)))
	}
	if sum.Cmp(secrets) != 0 || a.Histogram[len(a.Histogram)-1].Sign() == 0 || a.Histogram[0].Sign() != 0 {
		return fmt.Errorf("the histogram is of %.20s secrets, not of %s", sum.FloatString(3), secrets.RatString())
	}
	if a.Mean == nil || guesses.Quo(guesses, secrets).Cmp(&a.Mean.Rat) != 0 {
		return errors.New("the mean is not that of the histogram")
	}
	return nil
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
func (q Sampled) Validate(e Env) error {
	if q.err != nil {
		return q.err
	}
	if q.Runs < 2 {
		return fmt.Errorf("%d games; there must be at least two", q.Runs)
	}
	if err := chance.Check(q.experiment.Game, q.experiment.Strategy); err != nil {
		return err
	}
	return e.CheckMemory(q.experiment.Game)
}

// Answer plays the games.
func (q Sampled) Answer(ctx context.Context, e Env) (chance.Estimate, error) {
	if q.err != nil {
		return chance.Estimate{}, q.err
	}
	return chance.Sample(ctx, q.experiment.Game, q.experiment.Strategy, q.experiment.First,
		chance.SampleOptions{Runs: q.Runs, Seed: q.Seed, Workers: e.Workers, Progress: e.Advance})
}

// Check returns an error if the numbers contradict each other.
func (q Sampled) Check(_ context.Context, a chance.Estimate) error {
	if q.err != nil {
		return q.err
	}
	if a.Runs != q.Runs || a.Seed != q.Seed {
		return fmt.Errorf("it holds %d games of seed %d, not %d of seed %d", a.Runs, a.Seed, q.Runs, q.Seed)
	}
	if len(a.Histogram) == 0 {
		return errors.New("it has no histogram")
	}
	if err := checkHistogram(a.Histogram, q.Runs); err != nil {
		return err
	}
	f := tree.Summarise(a.Histogram)
	const rounding = 1e-6
	if math.Abs(f.Mean-a.Mean) > rounding || math.Abs(f.Stddev-a.Stddev) > 0.01 || !(a.Low <= a.Mean && a.Mean <= a.High) {
		return fmt.Errorf("mean %v between %v and %v, and standard deviation %v, do not go with the histogram", a.Mean, a.Low, a.High, a.Stddev)
	}
	if wide := (a.High - a.Low) / 2 * math.Sqrt(float64(a.Runs)); math.Abs(wide-chance.StandardErrors*a.Stddev) > 0.01 {
		return fmt.Errorf("the interval from %v to %v does not go with the standard deviation %v", a.Low, a.High, a.Stddev)
	}
	return nil
}
