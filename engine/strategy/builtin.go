package strategy

import (
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// criteria lists "simple", and then the criteria of the literature in the order of their
// publication.
var criteria = []Registration{
	{
		// All guesses count as equally good, so the measure does not matter.
		Criterion: Simple,
		Minimises: "nothing: every guess is as good as any other, and the ties decide",
		Author:    "Shapiro",
		Year:      1983,
		Measure:   largest,
	},
	{
		Criterion: Minimax,
		Minimises: "the size of the largest class",
		Author:    "Knuth",
		Year:      1977,
		Measure:   largest,
	},
	{
		Criterion: ExpectedSize,
		Minimises: "the expected size of the part that remains, which is the sum of the squared sizes over the number of candidates",
		Author:    "Irving",
		Year:      1979,
		Measure:   squares,
	},
	{
		Criterion: Entropy,
		Minimises: "the negative entropy of the partition, which is the sum of n log n over the sizes n up to constants",
		Author:    "Neuwirth",
		Year:      1982,
		Measure:   entropy,
	},
	{
		Criterion: MostParts,
		Minimises: "the negative number of parts",
		Author:    "Kooi",
		Year:      2005,
		Measure:   minusParts,
	},
}

func largest(game.Game, int) partition.Measure { return partition.Largest() }

func squares(game.Game, int) partition.Measure { return partition.Squares() }

func minusParts(game.Game, int) partition.Measure { return partition.MinusParts() }

func entropy(_ game.Game, n int) partition.Measure {
	return partition.Weighted(nLogN(n))
}
