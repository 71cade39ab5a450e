// Which simple strategy is the best: the grid that the notebook begins with.

package pages

import (
	"codebreak/configs"
	"codebreak/experiments/notebook"
)

// strategiesEntry asks which simple strategy is best. No source: it plays the criteria from every
// kind of first guess.
func strategiesEntry() notebook.Entry {
	return gridEntry(
		"strategies",
		"Which simple strategy is best?",
		"A simple strategy rates each guess by the classes into which it splits the candidates, and looks no further. Before the first guess all colours and all positions are equivalent: Mastermind with four positions has five kinds of first guess, Bulls and Cows one.",
		strategyGrids()...,
	)
}

func strategyGrids() []configs.Grid {
	strategies := configs.StrategyGrid{Criteria: withSimple()}.Strategies()
	return []configs.Grid{
		{Games: []string{"mm4x6"}, Strategies: strategies, FirstGuesses: []string{"1111", "1112", "1122", "1123", "1234"}},
		{Games: []string{"bc4x10"}, Strategies: strategies, FirstGuesses: []string{"0123"}},
	}
}
