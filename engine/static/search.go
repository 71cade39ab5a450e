package static

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/parallel"
)

// A node is a state of the search.
type node struct {
	asked      []int
	left       int             // questions
	classes    classes         // after the questions asked
	hard       []int32         // hard pairs that are not distinguished
	allowed    []uint64        // guesses
	symmetries game.Symmetries // that leave the questions asked as they are; none if left is at most 2
}

// enoughParts is the number of nodes from which they are shared out.
const enoughParts = 64

// exhaust looks for a set of k questions, and returns nil if there is none. The caller knows that
// k-1 questions are not enough. What it finds does not depend on the number of workers.
func (t *table) exhaust(ctx context.Context, k int, o Options) (found []int, err error) {
	root := &node{
		left:       k,
		classes:    t.all(),
		hard:       numbers.Below[int32](len(t.hard)),
		allowed:    make([]uint64, (len(t.guesses)+63)/64),
		symmetries: game.SymmetriesOf(t.game),
	}
	for q := range t.guesses {
		root.allowed[q/64] |= 1 << (q % 64)
	}

	// 1. Open nodes, level by level, until there are enough to share out.
	parts := []*node{root}
	s := newSearcher(ctx, t)
	for depth := 0; depth < k-2 && len(parts) < enoughParts; depth++ {
		var next []*node
		for _, n := range parts {
			if n.symmetries.Trivial() { // it has too many children
				next = append(next, n)
				continue
			}
			s.each(n, func(q int) bool {
				next = append(next, s.ask(n, q))
				return true
			})
		}
		parts = next
	}

	// 2. The first part with a solution counts, whichever is found first.
	var mu sync.Mutex
	first := len(parts) // the first part with a solution
	done := 0           // parts done
	err = parallel.Each(ctx, o.Workers, len(parts), func(_, i int) error {
		s := newSearcher(ctx, t)
		s.ended = func() bool {
			mu.Lock()
			defer mu.Unlock()
			return first < i || ctx.Err() != nil
		}

		set := s.search(parts[i])
		mu.Lock()
		defer mu.Unlock()
		if set != nil && i < first {
			first = i
			found = set
		}
		done++
		if o.Progress != nil {
			o.Progress(Progress{
				Questions:  k,
				Exhaustive: true,
				Done:       done,
				All:        len(parts),
			})
		}
		return nil
	})
	return found, err
}

// ask returns a child of a node.
func (s *searcher) ask(n *node, q int) *node {
	child := &node{
		asked:   append(slices.Clone(n.asked), q),
		left:    n.left - 1,
		classes: s.split(n.classes, q),
		allowed: slices.Clone(n.allowed),
	}
	if child.left > 1 { // else every guess allowed there distinguishes them
		for _, pair := range n.hard {
			if !has(s.hard[pair], q) {
				child.hard = append(child.hard, pair)
			}
		}
	}
	if child.left > 2 { // else it is faster to try all
		child.symmetries = n.symmetries.Keeping(s.guesses[q].code)
	}
	return child
}

// each calls yield for each guess to try, until it returns false. After its call a guess is no
// longer allowed, and neither is its orbit.
func (s *searcher) each(n *node, yield func(q int) bool) {
	var orbits []game.Code // the least code of each guess's orbit
	if !n.symmetries.Trivial() {
		for _, g := range s.guesses {
			if s.ended() {
				return
			}
			orbits = append(orbits, n.symmetries.Least(g.code))
		}
	}
	for i, word := range s.hardest(n) {
		for word &= n.allowed[i]; word != 0; word &= n.allowed[i] {
			q := i*64 + bits.TrailingZeros64(word)
			if !yield(q) {
				return
			}
			n.allowed[i] &^= 1 << (q % 64)
			for other, o := range orbits {
				if o == orbits[q] {
					n.allowed[other/64] &^= 1 << (other % 64)
				}
			}
		}
	}
}

// mostRanked limits the pairs among which the hardest is looked for.
const mostRanked = 256

// hardest returns the guesses that distinguish one pair: nearly always the pair that the fewest
// allowed guesses distinguish.
func (s *searcher) hardest(n *node) (set []uint64) {
	least := math.MaxInt
	for _, pair := range n.hard[:min(len(n.hard), mostRanked)] {
		count := 0
		for i, word := range s.hard[pair] {
			count += bits.OnesCount64(word & n.allowed[i])
		}
		if count < least {
			least = count
			set = s.hard[pair]
		}
	}
	if set == nil {
		set = s.distinguishing(int(n.classes.secrets[0]), int(n.classes.secrets[1]))
	}
	return set
}

// search returns a set that begins with the questions asked, and identifies every secret; nil
// if there is none.
func (s *searcher) search(n *node) (set []int) {
	switch {
	case len(n.classes.ends) == 0:
		return n.asked
	case s.ended():
		return nil
	}

	allowed := make([]uint64, len(n.allowed))
	s.each(n, func(q int) bool {
		if n.left == 1 && s.pairs(n.classes, q, 0) > 0 {
			return true
		}
		if n.left == 2 && !s.lastOf(n, q, allowed) {
			return true
		}
		child := s.ask(n, q)
		if n.left == 2 {
			child.allowed = slices.Clone(allowed)
		}
		set = s.search(child)
		return set == nil
	})
	return set
}

// lastOf finds the guesses that may be asked last, after a guess: the allowed ones that
// distinguish every hard pair that it leaves. It reports whether there are any.
func (s *searcher) lastOf(n *node, q int, allowed []uint64) bool {
	copy(allowed, n.allowed)
	for _, pair := range n.hard {
		set := s.hard[pair]
		if has(set, q) {
			continue
		}
		left := uint64(0)
		set = set[:len(allowed)]
		for i, word := range allowed {
			word &= set[i]
			allowed[i] = word
			left |= word
		}
		if left == 0 {
			return false
		}
	}
	return true
}
