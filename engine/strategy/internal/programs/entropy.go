package programs

import (
	"math"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// Two programs compute entropies in double precision, where mathematically equal sums may
// differ by the order of their terms. The conversions keep compilers from fusing products
// with sums, so that every machine computes the same bits.

// EntropyFancidev is the measure of fancidev/mastermind (Feedback.h, 2010): the sum of
// ln(n)·n over the sizes n, in the order of black and then of white pegs.
func EntropyFancidev(g game.Game, n int) partition.Measure {
	order := summationOrder(g)
	terms := make([]float64, n+1)
	for k := 2; k <= n; k++ {
		terms[k] = float64(ln(float64(k)) * float64(k))
	}
	return partition.Computed(func(sizes []int32) int64 {
		sum := 0.0
		for _, f := range order {
			sum += terms[sizes[f]]
		}
		return int64(math.Float64bits(sum)) // of sums from 0, in their order
	})
}

// EntropyBates is the measure of Wordlegames.jl (GamePool.jl, 2022): the sum of x·ln(x)
// over the shares x of the parts, in the order of the feedback, in bits.
func EntropyBates(g game.Game, _ int) partition.Measure {
	order := summationOrder(g)
	return partition.Computed(func(sizes []int32) int64 {
		n := int32(0)
		sum := 0.0
		for _, size := range sizes {
			n += size
		}
		for _, f := range order {
			if sizes[f] > 0 {
				x := float64(sizes[f]) / float64(n)
				sum += float64(x * ln(x))
			}
		}
		return -int64(math.Float64bits(math.Abs(sum) / math.Ln2))
	})
}

// ln is the natural logarithm, rounded correctly except once in some hundred times, as in
// good C libraries; math.Log is less exact, and differs between machines. With
// x = 2ᵏ·(1+f) and s = f/(2+f) it is k·ln 2 + 2s + s·R(s²), R as in Sun's fdlibm
// (e_log.c, 1993). The rounding errors of the first two terms are added to the third.
func ln(x float64) float64 {
	// Step 1. The reduction to k and f.
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction = 2 * fraction
		exponent--
	}
	f := fraction - 1
	sum := fraction + 1
	k := float64(exponent)

	// Step 2. The quotient s, and its rounding error.
	s := f / sum
	lost := (math.FMA(-s, sum, f) - float64(s*(fraction-(sum-1)))) / sum

	// Step 3. The polynomial R.
	square := float64(s * s)
	r := 0.0
	for _, l := range [...]float64{
		1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01,
		2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01,
	} {
		r = float64(square * (l + r))
	}

	// Step 4. The sum, the smallest terms first.
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // of ln 2
	whole := float64(k * high)                                               // exact
	first := whole + 2*s
	rounded := 2*s - (first - whole)
	small := 2*lost + (float64(s*r) + float64(k*low))
	return first + (rounded + small)
}
