package strategy

import (
	"math"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// Roots prefers many parts to even ones: it minimises the negative sum of the
// square roots of the sizes.
var roots = criterion{
	CriterionInfo{"roots", "the negative sum of the square roots of the sizes", "you", 2026},
	func(_ game.Game, n int) partition.Measure {
		weight := make([]int64, n+1)
		for k := range weight {
			weight[k] = -int64(math.Round(math.Sqrt(float64(k)) * (1 << 20)))
		}
		return partition.Weighted(weight)
	},
}
