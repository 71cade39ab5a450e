package strategy

import (
	"math"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// The criteria of mikemag/Mastermind, which plays on graphics processors, are
// those of Irving and Neuwirth, but summed in single precision and then
// rounded to a fixed number of decimals. Sums that are mathematically equal
// come out different, or different ones equal, so that ties are broken by
// noise; and the noise depends on the order of summation: by black pegs, and
// then by white pegs.
//
// Here a quotient is the product with a rounded reciprocal, as compilers for
// these processors make it when told to be fast, and every step is rounded
// correctly. The processors' own logarithm is not, and its error is not
// documented to the bit, so EntropyFloat32 has noise of the same size and
// origin, but not the same noise.

// summationOrder lists the feedback indices of the game in the order in which
// that program sums.
func summationOrder(g game.Game) []int {
	var order []int
	pegs, ok := game.PegRules(g)
	if !ok {
		for f := range g.OutcomeLimit() {
			order = append(order, f)
		}
		return order
	}
	for black := range pegs.Positions + 1 {
		for white := range pegs.Positions + 1 - black {
			order = append(order, int(game.NewFeedback(black, white)))
		}
	}
	return order
}

// sumFloat32 returns a measure that adds up terms of the sizes in single
// precision, given the reciprocal of the number of candidates, and rounds the
// sum to whole multiples of 1/scale.
func sumFloat32(g game.Game, scale float64, add func(sum, size, reciprocal float32) float32) partition.Measure {
	order := summationOrder(g)
	return partition.Computed(func(sizes []int32) int64 {
		n := int32(0)
		for _, size := range sizes {
			n += size
		}
		reciprocal := 1 / float32(n)
		sum := float32(0)
		for _, f := range order {
			if size := sizes[f]; size > 0 {
				sum = add(sum, float32(size), reciprocal)
			}
		}
		return int64(math.Round(float64(sum) * scale))
	})
}

// The conversions below keep compilers from computing with more precision.

func expectedSizeFloat32(g game.Game) partition.Measure {
	return sumFloat32(g, 1e6, func(sum, size, reciprocal float32) float32 {
		term := float32(float32(size*size) * reciprocal)
		return float32(sum + term)
	})
}

func entropyFloat32(g game.Game) partition.Measure {
	return sumFloat32(g, 1e9, func(sum, size, reciprocal float32) float32 {
		share := float32(size * reciprocal)
		logarithm := float32(float32(math.Log2(float64(share))) * math.Ln2)
		// As by a fused multiplication and addition: the product of two single
		// precision numbers is exact in double precision. (The sum is rounded
		// there first, which hardly ever matters.)
		return float32(float64(sum) + float64(share)*float64(logarithm))
	})
}
