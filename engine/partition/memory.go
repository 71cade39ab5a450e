package partition

import "codebreak/engine/game"

// Memory bounds how many bytes playing a game takes with this many workers: its
// codes and their answers, the guesses worth counting, decision trees, and for each
// worker a space and what lies on its way. Caches are not counted. It is generous,
// so that work that fits is never too much.
func Memory(g game.Game, workers int) int64 {
	const perSecret, perGuess = 160, 32
	const list, lists = 256, 64 << 20 // of guesses worth counting, for each guess and at most
	secrets, guesses := sizes(g)
	perWorker := 4<<20 + 80*secrets + 96*guesses
	return game.TableMemory(g) + perSecret*secrets + perGuess*guesses + min(list*guesses, lists) + int64(max(1, workers))*perWorker
}

// MostAnswers is how many bytes of answers a search keeps at most.
const MostAnswers = 512 << 20

// SearchMemory is [Memory] for exact searches, which keep bounds for sets of each
// size besides, and the answers of all secrets to all guesses where these are few.
func SearchMemory(g game.Game, workers int) int64 {
	const answers = 2
	const bounds, mostBounds = 96, 2 << 30
	secrets, guesses := sizes(g)
	return Memory(g, workers) + min(answers*secrets*guesses, MostAnswers) + min(bounds*secrets*int64(g.Outcomes()), mostBounds)
}

func sizes(g game.Game) (secrets, guesses int64) {
	return int64(game.CountSecrets(g)), int64(game.CountGuesses(g))
}
