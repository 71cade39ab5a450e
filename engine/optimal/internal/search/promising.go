package search

import (
	"slices"

	"codebreak/engine/tree"
)

// estimateUnit is what a guess counts in estimates, so that averages keep some
// digits.
const estimateUnit = 256

// promising lists at most width choices below the limit. It takes them alternately by least bound
// and by least estimate. Of guesses that make the same parts only the first is listed. ok is false if the context
// ends.
func (w *worker) promising(candidates set, k int, past history, limit Cost) (list Choices, ok bool) {
	byBound, ok := w.choices(candidates, k, past, limit)
	if !ok || len(byBound) == 0 {
		return nil, ok
	}
	byEstimate := slices.Clone(byBound)
	for i, c := range byEstimate {
		byEstimate[i].Bound, _ = w.sumParts(w.estimate, c.Code(), candidates)
	}
	byEstimate.order()

	seen := map[splitting]bool{}
	for turn := 0; len(list) < w.width && len(byBound)+len(byEstimate) > 0; turn++ {
		from := &byBound
		if turn%2 == 1 {
			from = &byEstimate
		}
		if c, ok := w.nextUnseen(from, candidates, seen); ok {
			c.Bound = w.guessBound(candidates, c.Code(), k)
			list = append(list, c)
		}
	}
	return list, true
}

// A splitting is what a guess does to a set.
type splitting struct {
	parts     uint64 // a hash of them
	candidate bool   // the guess is a candidate
}

// nextUnseen takes the next choice out that does not split the candidates as one before.
func (w *worker) nextUnseen(from *Choices, candidates set, seen map[splitting]bool) (c Choice, ok bool) {
	for c, ok = from.Next(); ok; c, ok = from.Next() {
		key := splitting{parts: w.partition(candidates, c.Code()), candidate: c.guess&otherGuess == 0}
		if !seen[key] {
			seen[key] = true
			return c, true
		}
	}
	return c, false
}

// exactTo is the number of candidates up to which sets are searched exactly even if
// there is a width: twice the kinds of feedback of the game, which three guesses nearly always
// distinguish, but no more than 32. That takes little time.
func (w *worker) exactTo() int {
	return min(32, 2*w.game.Outcomes())
}

// learn makes the estimate: what sets of each size cost on average in a tree.
// Between sizes that do not occur it is interpolated.
func (s *shared) learn(t *tree.Tree) {
	bySize := sampled{
		sums: make([]Cost, len(s.secrets)+1),
		sets: make([]Cost, len(s.secrets)+1),
	}
	bySize.add(t.Root)

	table := make([]int64, len(s.secrets)+1)
	last := 0
	for n := 1; n < len(table); n++ {
		switch {
		case n == 1:
			table[n] = estimateUnit
		case bySize.sets[n] == 0:
			continue
		default:
			table[n] = bySize.sums[n] * estimateUnit / bySize.sets[n]
		}
		for i := last + 1; i < n; i++ {
			table[i] = table[last] + (table[n]-table[last])*int64(i-last)/int64(n-last)
		}
		last = n
	}
	s.estimate = table
}

// sampled are the sets of a tree, by their size: how many there are, and the sum of what
// they cost.
type sampled struct{ sums, sets []Cost }

// add adds the sets of a subtree. It returns the size of the first, and what it costs.
func (s sampled) add(n *tree.Node) (size int, total Cost) {
	for _, b := range n.Branches {
		if b.Next == nil {
			size++
			continue
		}
		partSize, partTotal := s.add(b.Next)
		size += partSize
		total += partTotal
	}

	total += Cost(size)
	s.sums[size] += total
	s.sets[size]++
	return size, total
}
