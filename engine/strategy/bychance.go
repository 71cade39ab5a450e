package strategy

import (
	"context"
	"errors"

	"codebreak/engine/game"
	"codebreak/engine/strategy/internal/programs"
)

// Random players of other programs. A strategy of the grid draws its guess where ties end
// in "random", and all tied guesses are equally likely. These players draw otherwise, and
// their ties are always "random".
const (
	NextSwaszek  Criterion = "next@swaszek"
	PlusMerelo   Criterion = "plus@merelo"
	ShuffledRosu Criterion = "shuffled@rosu"
)

// ErrChance says that no single guess can be chosen.
var ErrChance = errors.New("ties that end in random without a seed give no single decision tree; add a seed, such as random=1")

// A RandomPlayer is a [Player] whose guesses are drawn, and so has no single guess.
type RandomPlayer struct {
	// Tied returns the guesses among which the player draws, all equally likely. Unless ByRounds
	// is set, they depend on the candidates alone, and renaming positions and colours does not
	// matter.
	Tied     func(ctx context.Context, p Position) ([]game.Code, error)
	ByRounds bool

	// Deal replaces Tied for a player that draws before each game: it draws the game of
	// this number for a seed, that is, the secret and a function that picks a candidate.
	Deal func(seed, number uint64) (secret game.Code, pick func(candidates []game.Code) game.Code)
}

// Guess returns [ErrChance].
func (RandomPlayer) Guess(context.Context, Position) (game.Code, error) {
	return 0, ErrChance
}

// byChance are the random players.
var byChance = []Registration{
	{
		Criterion: NextSwaszek,
		Minimises: "nothing: it begins anywhere, at random, and guesses the next candidate in order; after the last code comes the first",
		Author:    "Swaszek",
		Year:      2000,
		ByChance:  true,
		New:       newNext,
	},
	{
		Criterion: PlusMerelo,
		Minimises: "both the negative entropy and the negative number of parts, or else either, among candidates",
		Author:    "Merelo, Mora, Castillo and Cotta",
		Year:      2013,
		ByChance:  true,
		New:       newPlus,
	},
	{
		Criterion: ShuffledRosu,
		Minimises: "nothing: it guesses the first candidate in an order of the colours that is shuffled for each position and game",
		Author:    "Rosu",
		Year:      2026,
		ByChance:  true,
		New:       newShuffled,
		Check:     programs.CheckShuffled,
	},
}

// newNext makes the player that guesses the first candidate after the last guess.
func newNext(game.Game, uint64) (Player, error) {
	return RandomPlayer{ByRounds: true, Tied: nextOf}, nil
}

func nextOf(_ context.Context, p Position) ([]game.Code, error) {
	return programs.SwaszekNext(p.Rounds, p.Candidates), nil
}

// newPlus makes the player that draws a candidate that is best both by entropy and by most-parts,
// or else by either.
func newPlus(g game.Game, _ uint64) (Player, error) {
	secrets, _ := game.Codes(g)
	plus := programs.NewPlus(g, entropy(g, len(secrets)))
	tied := func(ctx context.Context, p Position) ([]game.Code, error) {
		return plus.Guesses(ctx, p.Candidates)
	}
	return RandomPlayer{Tied: tied}, nil
}

// newShuffled makes the player that deals games of its own.
func newShuffled(g game.Game, _ uint64) (Player, error) {
	return RandomPlayer{Deal: programs.DealShuffled(g)}, nil
}
