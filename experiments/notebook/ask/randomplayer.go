package ask

import "codebreak/engine/chance"

// checkRandom refuses configurations that are wrong or draw nothing at random.
func (p player) checkRandom() error {
	if p.err != nil {
		return p.err
	}
	return chance.Check(p.experiment.Game, p.experiment.Strategy)
}
