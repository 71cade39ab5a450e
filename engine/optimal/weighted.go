package optimal

import (
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/tree"
)

// MostWeight bounds the sum of the weights of all secrets: totals fit 62 bits.
const MostWeight = 1 << 58

// CheckWeights returns an error unless there is a weight for each secret of a game, none of
// them is negative, and their sum is from 1 to [MostWeight].
func CheckWeights(g game.Game, weights []int) error {
	n := game.CountSecrets(g)
	if len(weights) != n {
		return fmt.Errorf("weights: %d; there must be one for each secret of %s: %d", len(weights), g, n)
	}
	sum := 0
	for _, w := range weights {
		if w < 0 || w > MostWeight-sum {
			return fmt.Errorf("the weights must not be negative, nor have a sum of more than %d", MostWeight)
		}
		sum += w
	}
	if sum == 0 {
		return fmt.Errorf("all secrets of %s weigh 0", g)
	}
	return nil
}

// Weighted finds decision trees of the least weighted total of one game: the guesses that
// each secret takes, times its weight, summed over the secrets. It belongs to one goroutine.
type Weighted struct {
	game   game.Game
	search *search.Weighted
}

// NewWeighted makes a search with a transposition table of about as many bytes as memory
// says. The symmetries are exchanges that leave the weights as they are: none where each
// secret has its own weight. The error is that of a game whose feedback cannot be tabulated,
// or the context's.
func NewWeighted(
	ctx context.Context,
	g game.Game,
	symmetries game.Symmetries,
	memory int64,
) (*Weighted, error) {
	if err := game.Prepare(ctx, g); err != nil {
		return nil, err
	}
	return &Weighted{game: g, search: search.NewWeighted(ctx, g, symmetries, memory)}, nil
}

// Solve finds the tree for the weights of the secrets that [game.Codes] lists, in that order;
// see [CheckWeights]. First, if not nil, is the first guess; any code may be guessed after it.
// progress, if not nil, is called for each first guess.
//
// If the context ends before the proof, what is returned has the best tree so far, if there
// is one, and a bound, and the error is the context's. Without symmetries this is far slower
// than [Solve]: lists of more than some hundreds of words want a first guess.
func (w *Weighted) Solve(
	ctx context.Context,
	weights []int,
	first *game.Code,
	progress func(Progress),
) (a Result, err error) {
	if err := CheckWeights(w.game, weights); err != nil {
		return a, err
	}
	if err := game.CheckRounds(w.game, nil, first); err != nil {
		return a, err
	}
	w.search.Restart(ctx, weights)

	// 1. List the first guesses.
	list := w.search.First(first)
	if len(list) == 0 {
		return a, uselessFirst(w.game, *first)
	}

	// 2. Try them.
	lower := search.Unbounded
	upper := search.Unbounded
	for left := len(list); left > 0; left-- {
		c, _ := list.Next()
		if progress != nil {
			progress(Progress{
				Stage:        "weighted total",
				FirstGuesses: left,
				Lower:        formatCost(min(lower, c.Bound)),
				Upper:        formatCost(upper),
				Nodes:        w.search.Nodes(),
			})
		}
		if ctx.Err() != nil || c.Bound >= upper {
			lower = min(lower, c.Bound)
			break // the bounds of all others are no less
		}

		total, found := w.search.Try(c, upper)
		lower = min(lower, total)
		if !found {
			continue
		}
		node, ok := w.search.Node(c.Code())
		if ok {
			upper = total
			a.Tree = &tree.Tree{Game: w.game, Root: node}
		}
	}

	// 3. Measure the tree: its total must be what the search says.
	r := Range{Name: "weighted total", Lower: int(min(lower, upper))}
	a.Nodes = w.search.Nodes()
	a.Proved = ctx.Err() == nil
	if a.Tree != nil {
		r.Upper = a.Tree.Weighted(weights).Total
		if r.Upper != int(upper) {
			return a, fmt.Errorf("the tree found for %s has the weighted total %d; the search says %d", w.game, r.Upper, upper)
		}
	}
	a.Ranges = []Range{r}
	return a, ctx.Err()
}
