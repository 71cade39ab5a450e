package measure

import (
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// mostSeconds limits the exact expectation of a random player. Slower players are sampled.
const mostSeconds = 60

// SlowToExpect reports whether the exact expectation of a random player is estimated to take
// more than a minute. Games without symmetries are slow too: few of their sets of candidates
// are equal, so that remembering sets saves little.
func SlowToExpect(x engine.Experiment) bool {
	if game.CanonicalGuesses(x.Game) == nil && game.CountSecrets(x.Game) > 500 {
		return true
	}
	return ask.ExpectedOf(x).About().Cost > mostSeconds
}

// AnyCount returns the bounds of a figure of a game where the source does not say whether
// guesses are counted until the secret is solved or until it is identified. They are the
// bounds for identified, which takes fewer.
func AnyCount(g game.Game) report.Conditions {
	return report.Conditions{
		Secrets:    game.CountSecrets(g),
		Outcomes:   g.Outcomes(),
		Capacity:   bounds.CapacityOf(g),
		Identified: true,
		Limit:      tree.MaxGuesses,
	}
}
