package ask

import "codebreak/engine/chance"

// checkRandom refuses what is not well formed or draws nothing at random.
func (p player) checkRandom() error {
	if p.err != nil {
		return p.err
	}
	return chance.Check(p.experiment.Game, p.experiment.Strategy)
}
