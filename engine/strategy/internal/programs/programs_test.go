package programs

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/game/pegs"
)

// TestLn compares logarithms of sizes and of shares with those of package math, and with
// a few known to the bit where package math does not round correctly.
func TestLn(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for range 100_000 {
		x := float64(1+rng.IntN(1<<15)) / float64(1+rng.IntN(9))
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 0x1.8p-52*math.Abs(want) {
			t.Fatalf("ln %v = %v, want %v", x, got, want)
		}
	}

	for x, want := range map[float64]float64{
		3:  0x1.193ea7aad030bp+0,
		14: 0x1.51cca16d7bba7p+1,
		48: 0x1.ef8383c50bb75p+1,
		74: 0x1.1375cd6fcab1dp+2,
	} {
		if got := ln(x); got != want {
			t.Errorf("ln %v = %x, want %x", x, got, want)
		}
	}
}

// TestCUDA checks the order of summation, and reciprocals and logarithms that are known
// to the bit.
func TestCUDA(t *testing.T) {
	g := pegs.Game{Positions: 2, Colours: 4, GuessRepeats: true, SecretRepeats: true}
	// In order of summation: 0B0W, 0B1W, 0B2W, 1B0W, 1B1W, 2B0W.
	if got, want := summationOrder(g), []int{0, 1, 3, 2, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}

	m := ExpectedSizeCUDA(g, 0)
	if got := m.Of([]int32{2, 2, 0, 2, 0, 0}); got != 2_000_000 {
		t.Errorf("expected size of three pairs: %d millionths", got)
	}
	for i, want := range []int64{math.MaxUint32 + 1, math.MaxUint32} { // of a guess that tells nothing, or little
		if got := m.Of([]int32{1 << 13, int32(i), 0, 0, 0, 0}); got != want {
			t.Errorf("an expected size of %d counts as %d, want %d", 8192-i, got, want)
		}
	}

	for name, test := range map[string]struct {
		got  float32
		want uint32
	}{
		"rcp 49":     {sfuReciprocal(49), 0x3ca72f05},
		"rcp 1296":   {sfuReciprocal(1296), 0x3a4a4588},
		"lg2 1":      {sfuLog2(1), 0},
		"lg2 1/2":    {sfuLog2(0.5), 0xbf7ffffe},
		"lg2 rcp 3":  {sfuLog2(sfuReciprocal(3)), 0xbfcae00c},
		"lg2 rcp 7":  {sfuLog2(sfuReciprocal(7)), 0xc033abb3},
		"lg2 rcp 10": {sfuLog2(sfuReciprocal(10)), 0xc0549a77},
	} {
		if got := math.Float32bits(test.got); got != test.want {
			t.Errorf("%s: %08x, want %08x", name, got, test.want)
		}
	}
}

// TestFused compares fused multiplication and addition with exact arithmetic.
func TestFused(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		a, b := rng.Float32()*4-2, rng.Float32()*4-2
		c := float32(-float64(a)*float64(b)) * (1 + float32(rng.IntN(3)-1)*0x1p-20) // near to cancelling
		if rng.IntN(2) == 0 {
			c = (rng.Float32() - 0.5) * float32(math.Exp2(float64(rng.IntN(60)-30)))
		}
		exact := new(big.Float).SetPrec(300).Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
		want, _ := exact.Add(exact, big.NewFloat(float64(c))).Float32()
		if got := fused(a, b, c); got != want {
			t.Fatalf("%v·%v + %v = %v, want %v", a, b, c, got, want)
		}
	}
}
