// Package random has the questions about players and codemakers who choose at random: what they
// need on average, exactly or in sampled games, how far chance takes them, and the probabilities
// with which both do best.
package random

import (
	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/experiments/notebook/ask"
)

// parseRandom returns the experiment of a player, and refuses those who draw nothing at random.
func parseRandom(p ask.Player) (engine.Experiment, error) {
	x, err := p.Experiment()
	if err == nil {
		err = chance.Check(x.Game, x.Strategy)
	}
	return x, err
}
