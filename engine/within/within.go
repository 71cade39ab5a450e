// Package within finds how many secrets of a game can be solved within a limit of guesses:
// what no player with that limit can beat.
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
//     found. Of a guess that is tried, the classes are first bounded by a scan each, and
//     then searched, largest first, until their sum is of no use;
//   - of guesses that are equivalent by symmetry one is tried (partition.Reducer);
//   - bounds of a set, both proved and attained, are remembered under a hash of 128 bits.
//
// The search makes passes: first the most promising guess at each set, then the first
// eight, then all. A search whose effort ends has bounds: what it attains, and what it
// could not rule out.
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
	// Known are trees of the game, of which the best is what the search improves.
	Known []*tree.Tree
	// Effort bounds the search: it is how many 64 candidates were compared with guesses. The
	// answer does not depend on the machine. 0 means [DefaultEffort].
	Effort int64
	// Progress, if set, is called with the part of the effort spent since the previous call.
	Progress func(part float64)
}

// DefaultEffort takes ten to thirty seconds on one core.
const DefaultEffort = 2e8

// An Answer says how many secrets can be solved within the limit.
type Answer struct {
	Least int // Tree solves that number, counted by [Solved]
	Most  int // no strategy solves more
	// Tree ends after the limit, or solves more secrets after it. It may lack branches: their
	// secrets are given up.
	Tree *tree.Tree
}

// Proved reports whether no strategy solves more than the tree.
func (a Answer) Proved() bool { return a.Least == a.Most }

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
// ends, the answer has the bounds found until then, beside the context's error.
func Most(ctx context.Context, g game.Game, k int, opts Options) (Answer, error) {
	if k < 1 {
		return Answer{}, fmt.Errorf("the limit is %d guesses; it must be at least 1", k)
	}
	if err := game.Prepare(ctx, g); err != nil {
		return Answer{}, err
	}
	secrets, guesses := game.Codes(g)
	s := search{ctx: ctx, game: g, capacity: bounds.CapacityOf(g), effort: cmp.Or(opts.Effort, DefaultEffort), known: map[key]found{}}
	s.whole, s.progress = float64(s.effort), opts.Progress
	s.reducer, _ = partition.NewReducer(g, guesses, true)
	s.guesses = partition.NewGuesses(g, guesses)
	a := Answer{Most: min(len(secrets), s.capacity.Set(k))}
	for _, t := range opts.Known {
		if n := Solved(t, k); n > a.Least {
			a.Least, a.Tree = n, t
		}
	}
	for _, width := range []int{1, 8, math.MaxInt} {
		if a.Proved() || s.spent() {
			break
		}
		least, most := s.set(secrets, k, nil, a.Least, width)
		if a.Most = min(a.Most, most); least > a.Least {
			a.Tree = &tree.Tree{Game: g, Root: s.node(secrets, k)}
			a.Least = Solved(a.Tree, k)
		}
	}
	return a, ctx.Err()
}

// A search is what is known of sets.
type search struct {
	ctx      context.Context
	game     game.Game
	guesses  partition.Guesses
	reducer  *partition.Reducer // nil if no guesses are equivalent
	capacity *bounds.Capacity
	spaces   []partition.Space // by the number of guesses left
	known    map[key]found
	effort   int64 // that is left
	whole    float64
	progress func(part float64)
}

// A key stands for a set of codes and a number of guesses.
type key struct {
	set [2]uint64
	k   int
}

// found are bounds of what can be solved of a set, of which guess attains the lower.
type found struct {
	least, most int
	guess       game.Code
}

// perSet is the effort that each set takes besides.
const perSet = 64

func (s *search) spent() bool { return s.effort <= 0 || s.ctx.Err() != nil }

// load prepares the scan of a set, and lists the guesses that are worth trying.
func (s *search) load(codes []game.Code, k int, path []game.Round) (partition.Space, partition.Guesses) {
	for len(s.spaces) <= k {
		s.spaces = append(s.spaces, partition.NewSpace(s.game))
	}
	space, list := s.spaces[k], s.guesses
	space.Load(codes)
	if s.reducer != nil {
		list = s.reducer.Guesses(s.ctx, path, space)
	}
	takes := perSet + int64(list.Runs())*int64(partition.RunWork(s.game))*int64((len(codes)+63)/64)
	if s.effort -= takes; s.progress != nil {
		s.progress(float64(takes) / s.whole)
	}
	return space, list
}

// set bounds what k guesses solve of a set, after the rounds of a path. If all guesses are
// tried, the bounds are equal or the upper one is at most the floor: more is of no use then.
func (s *search) set(codes []game.Code, k int, path []game.Round, floor, width int) (least, most int) {
	n := len(codes)
	if k == 1 || n <= 2 { // one after another
		return min(n, k), min(n, k)
	}
	at := key{scatter.Set(codes), k}
	f, ok := s.known[at]
	if !ok {
		f = found{min(n, k), min(n, s.capacity.Set(k)), codes[0]}
	}
	if f.least == f.most || f.most <= floor || s.spent() {
		return f.least, f.most
	}
	if k == 2 {
		space, list := s.load(codes, k, path)
		space.Scan(&list, partition.MinusParts(), int64(-f.least), func(guess game.Code, score int64) int64 {
			if f.least, f.guess = int(-score), guess; f.least == f.most {
				return partition.Stop
			}
			return score
		})
		f.most = f.least
	} else {
		s.try(codes, k, path, max(floor, f.least), width, &f)
	}
	s.known[at] = f
	return f.least, f.most
}

// A choice is a guess that may solve more than a number of secrets, and a bound.
type choice struct {
	guess game.Code
	most  int
}

// try improves what is known of a set by guesses, of which only the ones that solve more than
// a floor are of use.
func (s *search) try(codes []game.Code, k int, path []game.Round, floor, width int, f *found) {
	_, classes := s.set(codes, 2, path, 0, width)
	part := s.capacity.Set(k - 1) // what a class can solve
	if all := math.Pow(float64(classes), float64(k-2)); all < float64(part) {
		part = int(all)
	}
	weights := make([]int64, len(codes)+1)
	for n := range weights {
		weights[n] = -int64(min(n, part))
	}
	var choices []choice
	limit := int64(-floor)
	space, list := s.load(codes, k, path)
	space.Scan(&list, partition.Weighted(weights), limit, func(guess game.Code, score int64) int64 {
		choices = append(choices, choice{guess, int(-score)})
		return limit
	})
	slices.SortStableFunc(choices, func(a, b choice) int { return b.most - a.most })
	most := floor
	for i, c := range choices {
		if c.most <= max(floor, f.least) {
			break
		}
		if i == width || s.spent() {
			most = max(most, c.most)
			break
		}
		least, upTo := s.guess(codes, c.guess, k, path, max(floor, f.least), width)
		if most = max(most, upTo); least > f.least {
			f.least, f.guess = least, c.guess
		}
	}
	f.most = min(f.most, max(most, f.least))
}

// guess bounds what a guess solves, until that is at most the floor.
func (s *search) guess(codes []game.Code, guess game.Code, k int, path []game.Round, floor, width int) (least, most int) {
	parts := partition.Split(s.game, codes, guess)
	slices.SortStableFunc(parts, func(a, b partition.Part) int { return len(b.Codes) - len(a.Codes) })
	path = append(path[:len(path):len(path)], game.Round{Guess: guess})
	los, his := make([]int, len(parts)), make([]int, len(parts))
	for i, p := range parts {
		los[i], his[i] = min(len(p.Codes), k-1), min(len(p.Codes), s.capacity.Set(k-1))
		least, most = least+los[i], most+his[i]
	}
	for _, width := range []int{0, width} {
		for i, p := range parts {
			if most <= floor {
				return least, most
			}
			if p.Feedback == s.game.Final() {
				continue
			}
			path[len(path)-1].Feedback = p.Feedback
			lo, hi := s.set(p.Codes, k-1, path, floor-most+his[i], width)
			least, most = least+lo-los[i], most+hi-his[i]
			los[i], his[i] = lo, hi
		}
	}
	return least, most
}

// node is the tree that attains what is known of a set.
func (s *search) node(codes []game.Code, k int) *tree.Node {
	n := &tree.Node{Guess: codes[0]}
	if f, ok := s.known[key{scatter.Set(codes), k}]; ok {
		n.Guess = f.guess
	}
	for _, p := range partition.Split(s.game, codes, n.Guess) {
		switch {
		case p.Feedback == s.game.Final():
			n.Branches = append(n.Branches, tree.Branch{Feedback: p.Feedback})
		case k > 1:
			n.Branches = append(n.Branches, tree.Branch{Feedback: p.Feedback, Next: s.node(p.Codes, k-1)})
		}
	}
	return n
}
