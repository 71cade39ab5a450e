// Package worstcase finds the least possible worst case of a game: the least
// number of guesses with which some strategy finds every secret.
//
// [Solve] asks whether k guesses can do, from k = 1 up, by depth-first search
// with two bounds. A set of candidates is out of reach of k guesses if it is
// larger than k guesses can separate at all, and a guess is dropped if its
// largest part is out of reach of k-1 guesses; what is left is tried, largest
// part first. How many candidates k guesses can separate follows from the
// number of parts q, the hit aside, that any guess can make: 1 with one guess,
// and 1+q times as many as with k-1 guesses with k. At first q is one less than
// the kinds of feedback; at a set of candidates it is the most parts that any
// guess makes of this set, for no guess makes more parts of a subset.
//
// The time grows steeply with the game: the proof that k guesses cannot do may
// have to try every guess at many sets. mm4x6 takes a fraction of a second;
// mm5x8-distinct is not known to end, so that [Options] can bound the effort.
//
// The same number comes first in some objectives of engine/optimal, which also
// finds the least total within it. This search ignores totals and reaches
// further where the worst case alone is hard to prove. That 5 guesses are
// enough for mm4x6 is due to Knuth, The computer as Master Mind, Journal of
// Recreational Mathematics 9 (1976-77).
package worstcase

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/tree"
)

// Options are how a search is run. Without Effort they do not change what it
// finds.
type Options struct {
	Workers int // goroutines; 0 means 1
	// Known, if set, is a tree of the game: the search need not look for trees
	// that are no better.
	Known *tree.Tree
	// Effort, if positive, bounds the candidate sets that the search looks
	// into for each number of guesses. It then runs in one goroutine, so that
	// what it leaves open does not depend on the schedule.
	Effort int
	// Memory is how many bytes the sets that were found to be out of reach are
	// remembered in; 0 means [DefaultMemory].
	Memory int64
	// Progress, if set, is called when a number of guesses is ruled out.
	Progress func(ruledOut int)
}

// An Answer is what [Solve] found.
type Answer struct {
	// Lower is proved: no strategy finds every secret with fewer guesses.
	Lower int
	// Guesses is the worst case of Tree; 0 if there is no tree. It is the
	// least possible if it equals Lower.
	Guesses int
	// Tree is the best found. It is the same for any number of workers.
	Tree *tree.Tree
}

// Solve finds the least number of guesses with which some strategy finds every
// secret, with a tree that attains it. If the context ends the answer holds
// what was proved until then, beside the context's error; if the effort runs
// out, it holds the bounds reached.
func Solve(ctx context.Context, g game.Game, opts Options) (Answer, error) {
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		return Answer{}, err
	}
	s := &search{
		ctx: ctx, game: g, guesses: guesses, opts: opts,
		seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, failed: map[setKey]bool{},
	}
	newSpace := partition.SpaceFactory(g)
	s.spaces.New = func() any { return newSpace() }
	symmetries := game.SymmetriesOf(g)
	answer := Answer{Lower: 1}
	if opts.Known != nil {
		answer.Tree, answer.Guesses = opts.Known, tree.Measure(opts.Known).Hit.Worst
	}
	for k := 1; answer.Tree == nil || k < answer.Guesses; k++ {
		// First a glance at the most promising guesses only, which finds most
		// trees that exist; then everything, which is the proof if none does.
		s.narrow = true
		s.left.Store(int64(opts.Effort))
		root := s.solve(secrets, k, 0, symmetries, false)
		s.narrow = false
		clear(s.failed)
		if root == nil {
			s.left.Store(int64(opts.Effort))
			root = s.solve(secrets, k, 0, symmetries, opts.Effort == 0)
		}
		if ctx.Err() != nil {
			return answer, ctx.Err()
		}
		if root != nil {
			answer.Guesses, answer.Tree = k, &tree.Tree{Game: g, Root: root}
			return answer, nil
		}
		if s.exhausted() {
			return answer, nil
		}
		answer.Lower = k + 1
		if opts.Progress != nil {
			opts.Progress(k)
		}
	}
	return answer, nil
}

// exhausted reports whether the effort allowed is spent.
func (s *search) exhausted() bool { return s.opts.Effort > 0 && s.left.Load() <= 0 }

// stopped reports whether nothing more is to be looked at.
func (s *search) stopped() bool { return s.ctx.Err() != nil || s.exhausted() }

type search struct {
	ctx     context.Context
	game    game.Game
	guesses []game.Code
	opts    Options
	spaces  sync.Pool
	narrow  bool         // whether only the most promising guesses are tried
	left    atomic.Int64 // of the effort

	// failed remembers sets that were found to be out of reach, by a hash of
	// 128 bits of the candidates and the number of guesses. (Two sets that
	// hash alike could spoil a proof; that has a chance of some 2⁻⁸⁰.)
	seeds  [2]maphash.Seed
	mu     sync.Mutex
	failed map[setKey]bool
}

// narrowWidth is how many guesses a narrow search tries at a depth. Many are
// worth a try near the root, where each is tried in little depth.
func narrowWidth(depth int) int {
	switch depth {
	case 0, 1:
		return 100
	case 2:
		return 5
	}
	return 20
}

type setKey struct{ a, b uint64 }

// DefaultMemory is how many bytes of sets are remembered if nothing else is said:
// beyond that they help little.
const DefaultMemory = 768 << 20

// A failed set takes failedBytes of memory while the table of them grows.
const failedBytes = 96

// Memory returns about how many bytes a search of a game with so many workers
// takes at most, beside the sets that are remembered and [Options.Known]: the
// codes, and for each worker a space and the options on the way to where it is.
func Memory(g game.Game, workers int) int64 {
	const codeBytes, optionBytes = 4, 16
	n, guesses := game.CountSecrets(g), int64(game.CountGuesses(g))
	return game.TableMemory(g) + codeBytes*(int64(n)+guesses) + int64(max(1, workers))*(partition.Memory(g, n)+2*codeBytes*int64(n)+4*optionBytes*guesses)
}

func (s *search) key(candidates []game.Code, k int) setKey {
	buf := make([]byte, 0, 4*len(candidates)+1)
	for _, c := range candidates {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(c))
	}
	buf = append(buf, byte(k))
	return setKey{maphash.Bytes(s.seeds[0], buf), maphash.Bytes(s.seeds[1], buf)}
}

// reach bounds the number of candidates that k guesses can separate where no
// guess makes more than q parts besides the hit. Bounds beyond enough do not
// matter and are not computed.
func reach(k, q, enough int) int {
	n := min(k, 1)
	for range k - 1 {
		n = min(1+q*n, enough)
	}
	return n
}

// An option is a guess worth trying, with what it does to the candidates.
type option struct {
	guess   game.Code
	largest int32
	squares int64
}

// solve returns a subtree that finds each candidate within k guesses, or nil
// if there is none. depth is the number of guesses on the way here, and
// symmetries are theirs.
func (s *search) solve(candidates []game.Code, k, depth int, symmetries game.Symmetries, parallel bool) *tree.Node {
	n := len(candidates)
	if n > reach(k, s.game.Outcomes()-1, n) || s.stopped() {
		return nil
	}
	if n == 1 {
		return s.node(candidates, candidates[0], 1, depth, symmetries, false)
	}
	key := s.key(candidates, k)
	s.mu.Lock()
	failed := s.failed[key]
	s.mu.Unlock()
	if failed {
		return nil
	}
	s.left.Add(-1)
	options := s.options(candidates, k, symmetries)
	if s.narrow && k > 2 {
		options = options[:min(len(options), narrowWidth(depth))]
	}
	workers := max(1, s.opts.Workers)
	if !parallel || workers == 1 || n < 100 {
		workers = 1
	}
	for len(options) > 0 && !s.stopped() {
		batch := options[:min(workers, len(options))]
		options = options[len(batch):]
		found := make([]*tree.Node, len(batch))
		if len(batch) == 1 {
			found[0] = s.node(candidates, batch[0].guess, k, depth, symmetries, parallel)
		} else {
			var wg sync.WaitGroup
			for i, o := range batch {
				wg.Go(func() { found[i] = s.node(candidates, o.guess, k, depth, symmetries, false) })
			}
			wg.Wait()
		}
		for _, node := range found {
			if node != nil {
				return node // the first in order, whoever was faster
			}
		}
	}
	if !s.stopped() {
		s.mu.Lock()
		if int64(len(s.failed)) < cmp.Or(s.opts.Memory, DefaultMemory)/failedBytes {
			s.failed[key] = true
		}
		s.mu.Unlock()
	}
	return nil
}

// options lists the guesses whose parts are all within reach of k-1 guesses,
// the most even ones first. One that no other can better is the only option.
func (s *search) options(candidates []game.Code, k int, symmetries game.Symmetries) []option {
	space := s.spaces.Get().(partition.Space)
	defer s.spaces.Put(space)
	space.Load(candidates)
	final, feedbacks := s.game.Final(), s.game.OutcomeLimit()
	var options []option
	mostParts := 0
	n := len(candidates)
	far := reach(k-1, s.game.Outcomes()-1, n)
	counts := partition.NewCounts(s.game)
	looked := 0
	for guess := range symmetries.Representatives(s.guesses) {
		if looked++; looked%64 == 0 && s.ctx.Err() != nil {
			return nil
		}
		space.Count(guess, counts)
		o := option{guess: guess}
		hit := counts[final]
		counts[final] = 0
		parts := 0
		for _, size := range counts[:feedbacks] {
			if size > 0 {
				parts++
			}
			o.largest = max(o.largest, size)
			o.squares += int64(size) * int64(size)
		}
		mostParts = max(mostParts, parts)
		if int(o.largest) > far || int(o.largest) == n {
			continue
		}
		if o.largest == 1 && (hit == 1 || k == 2) {
			return []option{o} // nothing can do better
		}
		options = append(options, o)
	}
	if n > reach(k, mostParts, n) {
		return nil
	}
	far = reach(k-1, mostParts, n)
	options = slices.DeleteFunc(options, func(o option) bool { return int(o.largest) > far })
	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Or(cmp.Compare(a.largest, b.largest), cmp.Compare(a.squares, b.squares))
	})
	return options
}

// node makes the guess and solves its parts within k-1 guesses, largest part
// first, since that is the likeliest to fail.
func (s *search) node(candidates []game.Code, guess game.Code, k, depth int, symmetries game.Symmetries, parallel bool) *tree.Node {
	space := s.spaces.Get().(partition.Space)
	space.Load(candidates)
	parts := partition.Split(s.game, space, guess)
	s.spaces.Put(space)
	n := &tree.Node{Guess: guess, Branches: make([]tree.Branch, len(parts))}
	order := make([]int, len(parts))
	for i, part := range parts {
		n.Branches[i].Feedback = part.Feedback
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(len(parts[j].Codes), len(parts[i].Codes)) })
	symmetries = symmetries.Fixing(guess)
	for _, i := range order {
		if parts[i].Feedback == s.game.Final() {
			continue
		}
		next := s.solve(parts[i].Codes, k-1, depth+1, symmetries, parallel)
		if next == nil {
			return nil
		}
		n.Branches[i].Next = next
	}
	return n
}
