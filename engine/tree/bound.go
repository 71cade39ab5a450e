package tree

import "math"

// Bounds are what no strategy of a game can beat.
type Bounds struct {
	// Information is the number of guesses after which the feedback can
	// distinguish all secrets: log(secrets)/log(outcomes). It bounds the guesses
	// until the secret is known.
	Information float64 `json:"information"`
	// Total, Mean and Worst count guesses until the secret is solved. They
	// follow from counting: a node has at most outcomes-1 answers that do not
	// end the game, so at most (outcomes-1)^(d-1) secrets can be solved by guess d.
	Total int     `json:"total"`
	Mean  float64 `json:"mean"`
	Worst int     `json:"worst"`
}

// LowerBounds computes the bounds for a game of the given secrets and possible
// outcomes of a guess, both at least 2.
func LowerBounds(secrets, outcomes int) Bounds {
	c := CapacityByAnswers(secrets, outcomes)
	total := c.Total(secrets)
	return Bounds{
		Information: math.Log(float64(secrets)) / math.Log(float64(outcomes)),
		Total:       total, Mean: float64(total) / float64(secrets), Worst: c.Worst(secrets),
	}
}
