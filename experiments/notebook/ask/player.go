package ask

import (
	"context"
	"fmt"
	"math"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// A Player is a configuration that was parsed once. Questions about a configuration embed it.
type Player struct {
	engine.Key
	experiment engine.Experiment
	err        error // why there is no such experiment
}

// NewPlayer parses a configuration. Its error is kept for [Player.Validate].
func NewPlayer(c engine.Configuration) Player {
	x, err := c.Parse()
	if err != nil {
		c.Strategy = c.Strategy.WithDefaults() // the key is the same without the lists of a game
		return Player{Key: engine.Key(c), err: err}
	}
	return PlayerOf(x)
}

// PlayerOf is [NewPlayer] for a configuration that was read before.
func PlayerOf(x engine.Experiment) Player { return Player{Key: x.Key(), experiment: x} }

// Experiment returns the configuration as it was parsed, or why it could not be.
func (p Player) Experiment() (engine.Experiment, error) { return p.experiment, p.err }

// Power estimates a cost that grows with a power of the number of secrets.
func (p Player) Power(codes, seconds, exponent float64) float64 {
	if p.err != nil {
		return 0
	}
	return seconds * math.Pow(float64(p.experiment.Secrets())/codes, exponent)
}

// Cost estimates the time of a play, as it was measured for 32,768 codes and grows in the entry
// bench.
func (p Player) Cost() float64 { return p.Power(32768, 0.22, 1.75) }

// Validate refuses configurations that are wrong, draw at random or would not fit the memory
// limit.
func (p Player) Validate(e notebook.Env) error {
	if p.err != nil {
		return p.err
	}
	if s := p.experiment.Strategy; s.ByChance() {
		return fmt.Errorf("ties %q: %w", s.Ties, strategy.ErrChance)
	}
	return CheckMemory(e, p.experiment.Game)
}

// grow returns the decision tree of the configuration.
func (p Player) grow(ctx context.Context, e notebook.Env) (*tree.Tree, error) {
	t, _, err := p.experiment.Play(ctx, tree.Options{Workers: e.Workers})
	return t, err
}
