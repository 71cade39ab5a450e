package partition

import (
	"slices"
	"sort"

	"codebreak/engine/partition/internal/kernel"
)

// A Measure is a number computed from the sizes of a guess's parts. A criterion minimises
// it. Measures are whole numbers, so that equality is the same on every machine and in any
// order of summation.
type Measure struct {
	kind     kernel.Kind
	table    []int64             // for weighted: the weights, at least kernel.LeastWeights long
	convexTo int                 // for weighted: the size up to which the weights are convex
	of       func([]int32) int64 // for computed

	// A computed measure may have a faster one close to it: a guess that measures less
	// than a limit measures less than within(limit, n) by near.
	near   *Measure
	within func(limit int64, n int) int64
}

// Largest measures the size of the largest class.
func Largest() Measure { return Measure{kind: kernel.Largest} }

// Squares measures the sum of the squared sizes.
func Squares() Measure { return Measure{kind: kernel.Squares} }

// MinusParts measures the number of nonempty parts, negated.
func MinusParts() Measure { return Measure{kind: kernel.Parts} }

// Weighted measures the sum of weight[n] over the sizes n. Nothing larger than
// len(weight)-1 may be measured; weight[0] must be 0. Sets up to the size to which
// the weights are convex are scanned faster. The measure keeps the slice, which
// must not be changed any more.
func Weighted(weight []int64) Measure {
	convexTo := 1
	grows := func(n int) int64 { return weight[n] - weight[n-1] }
	for convexTo+1 < len(weight) && grows(convexTo+1) >= grows(convexTo) {
		convexTo++
	}

	table := slices.Clip(weight)
	for len(table) < kernel.LeastWeights {
		table = append(table, 0)
	}
	return Measure{kind: kernel.Weighted, table: table, convexTo: convexTo}
}

// Computed measures the result of the function, which may look at the sizes of all classes
// by feedback index. It is much slower than the other measures.
func Computed(of func(sizes []int32) int64) Measure {
	return Measure{kind: kernel.Computed, of: of}
}

// ComputedNear is [Computed] for a function that is close to another measure. For n
// candidates, a guess that measures less than a limit must measure less than
// within(limit, n) by near. Peg games scan by near first, and compute few guesses then.
func ComputedNear(of func(sizes []int32) int64, near Measure, within func(limit int64, n int) int64) Measure {
	return Measure{kind: kernel.Computed, of: of, near: &near, within: within}
}

// Convex reports whether no partition into k parts measures less than the
// most even one.
func (m Measure) Convex() bool { return m.kind != kernel.Computed }

// Of measures the given sizes, by feedback index.
func (m Measure) Of(sizes []int32) int64 {
	if m.kind == kernel.Computed {
		return m.of(sizes)
	}
	return kernel.Measure(m.kind, m.table, sizes)
}

// same reports whether both measure all sizes alike; it does not compare computed measures.
func (m *Measure) same(other Measure) bool {
	return m.kind == other.kind &&
		(m.kind != kernel.Weighted || &m.table[0] == &other.table[0])
}

// fast is the limit by the measure that a scan tries first.
func (m *Measure) fast(limit int64, n int) int64 {
	if m.near != nil {
		return m.within(limit, n)
	}
	return limit
}

// fewest returns the least number of parts, at most most, with which n candidates can
// measure less than the limit: most+1 if they cannot, and 1 where that is not known. It is
// found by bisection, since the score of the most even parts falls with their number.
func (m Measure) fewest(n, most int, limit int64) int {
	if m.kind == kernel.Computed || m.kind == kernel.Weighted && n > m.convexTo {
		return 1
	}
	enough := func(i int) bool { return m.even(n, i+1) < limit }
	return 1 + sort.Search(min(n, most), enough)
}

// even measures n candidates in k parts of sizes as equal as possible.
func (m Measure) even(n, k int) int64 {
	size := n / k
	larger := n % k
	switch m.kind {
	case kernel.Largest:
		return int64((n + k - 1) / k)
	case kernel.Squares:
		return int64(n*size + larger*(size+1))
	case kernel.Weighted:
		sum := int64(k-larger) * m.table[size]
		if larger > 0 {
			sum += int64(larger) * m.table[size+1]
		}
		return sum
	}
	return -int64(k)
}
