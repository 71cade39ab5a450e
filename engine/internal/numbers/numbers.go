// Package numbers lists numbers: sets of codes are kept as lists of them.
package numbers

import (
	"iter"
	"slices"
)

// Below returns the numbers below n, in order.
func Below[T ~int | ~int32 | ~uint16](n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(i)
	}
	return out
}

// Permutations lists the orders of the numbers below n, in lexicographic order. Each takes the
// place of the one before it in the same slice.
func Permutations(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		p := Below[int](n)
		for yield(p) {
			// The last number that is smaller than the next takes the place of the last
			// larger one, and all behind it stand in ascending order.
			i := n - 2
			for i >= 0 && p[i] > p[i+1] {
				i--
			}
			if i < 0 {
				return
			}

			j := n - 1
			for p[j] < p[i] {
				j--
			}
			p[i], p[j] = p[j], p[i]
			slices.Reverse(p[i+1:])
		}
	}
}
