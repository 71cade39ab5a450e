package measure

import (
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// mostSeconds is how long the expectation of a random player may take; others are sampled.
const mostSeconds = 60

// SlowToExpect reports whether the expectation of a random player takes longer than a minute, as
// far as is known: without symmetries few sets of candidates are equal.
func SlowToExpect(x engine.Experiment) bool {
	if game.CanonicalGuesses(x.Game) == nil && game.CountSecrets(x.Game) > 500 {
		return true
	}
	return ask.NewExpected(engine.Configuration(x.Key())).Cost() > mostSeconds
}

// AnyCount is what bounds a figure of a game if it is not known whether guesses are counted
// until the secret is solved or until it is identified, which takes fewer.
func AnyCount(g game.Game) report.Conditions {
	return report.Conditions{
		Secrets: game.CountSecrets(g), Outcomes: g.Outcomes(), Capacity: bounds.CapacityOf(g), Identified: true, Limit: tree.MaxGuesses,
	}
}
