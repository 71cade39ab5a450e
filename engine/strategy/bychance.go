package strategy

import (
	"context"
	"errors"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
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
		Check:     checkShuffled,
	},
}

// newNext makes the player that guesses the first candidate after the last guess.
func newNext(game.Game, uint64) (Player, error) {
	return RandomPlayer{ByRounds: true, Tied: nextOf}, nil
}

func nextOf(_ context.Context, p Position) ([]game.Code, error) {
	if len(p.Rounds) == 0 {
		return p.Candidates, nil
	}

	last := p.Rounds[len(p.Rounds)-1].Guess
	i, _ := slices.BinarySearch(p.Candidates, last)
	return p.Candidates[i%len(p.Candidates):][:1], nil
}

// A plus is the player of Merelo, Mora, Castillo and Cotta: it draws a candidate that is best both by
// entropy and by most-parts, or else by either. It belongs to one goroutine.
type plus struct {
	game    game.Game
	space   partition.Space
	entropy partition.Measure
}

func newPlus(g game.Game, _ uint64) (Player, error) {
	secrets, _ := game.Codes(g)
	p := plus{
		game:    g,
		space:   partition.NewSpace(g),
		entropy: entropy(g, len(secrets)),
	}
	return RandomPlayer{Tied: p.tied}, nil
}

// tied returns the candidates that are best both by entropy and by the number of parts, or else
// the ones best by either. The error is that of the context.
func (p *plus) tied(ctx context.Context, at Position) ([]game.Code, error) {
	p.space.Load(at.Candidates)
	some := p.best(ctx, p.entropy)
	others := p.best(ctx, partition.MinusParts())

	var both []game.Code
	for _, guess := range some {
		if slices.Contains(others, guess) {
			both = append(both, guess)
		}
	}
	if len(both) > 0 {
		return both, ctx.Err()
	}
	return append(some, others...), ctx.Err()
}

// best returns the candidates with the least measure; if the context ends, others too.
func (p *plus) best(ctx context.Context, m partition.Measure) (guesses []game.Code) {
	least := int64(math.MaxInt64 - 1)
	visit := func(guess game.Code, score int64) int64 {
		if score < least {
			guesses = guesses[:0]
			least = score
		}
		guesses = append(guesses, guess)
		return least + 1
	}

	list := partition.NewGuesses(p.game, p.space.Codes())
	for !list.Empty() && ctx.Err() == nil {
		block := list.Cut(64)
		p.space.Scan(&block, m, least+1, visit)
	}
	return guesses
}

// newShuffled makes the player that deals games of its own.
func newShuffled(g game.Game, _ uint64) (Player, error) {
	return RandomPlayer{Deal: dealShuffled(g)}, nil
}
