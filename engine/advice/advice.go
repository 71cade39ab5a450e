// Package advice says what guesses are worth in the middle of a game: the classes that a
// guess makes of the candidates, how it ranks by a criterion among all guesses, and what
// it costs against the best guess.
//
// Steps of use: [At] takes the rounds that were played; the [Position] lists the
// candidates that they leave, the [Position.Best] guesses by a criterion, and what any
// guess does ([Position.Look], [Position.Rank], [Position.Cost]).
package advice

import (
	"cmp"
	"context"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Position is a game in progress. It belongs to one goroutine.
type Position struct {
	Game       game.Game
	Rounds     []game.Round
	Candidates []game.Code // the secrets that agree with all rounds, in lexicographic order

	guesses []game.Code // all of the game's
	space   partition.Space
}

// At returns the position after some rounds, in time proportional to the secrets and the
// rounds. It may have no candidates, and then says nothing of guesses.
func At(g game.Game, rounds []game.Round) *Position {
	secrets, guesses := game.Codes(g)
	p := &Position{Game: g, Rounds: rounds, Candidates: game.Consistent(g, secrets, rounds), guesses: guesses, space: partition.NewSpace(g)}
	if len(p.Candidates) > 0 {
		p.space.Load(p.Candidates)
	}
	return p
}

// A Guess is what a guess does at a position.
type Guess struct {
	Code       game.Code
	Consistent bool // it may be the secret
	partition.Quality
	Counts partition.Counts // candidates by the feedback that they give
}

// Look returns what a guess does.
func (p *Position) Look(guess game.Code) Guess {
	counts := partition.NewCounts(p.Game)
	p.space.Count(guess, counts)
	return Guess{guess, counts[p.Game.Final()] > 0, counts.Quality(), counts}
}

// Rank is the place of a guess among all guesses by a criterion: 1 if none is better.
func (p *Position) Rank(c strategy.Criterion, guess game.Code) int {
	m := c.Measure(p.Game, len(p.Candidates))
	limit, rank := m.Of(p.Look(guess).Counts), 1
	p.scan(m, limit, func(game.Code, int64) int64 {
		rank++
		return limit
	})
	return rank
}

// scan visits the guesses that measure less than a limit, which each visit may change.
func (p *Position) scan(m partition.Measure, limit int64, visit func(guess game.Code, score int64) int64) {
	list := partition.NewGuesses(p.Game, p.guesses)
	p.space.Scan(&list, m, limit, visit)
}

// Best returns up to n of the best guesses by a criterion, consistent ones first where
// several are equally good, and then in lexicographic order.
func (p *Position) Best(c strategy.Criterion, n int) []game.Code {
	type scored struct {
		score int64
		not   int // consistent
		guess game.Code
	}
	var best []scored
	p.scan(c.Measure(p.Game, len(p.Candidates)), math.MaxInt64, func(guess game.Code, score int64) int64 {
		s := scored{score, 1, guess}
		if _, consistent := slices.BinarySearch(p.Candidates, guess); consistent {
			s.not = 0
		}
		i, _ := slices.BinarySearchFunc(best, s, func(a, b scored) int {
			return cmp.Or(cmp.Compare(a.score, b.score), a.not-b.not, cmp.Compare(a.guess, b.guess))
		})
		if best = slices.Insert(best, i, s); len(best) > n {
			best = best[:n]
		}
		if len(best) < n {
			return math.MaxInt64
		}
		return best[n-1].score + 1 // equally good ones may be consistent
	})
	out := make([]game.Code, len(best))
	for i, s := range best {
		out[i] = s.guess
	}
	return out
}

// A Cost is what a guess costs against the best guess at a position, as totals of guesses
// over all candidates, those to be made now counted.
type Cost struct {
	Guess, Best int
	// Optimal says that Best is proved to be the least. Else both totals are those of the
	// entropy strategy, after the guess and instead of it; Best may then be the larger.
	Optimal bool
	// AtMost says that the guess is followed by the entropy strategy, since the best of all
	// ways on is not known: it costs no more than this.
	AtMost bool
}

// Options are how costs are found.
type Options struct {
	// Known, if not nil, is an optimal tree of the game.
	Known *tree.Tree
	// Effort is how many guesses a search may look at, at all sets of candidates together:
	// [UsualEffort] if it is 0. The entropy strategy stands in for what is not proved then.
	Effort  int64
	Workers int   // of the entropy strategy; a search has one, so that costs do not depend on time
	Memory  int64 // bytes of a search's table; 0 means 4 MiB
}

// UsualEffort is about what a processor does in a second.
const UsualEffort = 1 << 27

// mostSearched is how many candidates a search is tried with: more take minutes.
const mostSearched = 1500

// Cost returns what a guess costs. The error is the context's.
func (p *Position) Cost(ctx context.Context, guess game.Code, o Options) (c Cost, err error) {
	n := len(p.Candidates)
	node := (*tree.Node)(nil)
	if o.Known != nil {
		node = o.Known.After(p.Rounds)
	}
	solved := false
	if node != nil {
		c.Best, c.Optimal = total(node), true
	} else if n <= mostSearched {
		c.Best, c.Optimal, err = p.solve(ctx, nil, o)
	}
	if err != nil {
		return c, err
	}
	switch look := p.Look(guess); {
	case !c.Optimal:
	case node != nil && node.Guess == guess:
		c.Guess, solved = c.Best, true
	case look.Parts == 1 && !look.Consistent: // it tells nothing
		c.Guess, solved = n+c.Best, true
	default:
		if c.Guess, solved, err = p.solve(ctx, &guess, o); err != nil {
			return c, err
		}
	}
	if solved {
		return c, nil
	}
	c.AtMost = c.Optimal
	if c.Guess, err = p.grow(ctx, &guess, o); err == nil && !c.Optimal {
		c.Best, err = p.grow(ctx, nil, o)
	}
	return c, err
}

func total(n *tree.Node) int { return tree.Measure(&tree.Tree{Root: n}).Solved.Total }

// solve returns the least total of the position, after a guess if there is one, if the
// effort suffices to prove it.
func (p *Position) solve(ctx context.Context, first *game.Code, o Options) (least int, proved bool, err error) {
	sets := max(1, cmp.Or(o.Effort, UsualEffort)/int64(len(p.guesses)))
	a, err := optimal.Solve(ctx, optimal.Problem{Game: p.Game, Path: p.Rounds, First: first}, optimal.Options{Memory: cmp.Or(o.Memory, 4<<20), Sets: sets})
	if err != nil || !a.Proved {
		return 0, false, err
	}
	return total(a.Tree.Root), true, nil
}

// grow returns the total of the entropy strategy from the position on.
func (p *Position) grow(ctx context.Context, first *game.Code, o Options) (int, error) {
	t, err := tree.Grow(ctx, p.Game, strategy.Strategy{Criterion: strategy.Entropy}, first, tree.Options{Workers: o.Workers, Path: p.Rounds})
	if err != nil {
		return 0, err
	}
	return total(t.Root), nil
}
