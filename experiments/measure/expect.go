package measure

import (
	"slices"

	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook/random"
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
	return random.ExpectedOf(x).About().Cost > mostSeconds
}

// endless is a number of comparisons of a guess with a secret that takes many hours.
const endless = 1e12

// SayEndless says at once what to do without a strategy that compares all guesses with all secrets,
// where that takes too long to wait for.
func SayEndless(a *base.App, x engine.Experiment, instead string) {
	secrets := game.CountSecrets(x.Game)
	guesses := game.CountGuesses(x.Game)
	comparing := slices.Contains(strategy.Classic(), x.Strategy.Criterion) && x.Strategy.Pool == strategy.All
	if comparing && game.StructureOf(x.Game).Symmetry == game.Asymmetric && float64(secrets)*float64(guesses) >= endless {
		a.Say("%s compares %s guesses with %s secrets, which takes days; %s answers soon",
			x.Strategy.Criterion, wording.Thousands(guesses), wording.Thousands(secrets), instead)
	}
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
