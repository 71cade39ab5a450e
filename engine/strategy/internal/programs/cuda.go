package programs

import (
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// The criteria of mikemag/Mastermind, which plays on graphics processors, are those of
// Irving and Neuwirth in the arithmetic of these processors: summed in single precision
// with fused multiplication and addition, in the order of black and then of white pegs,
// with the processor's own reciprocal and logarithm, and then rounded to a fixed number
// of decimals. Sums that are mathematically equal come out different, or different ones
// equal, so that ties are broken by noise. The program's cast to 32 bits saturates: all
// expected sizes of 4294.967295 and more are equal.
//
// The special function unit that computes reciprocals and logarithms evaluates quadratics
// from tables. sfu.csv has them as the envytools project measured them on hardware
// (M. Kościelnicka, nvhw/sfu.c, 2015; sfu.LICENSE): function, index, and the
// coefficients a, b, c.

//go:embed sfu.csv
var sfuCSV string

// A quadratic is a line of a table.
type quadratic struct{ a, b, c int64 }

type sfuTable struct {
	reciprocal, log2 []quadratic
	square           [1 << 17]int64
}

// sfu holds the tables, and the squares of numbers of 17 bits: the unit leaves out partial
// products.
var sfu = sync.OnceValue(readSFU)

func readSFU() *sfuTable {
	t := &sfuTable{}
	for line := range strings.Lines(sfuCSV) {
		var index int
		var q quadratic
		function, numbers, _ := strings.Cut(line, ",")
		_, err := fmt.Sscanf(numbers, "%d,%d,%d,%d", &index, &q.a, &q.b, &q.c)
		if err != nil {
			continue // the header
		}

		if function == "rcp" { // the indices come in order
			t.reciprocal = append(t.reciprocal, q)
		} else {
			t.log2 = append(t.log2, q)
		}
	}

	for u := range t.square {
		for i := range 17 {
			if u>>i&1 != 0 {
				t.square[u] += int64(u >> (18 - i))
			}
		}
		t.square[u] >>= 1
	}
	return t
}

// sfuReciprocal is 1/x as the unit computes it, for a normal number above 0.
func sfuReciprocal(x float32) float32 {
	bits := math.Float32bits(x)
	exponent := bits >> 23
	fraction := int64(bits & 0x7fffff)
	t := sfu()
	q := t.reciprocal[fraction>>16]
	v := fraction & 0xffff
	m := (q.a<<13 + q.b*v + q.c*t.square[2*v] + 0x47e7) >> 15 // 24 bits, or 1<<24
	return math.Float32frombits((253-exponent)<<23 + uint32(m-1<<23))
}

// sfuLog2 is log₂ x as the unit computes it, for a normal number above 0.
func sfuLog2(x float32) float32 {
	word := int64(math.Float32bits(x))
	exponent := word >> 23
	fraction := word & 0x7fffff
	t := sfu()
	q := t.log2[fraction>>17]
	v := fraction & 0x1ffff
	sum := (q.a<<12 + q.b*v + 2*q.c*t.square[v] + 0x3345) >> 2
	if fraction == 0 && exponent == 127 {
		sum = 0
	}
	sum += (exponent - 127) << 36

	sign := float32(1)
	if sum < 0 {
		sum = ^sum
		sign = -1
	}
	sum &^= 1<<max(0, bits.Len64(uint64(sum))-24) - 1 // not rounded
	return sign * float32(float64(sum)*0x1p-36)
}

// fused is a·b + c, rounded once. The product is exact in double precision; the sum is
// rounded to odd there, so that a second rounding gives the same as a single one (Boldo
// and Melquiond, 2008).
func fused(a, b, c float32) float32 {
	product := float64(a) * float64(b)
	addend := float64(c)
	sum := product + addend
	part := sum - product
	lost := (product - (sum - part)) + (addend - part) // Knuth's TwoSum

	if bits := math.Float64bits(sum); lost != 0 && bits&1 == 0 {
		if (lost > 0) == (sum > 0) {
			bits++
		} else {
			bits--
		}
		sum = math.Float64frombits(bits)
	}
	return float32(sum)
}

// computeCUDA returns a function that adds up terms of the sizes, given the reciprocal of
// the number of candidates, and rounds the sum to whole multiples of 1/scale.
func computeCUDA(
	g game.Game,
	scale float64,
	add func(sum, size, reciprocal float32) float32,
) func(sizes []int32) int64 {
	order := summationOrder(g)
	return func(sizes []int32) int64 {
		n := int32(0)
		for _, size := range sizes {
			n += size
		}

		reciprocal := sfuReciprocal(float32(n))
		sum := float32(0)
		for _, f := range order {
			switch size := sizes[f]; {
			case size == n:
				return math.MaxUint32 + 1 // it distinguishes nothing, whatever the cast saturates
			case size > 0:
				sum = add(sum, float32(size), reciprocal)
			}
		}
		return min(int64(math.Round(float64(sum)*scale)), math.MaxUint32)
	}
}

// The conversions below keep compilers from computing with more precision.
//
// Sums of at most 45 terms are off by less than the margins: each term is off by a few,
// and each addition by one half, of the last of 24 bits, which makes less than 3·10⁻⁶ of
// an expected size, and less than 10⁻⁵ of an entropy, which is at most log 45. So most
// guesses are measured exactly, and only those close to the best in this arithmetic.

func addSquare(sum, size, reciprocal float32) float32 {
	return fused(float32(size*size), reciprocal, sum)
}

func addEntropy(sum, size, reciprocal float32) float32 {
	const ln2 = float32(0x1.62e430p-1)
	share := float32(size * reciprocal)
	return fused(share, float32(sfuLog2(share)*ln2), sum)
}

// ExpectedSizeCUDA is the expected size of the part that remains.
func ExpectedSizeCUDA(g game.Game, _ int) partition.Measure {
	const scale, relative, absolute = 1e6, 8e-6, 4e-6
	compute := computeCUDA(g, scale, addSquare)
	return partition.ComputedNear(compute, partition.Squares(), func(limit int64, n int) int64 {
		if limit > math.MaxUint32 { // the cast saturates
			return math.MaxInt64
		}
		size := float64(limit)/scale*(1+relative) + absolute
		return 1 + int64(float64(n)*size)
	})
}

// EntropyCUDA is the negative entropy. exact measures the sum of n·log₂n over the sizes n in
// fixed point, with that many binary places.
func EntropyCUDA(g game.Game, exact partition.Measure, places int) partition.Measure {
	const scale, margin = 1e9, 2e-5
	compute := computeCUDA(g, scale, addEntropy)
	unit := float64(uint64(1) << places)
	return partition.ComputedNear(compute, exact, func(limit int64, n int) int64 {
		if limit > 0 { // the score of a guess that distinguishes nothing
			return math.MaxInt64
		}
		nats := float64(limit)/scale + margin + math.Log(float64(n))
		return 1 + int64(unit*float64(n)*nats/math.Ln2)
	})
}
