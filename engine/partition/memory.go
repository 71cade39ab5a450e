package partition

import "codebreak/engine/game"

// Memory bounds the bytes that playing a game takes with this many workers: its codes and
// their feedback, the guesses worth counting, decision trees, and for each worker a space
// and the data along its path. Caches are not counted. It is generous, so that work within
// the bound always fits.
func Memory(g game.Game, workers int) int64 {
	const perSecret, perGuess = 160, 32
	const perListed, mostListed = 256, 64 << 20 // lists of guesses worth counting: for each guess, and at most

	secrets, guesses := sizes(g)
	codes := perSecret*secrets + perGuess*guesses
	lists := min(perListed*guesses, mostListed)
	perWorker := 4<<20 + 80*secrets + 96*guesses
	return TableMemory(g) + codes + lists + int64(max(1, workers))*perWorker
}

// MostFeedback is the greatest number of bytes of feedback that a search keeps.
const MostFeedback = 512 << 20

// SearchMemory is [Memory] for exact searches, which also keep bounds for sets of each
// size, and the feedback of all secrets to all guesses where these are few.
func SearchMemory(g game.Game, workers int) int64 {
	const feedbackBytes = 2
	const bounds, mostBounds = 96, 2 << 30
	secrets, guesses := sizes(g)
	kept := min(feedbackBytes*secrets*guesses, MostFeedback)
	return Memory(g, workers) + kept + min(bounds*secrets*int64(g.Outcomes()), mostBounds)
}

func sizes(g game.Game) (secrets, guesses int64) {
	return int64(game.CountSecrets(g)), int64(game.CountGuesses(g))
}

// TableMemory returns the size of a game's table in bytes; 0 if it has no table.
func TableMemory(g game.Game) int64 {
	if game.StructureOf(g).Table == nil {
		return 0
	}
	width := int64(1)
	if g.OutcomeLimit() > 256 {
		width = 2
	}
	return width * int64(game.CountSecrets(g)) * int64(game.CountGuesses(g))
}
