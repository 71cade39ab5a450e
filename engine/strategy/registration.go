package strategy

import (
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// A Registration gives a criterion, or a strategy that minimises nothing, its name.
type Registration struct {
	Criterion Criterion // the name, of small letters, digits and hyphens
	Minimises string    // in words; "nothing: …" for a strategy of its own
	Author    string
	Year      int

	// Version is that of a strategy added by [Register]: raise it whenever its guesses
	// change, since the store keeps answers by it. The fingerprint of the engine covers the
	// built-in strategies.
	Version string

	// Measure makes this a criterion: it returns the number to minimise, for at most n
	// candidates of a game. A criterion combines with every pool, ties, order and
	// endgame, and may itself be a link of ties. See [partition.Measure] for the numbers
	// that are possible.
	Measure func(g game.Game, n int) partition.Measure

	// New makes this a strategy of its own: it returns a player of a game. Check, if set,
	// says in constant time why the strategy does not play some game. Pools, orders and
	// endgames do not apply to it, nor do ties, unless Random is set: then "random=SEED"
	// gives the seed, and is needed.
	New    func(g game.Game, seed uint64) (Player, error)
	Check  func(g game.Game) error
	Random bool
	// ByChance says that New returns a [RandomPlayer]. Its ties are always "random".
	ByChance bool
	// First, if set, returns the guess with which the strategy always begins, so that no
	// other can be given.
	First func(g game.Game) game.Code
}
