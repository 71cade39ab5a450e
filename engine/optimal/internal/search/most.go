package search

import (
	"slices"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// mostFrom and mostTo are the numbers of candidates of sets for which it pays to know how many
// parts guesses make of them.
const mostFrom, mostTo = 24, 2048

// most is how many parts guesses make of a set at most: candidates, the part of the guess itself
// among them, and other guesses.
type most struct{ candidate, other int }

func (m most) known() bool { return m.candidate > 0 }

// withMost returns the history of a set with the most parts that guesses make of it, which
// bounds those of all sets that it is split into.
func (w *worker) withMost(candidates set, past history) history {
	n := len(candidates)
	if n < mostFrom || n > mostTo {
		return past
	}
	if w.byMost == nil || w.off.most || w.width > 0 {
		return past
	}

	w.load(candidates)
	own := most{candidate: 1, other: 1}
	ok := w.scan(w.guessesAt(past), partition.MinusParts(), 0, func(guess game.Code, score int64) int64 {
		_, candidate := slices.BinarySearch(w.codes, guess)
		if candidate {
			return int64(-own.other)
		}
		own.other = int(-score)
		return score
	})
	if !ok {
		return past
	}
	for _, i := range candidates {
		own.candidate = max(own.candidate, w.parts(candidates, i))
	}
	// In a part without the candidate, its own part is missing.
	own.other = max(own.other, own.candidate-1)

	if past.most.known() {
		own.candidate = min(own.candidate, past.most.candidate)
		own.other = min(own.other, past.most.other)
	}
	past.most = own
	return past
}

// sizesByMost bounds the cost of sets by their size, if guesses make no more parts of them than
// m says. The bound is the less of two: with a candidate as the first guess, and with another.
func (s *shared) sizesByMost(m most, capacity *bounds.Capacity) sizes {
	each := max(m.candidate, m.other)
	after := func(first, parts int) func(k int) int { // a guess that solves first
		return func(k int) int {
			if k <= 1 {
				return k * first
			}
			n := parts
			for range k - 2 {
				n = min(n*each, len(s.secrets))
			}
			return min(first+n, len(s.secrets), capacity.Set(k))
		}
	}

	n := min(mostTo, len(s.secrets))
	candidate := s.leastBy(n, after(1, m.candidate-1), capacity.Total)
	other := s.leastBy(n, after(0, m.other), capacity.Total)
	var least [][]Cost
	for k := range max(len(candidate), len(other)) {
		row := slices.Clone(candidate[min(k, len(candidate)-1)])
		for i, c := range other[min(k, len(other)-1)] {
			row[i] = min(row[i], c)
		}
		least = append(least, row)
	}
	return sizesOf(least)
}
