package main

import "codebreak/experiments/notebook"

// entries lists the entries of the notebook in the order in which they read
// best.
func entries() []notebook.Entry {
	return []notebook.Entry{
		publishedEntry(),
		fieldEntry(),
		treesEntry(),
		strategiesEntry(),
		firstGuessEntry(),
		tiesEntry(),
		chanceEntry(),
		agentsEntry(),
		conventionsEntry(),
		gamesEntry(),
		hardModeEntry(),
		variantsEntry(),
		ledgerEntry(),
		twoPhaseEntry(),
		wordsEntry(),
		wordleEntry(),
		adversaryEntry(),
		equilibriumEntry(),
		worstCaseEntry(),
		staticEntry(),
		optimalEntry(),
		recordsEntry(),
		formulasEntry(),
		sequenceEntry(),
		externalEntry(),
		benchEntry(),
	}
}
