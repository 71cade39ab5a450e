// Package bounds has lower bounds of totals, means and worst cases that hold for every
// strategy. They follow from how many secrets a given number of guesses can solve.
//
// [ByCounting] needs only the number of secrets of a game and the number of kinds of
// feedback. A [Capacity] knows the rules: with black pegs only, and in two positions,
// guesses solve fewer secrets than counting says. The exact searches of engine/optimal
// and engine/worstcase prune by it.
package bounds

import "math"

// Lower holds bounds that no strategy of a game can beat.
type Lower struct {
	// Information is the number of guesses after which the feedback can distinguish all
	// secrets: log(secrets)/log(outcomes). It bounds the guesses until the secret is
	// identified.
	Information float64 `json:"information"`
	// Total, Mean and Worst count guesses until the secret is solved. They
	// follow from counting: a node has at most outcomes-1 kinds of feedback that do not
	// end the game, so at most (outcomes-1)^(d-1) secrets can be solved by guess d.
	Total int     `json:"total"`
	Mean  float64 `json:"mean"`
	Worst int     `json:"worst"`
}

// ByCounting returns the bounds for a game of the given secrets and possible
// outcomes of a guess, both at least 2.
func ByCounting(secrets, outcomes int) Lower {
	c := CapacityByCounting(secrets, outcomes)
	total := c.Total(secrets)
	return Lower{
		Information: math.Log(float64(secrets)) / math.Log(float64(outcomes)),
		Total:       total,
		Mean:        float64(total) / float64(secrets),
		Worst:       c.Worst(secrets),
	}
}
