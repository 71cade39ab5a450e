package strategy

import (
	"codebreak/engine/game"
	"codebreak/engine/scatter"
)

// history hashes the rounds of a path.
func history(path []game.Round) uint64 {
	hash := uint64(0)
	for _, r := range path {
		hash = scatter.Number(hash ^ uint64(r.Guess)<<8 ^ uint64(r.Feedback))
	}
	return hash
}

// rank draws a number for a guess at a node; the guess with the lowest number is made.
func rank(seed, history uint64, guess game.Code) uint64 {
	return scatter.Number(seed ^ scatter.Number(history^uint64(guess)))
}

// Draw returns the guess that the ties "random=SEED" pick among equally good ones after
// the rounds of path. The guesses must be in order, and at least one.
func Draw(seed uint64, path []game.Round, guesses []game.Code) game.Code {
	if len(guesses) == 1 {
		return guesses[0]
	}

	node := history(path)
	drawn := guesses[0]
	lowest := rank(seed, node, guesses[0])
	for _, guess := range guesses[1:] {
		r := rank(seed, node, guess)
		if r < lowest {
			drawn = guess
			lowest = r
		}
	}
	return drawn
}
