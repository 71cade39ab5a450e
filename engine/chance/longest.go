package chance

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/normal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// Longest returns a longest game that a player can be led into who guesses candidates
// alone: its rounds; the last finds the secret. The same call returns the same game.
//
// A game of n rounds needs n candidates at its start, so sets of no more candidates than
// the longest game found so far has rounds to come are left out. The results of the
// others are remembered by their normal forms, as [Expect] does. Errors are those of
// [CheckLongest], and the context's.
func Longest(ctx context.Context, g game.Game, opts Options) ([]game.Round, error) {
	if g == nil {
		return nil, game.ErrNoGame
	}
	err := CheckLongest(g, opts)
	if err == nil {
		err = game.Prepare(ctx, g)
	}
	if err != nil {
		return nil, fmt.Errorf("longest game of %s: %w", g, err)
	}

	l := longest{
		ctx:    ctx,
		game:   g,
		normal: newNormaliser(g),
		known:  map[string]reach{},
		room:   opts.memory() / 2,
	}
	codes, _ := game.Codes(g)
	var rounds []game.Round
	for left := l.rounds(codes, 0, game.SymmetriesOf(g)); left > 1; left-- {
		round, part := l.step(codes, left)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rounds = append(rounds, round)
		codes = part
	}
	return append(rounds, game.Round{
		Guess:    codes[0],
		Feedback: g.Final(),
	}), ctx.Err()
}

// CheckLongest returns an error if Longest would refuse a game,
// as [CheckReach] does for the random player.
func CheckLongest(g game.Game, opts Options) error {
	return CheckReach(g, strategy.Strategy{
		Criterion: strategy.Simple,
		Pool:      strategy.Consistent,
		Ties:      "random",
	}, opts)
}

// alikeFrom is the number of candidates from which it pays to look for equivalent guesses.
const alikeFrom = 24

// A longest is a search for a longest game.
type longest struct {
	ctx    context.Context
	game   game.Game
	normal *normal.Normaliser // nil without symmetries
	known  map[string]reach
	room   int64 // bytes that may still be kept
}

// A reach is how many rounds a game from a set of candidates can take: exactly, or at most.
type reach struct {
	rounds int
	exact  bool
}

// rounds returns the length of the longest game from codes. If that is at most enough, any upper
// bound up to enough will do. The symmetries leave the guesses on the way to the set unchanged.
func (l *longest) rounds(codes []game.Code, enough int, symmetries game.Symmetries) int {
	if len(codes) <= max(2, enough) || l.ctx.Err() != nil {
		return len(codes)
	}

	var id string
	if len(codes) > maxTiny {
		id = key(l.normal, codes, 0)
		r, ok := l.known[id]
		if ok && (r.exact || r.rounds <= enough) {
			return r.rounds
		}
	}

	best := reach{rounds: max(2, enough), exact: enough <= 2}
	alike := len(codes) >= alikeFrom && !symmetries.Trivial()
	tried := map[game.Code]bool{}
	for _, guess := range codes {
		left := func(game.Feedback) (none game.Symmetries) { return none }
		if alike {
			least := symmetries.Least(guess)
			if tried[least] {
				continue
			}
			tried[least] = true
			left = symmetries.Fixing(guess)
		}

		for _, part := range l.parts(codes, guess) {
			if len(part.Codes) < best.rounds {
				break // the others are no larger
			}
			n := 1 + l.rounds(part.Codes, best.rounds-1, left(part.Feedback))
			if n > best.rounds {
				best = reach{n, true}
			}
		}
		if best.rounds == len(codes) {
			break
		}
	}

	size := int64(entryBytes + len(id))
	if id != "" && l.room >= size && l.ctx.Err() == nil {
		l.room -= size
		l.known[id] = best
	}
	return best.rounds
}

// step returns the first round of a game of a number of rounds, and the candidates after it.
func (l *longest) step(codes []game.Code, rounds int) (game.Round, []game.Code) {
	for _, guess := range codes {
		for _, part := range l.parts(codes, guess) {
			if len(part.Codes) >= rounds-1 && l.rounds(part.Codes, rounds-2, game.Symmetries{}) >= rounds-1 {
				return game.Round{Guess: guess, Feedback: part.Feedback}, part.Codes
			}
		}
	}
	return game.Round{}, codes // the context has ended
}

// parts returns the parts that a guess of a candidate leaves, the largest first.
func (l *longest) parts(codes []game.Code, guess game.Code) []partition.Part {
	parts := partition.Split(l.game, codes, guess)
	parts = slices.DeleteFunc(parts, func(p partition.Part) bool {
		return p.Feedback == l.game.Final()
	})
	slices.SortFunc(parts, func(a, b partition.Part) int {
		return cmp.Or(len(b.Codes)-len(a.Codes), cmp.Compare(a.Codes[0], b.Codes[0]))
	})
	return parts
}
