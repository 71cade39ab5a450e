package strategy

import (
	"codebreak/engine/game"
	"codebreak/engine/scatter"
)

// history makes one number of the rounds of a path.
func history(path []game.Round) uint64 {
	past := uint64(0)
	for _, r := range path {
		past = scatter.Number(past ^ uint64(r.Guess)<<8 ^ uint64(r.Feedback))
	}
	return past
}

// rank draws the number of a guess at the node to which the rounds of a history lead.
func rank(seed, past uint64, guess game.Code) uint64 {
	return scatter.Number(seed ^ scatter.Number(past^uint64(guess)))
}

// Draw returns which of equally good guesses the ties "random=SEED" pick after
// the rounds of path. The guesses must be in order, at least one.
func Draw(seed uint64, path []game.Round, guesses []game.Code) game.Code {
	if len(guesses) == 1 {
		return guesses[0]
	}
	past := history(path)
	drawn, lowest := guesses[0], rank(seed, past, guesses[0])
	for _, guess := range guesses[1:] {
		if l := rank(seed, past, guess); l < lowest {
			drawn, lowest = guess, l
		}
	}
	return drawn
}
