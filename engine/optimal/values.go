package optimal

import (
	"cmp"
	"context"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
)

// Values finds what positions of one game cost at least, one after another. What it has
// found of one position serves the next. It belongs to one goroutine, until it is closed.
type Values struct {
	ctx        context.Context
	search     search.Search
	endHelpers func()
}

// NewValues makes one. The error is the context's, or that of a game whose feedback cannot be
// tabulated.
func NewValues(ctx context.Context, g game.Game, o Options) (*Values, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	ctx = parallel.Yielding(ctx)
	s := search.New(ctx, g, strategy.All, cmp.Or(o.Memory, defaultMemory))
	s.Minimise(search.Prices{PerGuess: 1})

	return &Values{
		ctx:        ctx,
		search:     s,
		endHelpers: s.StartHelpers(o.Workers),
	}, nil
}

// Close ends the goroutines that help.
func (v *Values) Close() { v.endHelpers() }

// Least returns the least total of guesses over the secrets that rounds leave, with at most
// as many guesses left (0 for any number), or the limit if that is less. If no tree is so
// short, the total is above every limit. The error is the context's, or that no secret is left.
func (v *Values) Least(rounds []game.Round, guesses, limit int) (int, error) {
	p, err := v.search.Follow(rounds)
	if err != nil {
		return 0, err
	}

	guesses = cmp.Or(guesses, search.Unlimited)
	most := cost(limit)
	least, _, _ := v.search.Solve(p, guesses, min(most, search.Impossible))
	return int(min(least, most)), v.ctx.Err()
}
