package optimal

import (
	"context"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
)

// Totals finds the least totals of positions of one game, one after another. To make it
// takes longer than to solve most positions. It belongs to one goroutine.
type Totals struct {
	game   game.Game
	search search.Search
}

// NewTotals makes a Totals with a transposition table of about as many bytes as memory says.
// The error is that of a game whose feedback cannot be tabulated, or the context's.
func NewTotals(ctx context.Context, g game.Game, memory int64) (*Totals, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	s := search.New(ctx, g, strategy.All, memory)
	s.Minimise(search.Prices{PerGuess: 1})
	return &Totals{game: g, search: s}, nil
}

// Least returns the least total of guesses over the secrets that some rounds leave, without
// the guesses of the rounds, and the first guess of a tree that has it. If first is not nil it
// is the first guess; it must not leave all secrets together.
//
// The total is proved unless that takes more sets of candidates than sets says (0 for any
// number). What is returned depends on the arguments only, not on the calls before. The error
// is the context's, or that no secret is left.
func (t *Totals) Least(
	ctx context.Context,
	rounds []game.Round,
	first *game.Code,
	sets int64,
) (total int, guess game.Code, proved bool, err error) {
	if err := game.CheckRounds(t.game, rounds, first); err != nil {
		return 0, 0, false, err
	}

	within, giveUp := context.WithCancel(parallel.Yielding(ctx))
	defer giveUp()
	t.search.Restart(within, sets, giveUp)
	root, err := t.search.Follow(rounds)
	if err != nil {
		return 0, 0, false, err
	}

	var least cost
	if first == nil {
		least, guess, proved = t.search.Solve(root, search.Unlimited, search.Impossible)
	} else {
		guess = *first
		c := t.search.Choice(root, guess, search.Unlimited)
		least, proved = t.search.Try(root, c, search.Unlimited, search.Impossible)
	}
	return int(least), guess, proved, ctx.Err()
}
