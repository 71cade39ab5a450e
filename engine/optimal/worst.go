// Package optimal searches all decision trees of a game for the best. It
// finds the least possible worst case ([WorstCase]), with a tree that attains
// it and a proof by exhaustion that no tree does better.
package optimal

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

// Options are how a search is run, never what it finds.
type Options struct {
	Workers int // goroutines; 0 means 1
	// Progress, if set, is called when a number of guesses is ruled out.
	Progress func(ruledOut int)
}

// A Worst is the answer of [WorstCase].
type Worst struct {
	// Guesses is the least worst case: some strategy finds every secret with
	// so many guesses, and none with fewer.
	Guesses int
	// Tree attains it. It is the same for any number of workers.
	Tree *tree.Tree
	// Sets is the number of candidate sets that the proof looked into. It may
	// depend on the number of workers.
	Sets int64
}

// WorstCase finds the least number of guesses with which some strategy finds
// every secret. It asks whether k guesses can do, from k = 1 up. A set of
// candidates is out of reach of k guesses if it is larger than k guesses can
// separate at all, and a guess is dropped if its largest part is out of reach
// of k-1 guesses; what is left is tried, largest part first. The error is the
// context's.
//
// The time it takes grows steeply with the game: the proof that k guesses
// cannot do may have to try every guess at many nodes.
func WorstCase(ctx context.Context, g game.Game, opts Options) (Worst, error) {
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		return Worst{}, err
	}
	s := &worstSearch{
		ctx: ctx, game: g, guesses: guesses, opts: opts,
		seed: maphash.MakeSeed(), failed: map[setKey]bool{},
		spaces: sync.Pool{}, reach: []int{0, 1},
	}
	newSpace := partition.For(g)
	s.spaces.New = func() any { return newSpace() }
	s.pegs, _ = g.(game.Pegs)
	symmetries := allSymmetries(g)
	for k := 1; ; k++ {
		for len(s.reach) <= k {
			last := s.reach[len(s.reach)-1]
			s.reach = append(s.reach, min(1+(g.Kinds()-1)*last, len(secrets)))
		}
		root := s.solve(secrets, k, symmetries, true)
		if ctx.Err() != nil {
			return Worst{}, ctx.Err()
		}
		if root != nil {
			return Worst{Guesses: k, Tree: &tree.Tree{Game: g, Root: root}, Sets: s.sets.Load()}, nil
		}
		if opts.Progress != nil {
			opts.Progress(k)
		}
	}
}

type worstSearch struct {
	ctx     context.Context
	game    game.Game
	pegs    game.Pegs // the same, where there are symmetries
	guesses []game.Code
	opts    Options
	spaces  sync.Pool
	reach   []int // reach[k] bounds how many candidates k guesses can separate
	sets    atomic.Int64

	// failed remembers sets that were shown to be out of reach, by a hash of
	// 128 bits of the candidates and the number of guesses.
	seed   maphash.Seed
	mu     sync.Mutex
	failed map[setKey]bool
}

type setKey struct{ a, b uint64 }

// maxFailed bounds the memory of failed sets, at some 40 bytes each.
const maxFailed = 8 << 20

func (s *worstSearch) key(candidates []game.Code, k int) setKey {
	buf := make([]byte, 0, 4*len(candidates)+1)
	for _, c := range candidates {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(c))
	}
	a := maphash.Bytes(s.seed, append(buf, byte(k)))
	return setKey{a, maphash.Bytes(s.seed, append(buf, byte(k), 0xff))}
}

// An option is a guess worth trying, with what it does to the candidates.
type option struct {
	guess   game.Code
	largest int32
	squares int64
}

// solve returns a subtree that finds each candidate within k guesses, or nil
// if there is none. symmetries are those of the guesses on the way here.
func (s *worstSearch) solve(candidates []game.Code, k int, symmetries []symmetry, parallel bool) *tree.Node {
	n := len(candidates)
	if n > s.reach[k] || s.ctx.Err() != nil {
		return nil
	}
	if n == 1 {
		return s.node(candidates, candidates[0], 1, nil, false)
	}
	key := s.key(candidates, k)
	s.mu.Lock()
	failed := s.failed[key]
	s.mu.Unlock()
	if failed {
		return nil
	}
	s.sets.Add(1)
	options := s.options(candidates, k, symmetries)
	workers := max(1, s.opts.Workers)
	if !parallel || workers == 1 || n < 100 {
		workers = 1
	}
	for len(options) > 0 && s.ctx.Err() == nil {
		batch := options[:min(workers, len(options))]
		options = options[len(batch):]
		found := make([]*tree.Node, len(batch))
		if len(batch) == 1 {
			found[0] = s.node(candidates, batch[0].guess, k, symmetries, parallel)
		} else {
			var wg sync.WaitGroup
			for i, o := range batch {
				wg.Go(func() { found[i] = s.node(candidates, o.guess, k, symmetries, false) })
			}
			wg.Wait()
		}
		for _, node := range found {
			if node != nil {
				return node // the first in order, whoever was faster
			}
		}
	}
	if s.ctx.Err() == nil {
		s.mu.Lock()
		if len(s.failed) < maxFailed {
			s.failed[key] = true
		}
		s.mu.Unlock()
	}
	return nil
}

// options lists the guesses whose parts are all within reach of k-1 guesses,
// the most even ones first; of those that split alike the first is kept.
func (s *worstSearch) options(candidates []game.Code, k int, symmetries []symmetry) []option {
	space := s.spaces.Get().(partition.Space)
	defer s.spaces.Put(space)
	space.Load(candidates)
	final, feedbacks := s.game.Final(), s.game.Feedbacks()
	var options []option
	var counts partition.Counts
	for i, guess := range representatives(symmetries, s.pegs, s.guesses) {
		if i%1024 == 0 && s.ctx.Err() != nil {
			return nil
		}
		space.Count(guess, &counts)
		o := option{guess: guess}
		hit := counts[final]
		counts[final] = 0
		for _, size := range counts[:feedbacks] {
			o.largest = max(o.largest, size)
			o.squares += int64(size) * int64(size)
		}
		if int(o.largest) > s.reach[k-1] || int(o.largest) == len(candidates) {
			continue
		}
		if o.largest == 1 && (hit == 1 || k == 2) {
			return []option{o} // nothing can do better
		}
		options = append(options, o)
	}
	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Or(cmp.Compare(a.largest, b.largest), cmp.Compare(a.squares, b.squares))
	})
	return options
}

// node makes the guess and solves its parts within k-1 guesses, largest part
// first, since that is the likeliest to fail.
func (s *worstSearch) node(candidates []game.Code, guess game.Code, k int, symmetries []symmetry, parallel bool) *tree.Node {
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
	if len(symmetries) > 0 {
		symmetries = fixing(symmetries, s.pegs, guess)
	}
	for _, i := range order {
		if parts[i].Feedback == s.game.Final() {
			continue
		}
		next := s.solve(parts[i].Codes, k-1, symmetries, parallel)
		if next == nil {
			return nil
		}
		n.Branches[i].Next = next
	}
	return n
}
