package strategy

import (
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

func init() { registered.list = slices.Concat(criteria, emulations, scripts, byChance) }

// criteria are those of the literature, in the order of their publication, with
// "simple" before them.
var criteria = []Registration{
	{
		// Where all guesses are equally good, what is measured does not matter.
		CriterionInfo: CriterionInfo{Simple, "nothing: every guess is as good as any other, and the ties decide", "Shapiro", 1983},
		Measure:       func(game.Game, int) partition.Measure { return partition.Largest() },
	},
	{
		CriterionInfo: CriterionInfo{Minimax, "the size of the largest class", "Knuth", 1977},
		Measure:       func(game.Game, int) partition.Measure { return partition.Largest() },
	},
	{
		CriterionInfo: CriterionInfo{ExpectedSize, "the expected size of the part that remains, which is the sum of the squared sizes over the number of candidates", "Irving", 1979},
		Measure:       func(game.Game, int) partition.Measure { return partition.Squares() },
	},
	{
		CriterionInfo: CriterionInfo{Entropy, "the negative entropy of the partition, which is the sum of n log n over the sizes n up to constants", "Neuwirth", 1982},
		Measure:       func(_ game.Game, n int) partition.Measure { return partition.Weighted(nLogN(n)) },
	},
	{
		CriterionInfo: CriterionInfo{MostParts, "the negative number of parts", "Kooi", 2005},
		Measure:       func(game.Game, int) partition.Measure { return partition.MinusParts() },
	},
}

// emulations are criteria as another program computes them.
var emulations = []Registration{
	{
		CriterionInfo: CriterionInfo{ExpectedSizeCUDA, "the expected size of the part that remains, in the arithmetic of a graphics processor", "Magruder", 2022},
		Measure:       func(g game.Game, _ int) partition.Measure { return expectedSizeCUDA(g) },
	},
	{
		CriterionInfo: CriterionInfo{EntropyCUDA, "the negative entropy of the partition, in the arithmetic of a graphics processor", "Magruder", 2022},
		Measure:       entropyCUDA,
	},
	{
		CriterionInfo: CriterionInfo{EntropyFancidev, "the negative entropy of the partition, summed in double precision as by fancidev/mastermind", "fancidev", 2010},
		Measure:       entropyFancidev,
	},
	{
		CriterionInfo: CriterionInfo{EntropyBates, "the negative entropy of the partition, summed in double precision as by Wordlegames.jl", "Bates", 2022},
		Measure:       func(g game.Game, _ int) partition.Measure { return entropyBates(g) },
	},
}
