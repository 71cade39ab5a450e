package main

import (
	"codebreak/configs"
	"codebreak/experiments/notebook"
)

// strategiesEntry compares the criteria with each other, from every kind of
// first guess.
func strategiesEntry() notebook.Entry {
	return gridEntry(
		"strategies",
		"Strategies and first guesses",
		"Which criterion needs the fewest guesses, and how much does the first guess matter? Before the first guess all colours and all positions are equivalent, so there are five kinds of first guess in mm4x6 and one in bc4x10.",
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
