package static

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
)

// A node is a state of the search.
type node struct {
	asked      []int
	left       int     // questions
	classes    classes // after those asked
	hard       []int32 // hard pairs that are not distinguished
	allowed    []uint64
	symmetries game.Symmetries // that leave those asked as they are

	distinguish []uint64 // the guesses that distinguish the hardest pair
}

// A part is what is searched by one worker: sets with some questions, and of the others only
// those allowed.
type part struct {
	asked   []int
	allowed []uint64
}

// enoughParts is from how many parts on they are shared out.
const enoughParts = 64

// exhaust looks for a set of k questions, of which k-1 must be known not to be enough. It
// returns nil if there is no such set.
func (t *table) exhaust(ctx context.Context, k int, o Options) ([]int, error) {
	allowed := make([]uint64, t.words)
	for q := range t.guesses {
		allowed[q/64] |= 1 << (q % 64)
	}
	parts, s := []part{{nil, allowed}}, newSearcher(ctx, t)
	for depth := 0; depth < k-2 && len(parts) < enoughParts; depth++ {
		var next []part
		for _, p := range parts {
			n := s.at(p, k)
			s.each(n, func(q int) bool {
				next = append(next, part{append(slices.Clone(p.asked), q), slices.Clone(n.allowed)})
				return true
			})
		}
		parts = next
	}
	var mu sync.Mutex
	var found []int
	first, done := len(parts), 0 // the first part with a solution; parts done
	err := parallel.Each(ctx, o.Workers, len(parts), func(_, i int) error {
		s := newSearcher(ctx, t)
		s.ended = func() bool {
			mu.Lock()
			defer mu.Unlock()
			return first < i || ctx.Err() != nil
		}
		set := s.search(s.at(parts[i], k))
		mu.Lock()
		defer mu.Unlock()
		if set != nil && i < first {
			first, found = i, set
		}
		if done++; o.Progress != nil {
			o.Progress(Progress{k, true, done, len(parts)})
		}
		return nil
	})
	return found, err
}

// at returns the node of a part, of k questions in all.
func (s *searcher) at(p part, k int) *node {
	s.levels = make([]node, k+1)
	n := &node{left: k, classes: s.all(), hard: game.Numbers[int32](len(s.hard) / s.words), allowed: p.allowed, symmetries: game.SymmetriesOf(s.game)}
	for _, q := range p.asked {
		child := &s.levels[n.left-1]
		child.allowed = p.allowed
		s.ask(n, q, child)
		n = child
	}
	n.allowed = slices.Clone(p.allowed)
	return n
}

// ask makes a child of a node, but for what is allowed there.
func (s *searcher) ask(n *node, q int, child *node) {
	child.asked, child.left = append(append(child.asked[:0], n.asked...), q), n.left-1
	s.split(n.classes, q, &child.classes)
	child.hard = child.hard[:0]
	if child.left == 1 {
		return // all guesses allowed there distinguish them
	}
	for _, pair := range n.hard {
		if !has(s.distinguishes(pair), q) {
			child.hard = append(child.hard, pair)
		}
	}
	child.symmetries = game.Symmetries{}
	if useful(n) {
		child.symmetries = n.symmetries.Keeping(s.guesses[q])
	}
}

// useful reports whether the symmetries at a node are looked at. With two questions left that
// is slower than to try all guesses.
func useful(n *node) bool { return n.left > 2 && !n.symmetries.Trivial() }

// each calls yield for the guesses that are to be tried, until it returns false. Those it was
// called for are not allowed afterwards.
func (s *searcher) each(n *node, yield func(q int) bool) {
	s.hardest(n)
	var orbits []game.Code // the least code of each guess's orbit
	if useful(n) {
		for _, guess := range s.guesses {
			if s.ended() {
				return
			}
			orbits = append(orbits, n.symmetries.Least(guess))
		}
	}
	for i := range n.distinguish {
		for word := n.distinguish[i] & n.allowed[i]; word != 0; word &= n.allowed[i] {
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

// mostRanked is how many pairs are looked at to find the hardest.
const mostRanked = 256

// hardest finds, of the pairs that are not distinguished, one that the fewest allowed guesses
// distinguish.
func (s *searcher) hardest(n *node) {
	least := math.MaxInt
	for _, pair := range n.hard[:min(len(n.hard), mostRanked)] {
		count, set := 0, s.distinguishes(pair)
		for i, word := range n.allowed {
			count += bits.OnesCount64(word & set[i])
		}
		if count < least {
			least, n.distinguish = count, append(n.distinguish[:0], set...)
		}
	}
	if least == math.MaxInt {
		n.distinguish = s.distinguishing(n.distinguish[:0], n.classes.secrets[0], n.classes.secrets[1])
	}
}

// search returns a set that begins with the questions asked, and identifies every secret; nil
// if there is none.
func (s *searcher) search(n *node) (set []int) {
	switch {
	case len(n.classes.ends) == 0:
		return n.asked
	case n.left == 0 || s.ended():
		return nil
	}
	child := &s.levels[n.left-1]
	s.each(n, func(q int) bool {
		child.allowed = append(child.allowed[:0], n.allowed...)
		switch n.left {
		case 1:
			if s.pairs(n.classes, q, 0) == 0 {
				set = append(n.asked, q)
			}
			return set == nil
		case 2:
			if !s.lastOf(n, q, child.allowed) {
				return true
			}
		}
		s.ask(n, q, child)
		set = s.search(child)
		return set == nil
	})
	return set
}

// lastOf leaves, of the guesses allowed, the ones that distinguish all hard pairs that a guess
// does not. It reports whether there are any.
func (s *searcher) lastOf(n *node, q int, allowed []uint64) bool {
	for _, pair := range n.hard {
		set := s.distinguishes(pair)
		if has(set, q) {
			continue
		}
		left, set := uint64(0), set[:len(allowed)]
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
