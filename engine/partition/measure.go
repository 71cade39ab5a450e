package partition

import "slices"

// A Measure is a number that the sizes of a guess's parts come to. The lower
// it is, the better is the guess to the criterion that minimises it. Measures
// are whole numbers, so that equal is equal on every machine and in any order
// of summation.
type Measure struct {
	kind  measureKind
	table []int64             // of weighted, at least tableMin long
	of    func([]int32) int64 // of computed
}

type measureKind int

const (
	largest measureKind = iota
	squares
	parts
	weighted
	computed
)

// tableMin is the length to which tables are padded for kernels that keep the
// first entries in registers.
const tableMin = 16

// Largest measures the size of the largest part.
func Largest() Measure { return Measure{kind: largest} }

// Squares measures the sum of the squared sizes.
func Squares() Measure { return Measure{kind: squares} }

// MinusParts measures the number of nonempty parts, negated.
func MinusParts() Measure { return Measure{kind: parts} }

// Weighted measures the sum of weight[n] over the sizes n. Nothing larger than
// len(weight)-1 may be measured; weight[0] must be 0. The measure keeps the
// slice, which must not be changed any more.
func Weighted(weight []int64) Measure {
	table := slices.Clip(weight)
	for len(table) < tableMin {
		table = append(table, 0)
	}
	return Measure{kind: weighted, table: table}
}

// Computed measures what the function says, which may look at the sizes of all
// feedbacks by index. It is much slower than the other measures.
func Computed(of func(sizes []int32) int64) Measure { return Measure{kind: computed, of: of} }

// Convex reports whether no partition into k parts measures less than the
// most even one.
func (m Measure) Convex() bool { return m.kind != computed }

// Of measures the given sizes, by feedback index.
func (m Measure) Of(sizes []int32) int64 {
	sum := int64(0)
	switch m.kind {
	case largest:
		for _, n := range sizes {
			sum = max(sum, int64(n))
		}
	case squares:
		for _, n := range sizes {
			sum += int64(n) * int64(n)
		}
	case parts:
		for _, n := range sizes {
			if n > 0 {
				sum--
			}
		}
	case weighted:
		for _, n := range sizes {
			sum += m.table[n]
		}
	case computed:
		return m.of(sizes)
	}
	return sum
}
