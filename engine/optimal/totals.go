package optimal

import (
	"context"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// Totals finds the least totals of positions of one game, one after another: what it is made
// of takes longer to make than most positions take to solve. It belongs to one goroutine.
type Totals struct{ worker *worker }

// NewTotals makes one, with a transposition table of about as many bytes. The error is that
// of a game whose feedback cannot be tabulated, or the context's.
func NewTotals(ctx context.Context, g game.Game, memory int64) (*Totals, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	s := newSearch(ctx, g, Problem{}.filled().Pool, memory)
	s.minimise(1, 0)
	return &Totals{s.newWorker()}, nil
}

// Least returns the least total of guesses after rounds, which count no more, over the
// secrets that they leave, and a first guess of a tree that has it: the one given, if there is
// one, which must not leave all secrets together. It is proved unless that takes more sets of
// candidates than are allowed (0 for any number). What it does depends on its arguments only,
// not on the calls before. The error is the context's, or that no secret is left.
func (t *Totals) Least(ctx context.Context, rounds []game.Round, first *game.Code, sets int64) (total int, guess game.Code, proved bool, err error) {
	if err := game.CheckRounds(t.worker.game, rounds, first); err != nil {
		return 0, 0, false, err
	}
	within, giveUp := context.WithCancel(parallel.Yielding(ctx))
	defer giveUp()
	w := t.worker
	w.ctx, w.giveUp, w.most = within, giveUp, sets
	w.nodes.Store(0)
	w.known.clear()
	defer w.release(w.mark())
	root, past, err := w.follow(rounds)
	if err != nil {
		return 0, 0, false, err
	}
	var least cost
	if first == nil {
		least, guess, proved = w.solve(root, unlimited, past, impossible)
	} else {
		guess = *first
		least, proved = w.try(root, choice{bound: w.guessBound(root, guess, unlimited), guess: uint64(guess)}, unlimited, past, impossible)
	}
	return int(least), guess, proved, ctx.Err()
}
