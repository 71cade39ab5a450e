package optimal

import (
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// Memory returns about how many bytes a search with so many workers takes at
// most, its transposition table not counted: first those of growing a tree to
// begin with beside the best so far, then those of lists of bounds and, for
// each worker, of the sets and the choices on the way to where it is.
func (p Problem) Memory(workers int) int64 {
	const codeBytes, runBytes, keyBytes, boundBytes, choiceBytes = 4, 8, 2 * 16, 8, 16
	workers = max(1, workers)
	n, guesses := game.CountSecrets(p.Game), int64(game.CountGuesses(p.Game))
	secrets, space := int64(n), int64(workers)*partition.Memory(p.Game, n)
	table := game.TableMemory(p.Game)
	start := strategy.Memory(p.Game) - table + space + tree.Memory(n)
	capacity := bounds.CapacityOf(p.Game)
	rows := int64(2 + capacity.Worst(n)) // of bounds, one for each number of guesses left
	if capacity.ByAnswer() {
		rows *= int64(p.Game.Outcomes())
	}
	// A part and the choices at it are much smaller than what they are made of, in
	// all but small games. Lists come and go fast: some are garbage at any time.
	const garbage = 3 << 20
	own := 5*codeBytes*secrets + 3*choiceBytes*guesses + garbage
	search := rows*boundBytes*secrets + space + int64(workers)*own + partition.ReducerMemory(guesses)
	toGuess, ofSecret := matrices(p.Game, n, int(guesses))
	search += toGuess + ofSecret
	if toGuess > 0 {
		const numberBytes = 4
		search += numberBytes * shapes(p.Game)
	}
	if p.Pool.Allows(p.Game) != nil {
		const lists = 4 // of guesses, on the way to where a worker is
		search += int64(workers) * lists * runBytes * guesses
	}
	always := table + tree.Memory(n) + codeBytes*(secrets+guesses) + runBytes*guesses + keyBytes*secrets
	return always + max(start, search)
}
