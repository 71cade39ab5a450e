package strategy

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// Tied loads the candidates and returns the guesses among which the pick rule chooses, in its
// order: those of the best score that the links of the ties leave equal. It keeps guesses that
// are equivalent by symmetry, so that a random pick is fair to all codes. It takes about the time
// of Choose; a [RandomPlayer] returns its own list. The error comes from the context, or says
// that the strategy has players of its own, which rate no guesses.
func (c *CompiledPlayer) Tied(
	ctx context.Context,
	candidates []game.Code,
	path []game.Round,
) ([]game.Code, error) {
	if c.newOwn != nil {
		d, ok := c.own.(RandomPlayer)
		if ok && d.Tied != nil {
			return d.Tied(ctx, Position{
				Game:       c.game,
				Rounds:     path,
				Candidates: candidates,
			})
		}
		return nil, cmp.Or(c.err, errors.New("it rates no guesses, so that none are equally good"))
	}

	c.Space.Load(candidates)
	if len(candidates) <= c.endgame {
		return candidates[:1], ctx.Err()
	}

	n := len(candidates)
	outcomes := c.game.Outcomes()
	e := tied{guesses: c.tied[:0]}
	defer func() { c.tied = e.guesses }()

	// Where candidates decide a tie first, other codes count only if they are better.
	candidatesOnly := len(path) >= c.allUntil
	if candidatesOnly || c.prefer && c.before == 0 {
		c.gather(ctx, c.kept(c.list(candidates), path), &e, false)
		beatable := len(e.guesses) == 0 || e.score > bound(c.measure, n, outcomes, false, c.counts)
		if !candidatesOnly && beatable {
			c.gather(ctx, c.allowed(path), &e, true)
		}
	} else {
		c.gather(ctx, c.allowed(path), &e, false)
	}

	list := c.mistaken(c.allowed(path), e.guesses)
	for !list.Empty() {
		e.guesses = e.guesses[:0]
		c.gather(ctx, list, &e, false)
		list = c.mistaken(list, e.guesses)
	}

	if len(e.guesses) == 0 {
		return candidates[:1], ctx.Err() // no guess of the pool divides the candidates
	}
	return slices.Clone(c.follow(ctx, e.guesses)), ctx.Err()
}

// follow keeps the guesses, all of one score, that the links of the ties leave equal; if
// the context ends, others too.
func (c *CompiledPlayer) follow(ctx context.Context, guesses []game.Code) []game.Code {
	guesses = c.least(ctx, guesses, c.links[:c.before])
	if c.prefer {
		candidates := slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool {
			c.Space.Count(guess, c.counts)
			return c.counts[c.game.Final()] != 1 && ctx.Err() == nil
		})
		if len(candidates) > 0 {
			guesses = candidates
		}
	}

	return c.least(ctx, guesses, c.links[c.before:])
}

// least keeps the guesses that are best by the first of the links, among these the best by
// the next, and so on; if the context ends, others too.
func (c *CompiledPlayer) least(
	ctx context.Context,
	guesses []game.Code,
	links []partition.Measure,
) []game.Code {
	for _, l := range links {
		var lowest int64
		kept := 0
		for i, guess := range guesses {
			if i%64 == 0 && ctx.Err() != nil {
				return guesses
			}

			c.Space.Count(guess, c.counts)
			value := l.Of(c.counts)
			if i == 0 || value < lowest {
				lowest = value
				kept = 0
			}
			if value == lowest {
				guesses[kept] = guess
				kept++
			}
		}
		guesses = guesses[:kept]
	}
	return guesses
}

// tied are the best guesses found so far, all of one score.
type tied struct {
	guesses []game.Code
	score   int64
}

// gather reads a list for guesses that are as good as the best so far, or better. With
// better set, equal guesses count only after a better one has come. It stops when the
// context ends.
func (c *CompiledPlayer) gather(ctx context.Context, list partition.Guesses, e *tied, better bool) {
	useless := c.useless()
	words := (len(c.Space.Codes()) + 63) / 64
	size := max(1, c.block/words)
	for !list.Empty() && ctx.Err() == nil {
		block := list.Cut(size)
		c.Space.Scan(&block, c.measure, c.limitOfTied(e, useless, better), func(guess game.Code, score int64) int64 {
			if c.flat {
				score = 0
			}
			if len(e.guesses) == 0 || score < e.score {
				e.guesses = e.guesses[:0]
				e.score = score
				better = false
			}
			e.guesses = append(e.guesses, guess)
			return c.limitOfTied(e, useless, better)
		})
	}
}

// limitOfTied returns the score below which a guess belongs to the best, or is better; only
// the latter if better is set.
func (c *CompiledPlayer) limitOfTied(e *tied, useless int64, better bool) int64 {
	switch {
	case len(e.guesses) == 0 || c.flat:
		return useless
	case better:
		return e.score
	}
	return min(e.score+1, useless)
}
