package strategy

import (
	"math"
	"math/bits"

	"codebreak/engine/partition"
)

// A Criterion names the number that a strategy minimises over the partitions
// that guesses make of the candidates.
type Criterion string

const (
	Simple       Criterion = "simple"
	Minimax      Criterion = "minimax"
	ExpectedSize Criterion = "expected-size"
	Entropy      Criterion = "entropy"
	MostParts    Criterion = "most-parts"
)

// Classic lists the four criteria that the literature compares, by Knuth, Irving, Neuwirth
// and Kooi.
func Classic() []Criterion {
	return []Criterion{Minimax, ExpectedSize, Entropy, MostParts}
}

// nLogN tabulates k·log₂k for k = 0..n in fixed point, so that sums compare
// equal whenever they are mathematically equal.
//
// A partition's entropy is decided by the sum of k·log k over its part sizes
// k, and two of these sums are equal exactly if the products of kᵏ are the same
// integer, that is, if every prime occurs in both equally often: {4,1,1,1,1}
// and {2,2,2,2} tie because 4⁴ = 2²·2²·2²·2². So the logarithm of each prime
// is rounded once to fixed point, and every other logarithm is the exact sum
// of those of its prime factors. Two sums are then the same integer
// combination of the same numbers if they are mathematically equal, and no
// tolerance is needed. The scale is the largest power of two at which the sum
// for n candidates in one part fits 62 bits. Rounding moves a sum by at most
// n·log₂n half units: less than 10⁻⁹ bits for the 5040 codes of bc4x10, at a
// scale of 2⁴⁶, and less than 10⁻³ bits for the largest game allowed. Sums
// that differ by more compare in their true order.
func nLogN(n int) []int64 {
	table := make([]int64, n+1)
	log := make([]int64, n+1)
	scale := float64(uint64(1) << nLogNScale(n))

	for k := 2; k <= n; k++ {
		if log[k] != 0 {
			continue
		}

		// k is prime: no smaller prime has marked it.
		logK := int64(math.Round(math.Log2(float64(k)) * scale))
		for power := k; power <= n; power *= k {
			for multiple := power; multiple <= n; multiple += power {
				log[multiple] += logK
			}
		}
	}

	for k := range table {
		table[k] = int64(k) * log[k]
	}
	return table
}

// nLogNScale returns the number of fractional bits in nLogN's table: the sum
// for n candidates is at most n·log₂n, and log₂n is below bits.Len(n).
func nLogNScale(n int) int {
	return 62 - bits.Len(uint(n*bits.Len(uint(n))))
}

// bound returns a score that no guess can beat at n candidates in a game with
// the given number of outcomes: the score of as many and as even parts as possible.
// Every measure is a sum of a convex function of the sizes, or their maximum,
// so evening out never makes it worse. A guess that is a candidate has one
// part of its own, any other does not have that part at all. sizes is room for
// one number for each feedback index.
func bound(m partition.Measure, n, outcomes int, candidate bool, sizes partition.Counts) int64 {
	clear(sizes)
	if candidate {
		sizes[outcomes-1] = 1
		n--
	}

	for i := range outcomes - 1 {
		sizes[i] = int32((n + i) / (outcomes - 1))
	}

	if n > outcomes-1 && !m.Convex() {
		return math.MinInt64
	}
	return m.Of(sizes)
}
