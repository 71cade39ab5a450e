// Package within finds how many secrets of a game can be solved within a limit of guesses:
// a bound that no player with that limit can beat.
//
// # Algorithm
//
// The most secrets of a set that k guesses solve are, for the best guess, the sum of the
// most of its classes with k-1 guesses. One guess solves one secret, and two as many as the
// first makes classes, which one scan of the partition kernel counts. With more guesses:
//
//   - a class of n candidates solves at most n, and at most what k-1 guesses can solve at
//     all: by counting (engine/bounds), and because no guess makes more classes of a part
//     than the best makes of the whole. The sum of these bounds is a measure of the guess,
//     so one scan bounds all guesses;
//   - guesses are tried in the order of their bounds, until these do not exceed the best
//     found. The classes of such a guess are first bounded by a scan each, and then
//     searched, largest first, until their sum is of no use;
//   - of several guesses that are equivalent by symmetry one is tried (partition.Reducer);
//   - bounds of a set, both proved and attained, are remembered under a hash of 128 bits.
//
// The search makes passes: first the most promising guess at each set, then the first
// eight, then all. A search whose effort ends has bounds: the number that it attains, and
// the number above which it ruled out all.
package within

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/scatter"
	"codebreak/engine/tree"
)

// Options are what a search starts from, and how far it goes.
type Options struct {
	// Known are trees of the game. The search improves the best of them.
	Known []*tree.Tree
	// Effort bounds the search: it counts how often 64 candidates were compared with a
	// guess, so that the result does not depend on the machine. 0 means a default, which
	// takes ten to thirty seconds on one core.
	Effort int64
	// Progress, if set, is called with the part of the effort spent since the previous call.
	Progress func(part float64)
}

// defaultEffort stands for no effort given.
const defaultEffort = 2e8

// A Result says how many secrets can be solved within the limit.
type Result struct {
	Least int // Tree solves that number, counted by [Solved]
	Most  int // no strategy solves more
	// Tree ends after the limit, or solves more secrets after it. It may lack branches: their
	// secrets are given up.
	Tree *tree.Tree
}

// Proved reports whether no strategy solves more than the tree.
func (a Result) Proved() bool { return a.Least == a.Most }

// Solved counts the secrets that a tree solves within k guesses, by the rule of the game as
// a person would state it. Branches that the tree lacks solve nothing.
func Solved(t *tree.Tree, k int) (solved int) {
	secrets, _ := game.Codes(t.Game)
	for _, secret := range secrets {
		n := t.Root
		for i := 0; n != nil && i < k; i++ {
			f := t.Game.Reference(secret, n.Guess)
			if f == t.Game.Final() {
				solved++
			}
			n = n.Next(f)
		}
	}
	return solved
}

// Most finds the most secrets that any strategy solves within k guesses. If the context
// ends, the result has the bounds found until then, beside the context's error.
func Most(ctx context.Context, g game.Game, k int, opts Options) (Result, error) {
	if k < 1 {
		return Result{}, fmt.Errorf("the limit is %d guesses; it must be at least 1", k)
	}
	if err := game.Prepare(ctx, g); err != nil {
		return Result{}, err
	}

	secrets, guesses := game.Codes(g)
	effort := cmp.Or(opts.Effort, defaultEffort)
	s := search{
		ctx:      ctx,
		game:     g,
		guesses:  partition.NewGuesses(g, guesses),
		capacity: bounds.CapacityOf(g),
		known:    map[key]found{},
		effort:   effort,
		whole:    float64(effort),
		progress: opts.Progress,
	}
	s.reducer, _ = partition.NewReducer(g, guesses, true)

	// Begin with the bound of counting and the best known tree.
	a := Result{Most: min(len(secrets), s.capacity.Set(k))}
	for _, t := range opts.Known {
		n := Solved(t, k)
		if n > a.Least {
			a.Least = n
			a.Tree = t
		}
	}

	// Passes of more and more guesses at each set.
	for _, width := range []int{1, 8, math.MaxInt} {
		if a.Proved() || s.spent() {
			break
		}
		least, most := s.set(position{codes: secrets, left: k}, a.Least, width)
		a.Most = min(a.Most, most)
		if least > a.Least {
			a.Tree = &tree.Tree{Game: g, Root: s.node(secrets, k)}
			a.Least = Solved(a.Tree, k)
		}
	}
	return a, ctx.Err()
}

// A search holds the bounds of the sets that it has met.
type search struct {
	ctx      context.Context
	game     game.Game
	guesses  partition.Guesses
	reducer  *partition.Reducer // nil if no guesses are equivalent
	capacity *bounds.Capacity
	spaces   []partition.Space // by the number of guesses left
	known    map[key]found
	effort   int64 // that remains
	whole    float64
	progress func(part float64)
}

// A position is the codes that the rounds of a path leave, and how many guesses are left.
type position struct {
	codes []game.Code
	left  int
	path  []game.Round
}

// A key stands for a set of codes and a number of guesses.
type key struct {
	set [2]uint64
	k   int
}

// found are bounds of the number of secrets of a set that can be solved; the guess attains
// the lower.
type found struct {
	least, most int
	guess       game.Code
}

// perSet is the effort that each set takes besides its scan.
const perSet = 64

func (s *search) spent() bool {
	return s.effort <= 0 || s.ctx.Err() != nil
}

// load prepares the scan of a set, and lists the guesses that are worth trying.
func (s *search) load(at position) (partition.Space, partition.Guesses) {
	for len(s.spaces) <= at.left {
		s.spaces = append(s.spaces, partition.NewSpace(s.game))
	}
	space := s.spaces[at.left]
	space.Load(at.codes)
	list := s.guesses
	if s.reducer != nil {
		list = s.reducer.Guesses(s.ctx, at.path, space)
	}

	words := int64(len(at.codes)+63) / 64
	effort := perSet + int64(list.Runs())*int64(partition.RunWork(s.game))*words
	s.effort -= effort
	if s.progress != nil {
		s.progress(float64(effort) / s.whole)
	}
	return space, list
}

// set bounds how many secrets of a position can be solved. If all guesses are tried, the
// bounds are equal or the upper one is at most the floor: then the caller has no use for a
// sharper bound.
func (s *search) set(at position, floor, width int) (least, most int) {
	n := len(at.codes)
	least = min(n, at.left) // one after another
	if at.left == 1 || n <= 2 {
		return least, least
	}

	id := key{scatter.Set(at.codes), at.left}
	f, ok := s.known[id]
	if !ok {
		f = found{
			least: least,
			most:  min(n, s.capacity.Set(at.left)),
			guess: at.codes[0],
		}
	}
	if f.least == f.most || f.most <= floor || s.spent() {
		return f.least, f.most
	}

	if at.left == 2 {
		s.bestOfTwo(at, &f)
	} else {
		s.try(at, max(floor, f.least), width, &f)
	}
	s.known[id] = f
	return f.least, f.most
}

// bestOfTwo finds what two guesses solve: one secret for each class of the best guess.
func (s *search) bestOfTwo(at position, f *found) {
	space, list := s.load(at)
	limit := int64(-f.least)
	space.Scan(&list, partition.MinusParts(), limit, func(guess game.Code, score int64) int64 {
		f.least = int(-score)
		f.guess = guess
		if f.least == f.most {
			return partition.Stop
		}
		return score
	})
	f.most = f.least
}

// A choice is a guess that may solve more than a number of secrets, and a bound.
type choice struct {
	guess game.Code
	most  int
}

// try improves the bounds of a position by trying guesses. Only guesses that solve more than
// the floor are of use.
func (s *search) try(at position, floor, width int, f *found) {
	// Step 1. How many secrets of a class the other guesses can solve at most.
	k := at.left
	at.left = 2
	_, classes := s.set(at, 0, width)
	at.left = k
	part := s.capacity.Set(k - 1)
	all := math.Pow(float64(classes), float64(k-2))
	if all < float64(part) {
		part = int(all)
	}

	// Step 2. One scan bounds all guesses by the sum over their classes.
	weights := make([]int64, len(at.codes)+1)
	for n := range weights {
		weights[n] = -int64(min(n, part))
	}
	var choices []choice
	limit := int64(-floor)
	space, list := s.load(at)
	space.Scan(&list, partition.Weighted(weights), limit, func(guess game.Code, score int64) int64 {
		choices = append(choices, choice{guess, int(-score)})
		return limit
	})
	slices.SortStableFunc(choices, func(a, b choice) int { return b.most - a.most })

	// Step 3. Try them, until no bound exceeds the best found.
	most := floor
	for i, c := range choices {
		enough := max(floor, f.least)
		if c.most <= enough {
			break
		}
		if i == width || s.spent() {
			most = max(most, c.most)
			break
		}
		least, upTo := s.guess(at, c.guess, enough, width)
		most = max(most, upTo)
		if least > f.least {
			f.least = least
			f.guess = c.guess
		}
	}
	f.most = min(f.most, max(most, f.least))
}

// guess bounds how many secrets a guess solves. It ends when the upper bound is at most
// the floor.
func (s *search) guess(at position, guess game.Code, floor, width int) (least, most int) {
	parts := partition.Split(s.game, at.codes, guess)
	slices.SortStableFunc(parts, func(a, b partition.Part) int {
		return len(b.Codes) - len(a.Codes)
	})

	// Step 1. The bounds of the parts by counting. Their sums are those of the guess.
	next := position{
		left: at.left - 1,
		path: append(slices.Clip(at.path), game.Round{Guess: guess}),
	}
	known := make([]found, len(parts))
	for i, p := range parts {
		n := len(p.Codes)
		known[i].least = min(n, next.left)
		known[i].most = min(n, s.capacity.Set(next.left))
		least += known[i].least
		most += known[i].most
	}

	// Step 2. The bounds by search. With a width of 0 each part is only scanned; this often
	// suffices.
	for _, width := range []int{0, width} {
		for i, p := range parts {
			if most <= floor {
				return least, most
			}
			if p.Feedback == s.game.Final() {
				continue
			}

			next.codes = p.Codes
			next.path[len(at.path)].Feedback = p.Feedback
			part := &known[i]
			low, high := s.set(next, floor-most+part.most, width)
			least += low - part.least
			most += high - part.most
			part.least = low
			part.most = high
		}
	}
	return least, most
}

// node returns the tree that attains the lower bound of a set.
func (s *search) node(codes []game.Code, k int) *tree.Node {
	n := &tree.Node{Guess: codes[0]}
	f, ok := s.known[key{scatter.Set(codes), k}]
	if ok {
		n.Guess = f.guess
	}

	for _, p := range partition.Split(s.game, codes, n.Guess) {
		switch {
		case p.Feedback == s.game.Final():
			n.Branches = append(n.Branches, tree.Branch{Feedback: p.Feedback})
		case k > 1:
			n.Branches = append(n.Branches, tree.Branch{
				Feedback: p.Feedback,
				Next:     s.node(p.Codes, k-1),
			})
		}
	}
	return n
}
