package optimal

import (
	"cmp"
	"context"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// Values finds what positions of one game cost at least, one after another. What it has
// found of one position serves the next. It belongs to one goroutine, until it is closed.
type Values struct {
	worker     *worker
	endHelpers func()
}

// NewValues makes one. The error is the context's, or that of a game whose feedback cannot be
// tabulated.
func NewValues(ctx context.Context, g game.Game, o Options) (*Values, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	s := newSearch(parallel.Yielding(ctx), g, Problem{}.filled().Pool, cmp.Or(o.Memory, defaultMemory))
	s.minimise(1, 0)

	return &Values{worker: s.newWorker(), endHelpers: s.startHelpers(o.Workers)}, nil
}

// Close ends the goroutines that help.
func (v *Values) Close() { v.endHelpers() }

// Least returns the least total of guesses over the secrets that rounds leave, with at most
// as many guesses left (0 for any number), or the limit if that is less. If no tree is so
// short, the total is above every limit. The error is the context's, or that no secret is left.
func (v *Values) Least(rounds []game.Round, guesses, limit int) (int, error) {
	w := v.worker
	defer w.release(w.mark())
	candidates, past, err := w.follow(rounds)
	if err != nil {
		return 0, err
	}

	least, _, _ := w.solve(candidates, cmp.Or(guesses, unlimited), past, min(cost(limit), impossible))
	return int(min(least, cost(limit))), w.ctx.Err()
}
