package strategy

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactLn is the natural logarithm to 200 bits, by the series of artanh.
func exactLn(x float64) *big.Float {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	series := func(x *big.Float) *big.Float {
		s := number(0).Quo(number(0).Sub(x, number(1)), number(0).Add(x, number(1)))
		square, power, sum := number(0).Mul(s, s), s, number(0)
		for i := 1; i < 200; i += 2 {
			sum.Add(sum, number(0).Quo(power, number(float64(i))))
			power = number(0).Mul(power, square)
		}
		return sum.Mul(sum, number(2))
	}
	fraction, exponent := math.Frexp(x)
	return number(0).Add(series(number(fraction)), number(0).Mul(number(float64(exponent)), series(number(2))))
}

// TestLn compares logarithms of sizes and of shares with exact ones.
func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	const tried = 4000
	inexact := 0
	for range tried {
		n := 2 + rng.IntN(1<<15)
		for _, x := range []float64{float64(n), float64(1+rng.IntN(n)) / float64(n)} {
			want, _ := exactLn(x).Float64()
			got := ln(x)
			if math.Abs(got-want) > 0x1.01p-52*math.Abs(want) {
				t.Fatalf("ln %v = %v, want %v", x, got, want)
			}
			if got != want {
				inexact++
			}
		}
	}
	if inexact*200 > 2*tried {
		t.Errorf("%d of %d logarithms are not rounded correctly", inexact, 2*tried)
	}
}
