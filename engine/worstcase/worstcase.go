// Package worstcase finds the least possible worst case of a game: the least
// number of guesses with which some strategy finds every secret.
//
// [Solve] asks whether k guesses are enough, from k = 1 up, by depth-first search.
//
//   - A set of candidates is out of reach of k guesses if it is larger than k guesses
//     can separate at all, and a guess is dropped if one of its parts is out of reach of
//     k-1 guesses; the other guesses are tried, largest class first. How many candidates k
//     guesses can separate follows from the number of parts q, the final one aside, that any
//     guess can make: 1 with one guess, and 1+q times as many as with k-1 guesses with
//     k. At first q is one less than the kinds of feedback; at a set of candidates it is
//     the most parts that any guess makes of this set, for no guess makes more parts of
//     a subset. Games of black pegs only have sharper bounds, by induction on the
//     positions.
//   - Two guesses are enough if the first distinguishes all candidates. Which guesses
//     distinguish two of them is kept as bits; the guesses which distinguish all are the
//     intersection over all pairs.
//   - A small set that no guess separates is a core: it is learned, and with three
//     guesses left no guess is tried that leaves a core together. With more guesses
//     left the same is done with parts that were found to be out of reach.
//   - All this is done in passes: first with few guesses at each set, which finds most
//     trees soon; the last leaves no guess out. A proof of one pass about a set holds in
//     the next.
//   - Cores are looked for among secrets that few guesses distinguish, since these are
//     small and many guesses leave them together.
//
// The time grows steeply with the game: the proof that k guesses are not enough may
// have to try every guess at many sets. mm4x6 takes a fraction of a second, mm4x9
// some seconds.
//
// The same number comes first in some objectives of engine/optimal, which also
// finds the least total within it. This search ignores totals and reaches
// further where the worst case alone is hard to prove. That 5 guesses are
// enough for mm4x6 is due to Knuth, The computer as Master Mind, Journal of
// Recreational Mathematics 9 (1976-77).
package worstcase

import (
	"context"
	"maps"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/tree"
)

// Options are how a search is run. They do not change what it finds.
type Options struct {
	Workers int // goroutines; 0 means 1
	// Known, if set, is a tree of the game: the search need not look for trees
	// that are no better.
	Known *tree.Tree
	// Memory is how many bytes are used to remember sets, pairs and cores; 0 means [DefaultMemory].
	Memory int64
	// Progress, if set, is called often, with the present place of the search. Calls do not overlap.
	Progress func(Progress)
}

// Progress is where a search is.
type Progress struct {
	Guesses int  // looked for; one fewer is ruled out
	All     bool // every guess is tried, no longer the most promising ones only
	// First is the place of the first guess that is tried last, among Firsts kinds, the
	// most promising at 1; Second is that of the second guess to the feedback that is
	// examined, 0 before the first.
	First, Firsts, Second, Seconds int
}

// A Result is what [Solve] found.
type Result struct {
	// Lower is proved: no strategy finds every secret with fewer guesses.
	Lower int
	// Guesses is the worst case of Tree; 0 without a tree. It is the
	// least possible if it equals Lower.
	Guesses int
	// Tree is the best found. It is the same for any number of workers.
	Tree *tree.Tree
}

// Solve finds the least number of guesses with which some strategy finds every
// secret, with a tree that attains it. If the context ends the result holds
// what was proved until then, beside the context's error.
func Solve(ctx context.Context, g game.Game, opts Options) (Result, error) {
	if g == nil {
		return Result{}, game.ErrNoGame
	}

	s := newSearch(parallel.Yielding(ctx), g, opts)
	w := s.idle.Get().(*worker)

	result := Result{Lower: 1}
	if opts.Known != nil {
		result.Tree = opts.Known
		result.Guesses = tree.Measure(opts.Known).Solved.Worst
	}

	for k := 1; result.Tree == nil || k < result.Guesses; k++ {
		// A pass that leaves out guesses may find neither a tree nor a proof.
		var root *tree.Node
		proved := false
		for i := 0; root == nil && !proved; i++ {
			s.pass = passes[i]
			maps.DeleteFunc(s.failed, func(_ setKey, proved bool) bool { return !proved })
			s.reached = Progress{Guesses: k, All: i == len(passes)-1}
			root, proved = w.solve(s.all(k), s.pass.thorough())
		}

		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		if root != nil {
			result.Guesses = k
			result.Tree = &tree.Tree{Game: g, Root: root}
			return result, nil
		}
		result.Lower = k + 1
	}
	return result, nil
}

// DefaultMemory is how many bytes are used to remember sets, pairs and cores if nothing else
// is said: beyond that they help little.
const DefaultMemory = 1 << 30
