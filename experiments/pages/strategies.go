// Which simple strategy is the best: the grid that the notebook begins with.

package pages

import (
	"fmt"

	"codebreak/configs"
	"codebreak/experiments/notebook"
	"codebreak/report/lists"
)

// strategiesEntry asks which simple strategy is best. No source: it plays the criteria from every
// kind of first guess.
func strategiesEntry() notebook.Entry {
	return gridEntry(
		"strategies",
		"Which simple strategy is best?",
		fmt.Sprintf("A simple strategy rates each guess by the classes into which it splits the candidates, and looks no further. Before the first guess all colours and all positions are equivalent: Mastermind with four positions has %s kinds of first guess, Bulls and Cows %s.",
			inWords(len(kindsOfFirst("mm4x6"))), inWords(len(kindsOfFirst("bc4x10")))),
		strategyGrids()...,
	)
}

// strategyGrids play two games from each kind of first guess.
func strategyGrids() []configs.Grid {
	return lists.Map([]string{"mm4x6", "bc4x10"}, fromEveryFirstGuess)
}
