package pages

import (
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// Entries lists the entries of the notebook in reading order. What took long when it was
// measured is slow; what a page says that states no computed number is in text.md.
func Entries() []notebook.Entry {
	all := entries()
	parts := readProse(proseFile)
	for i, e := range all {
		all[i] = withProse(e, parts)
		all[i].Tasks = ask.MarkSlow(e.Tasks)
	}
	return all
}

// entries lists the entries in the order in which they read best. Slow is what they
// say themselves.
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
		proofsEntry(),
		formulasEntry(),
		sequenceEntry(),
		externalEntry(),
		benchEntry(),
	}
}
