package partition

import "math/bits"

// A Set is a set of codes, one bit for each code of a [Space] in the space's
// order: code i is in the set if bit i%64 of word i/64 is set.
type Set []uint64

// Len returns the number of codes in the set.
func (s Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// All iterates over the indices of the codes in the set, in increasing order.
func (s Set) All(yield func(int) bool) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(w*64 + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
