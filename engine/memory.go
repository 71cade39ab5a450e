package engine

import (
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Memory estimates how many bytes playing the configuration with so many
// workers takes at most, before any of it is played: the codes of the game
// and the lists of guesses worth counting, a space of candidates for each
// worker, and the decision tree.
func (c Configuration) Memory(workers int) (bytes int64, err error) {
	g, _, err := c.parse()
	if err != nil {
		return 0, err
	}
	secrets := game.CountSecrets(g)
	return strategy.Memory(g) + int64(workers)*partition.Memory(g, secrets) + tree.Memory(secrets), nil
}
