package pages

import (
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// Entries lists the entries of the notebook in reading order. Tasks that took long when they were
// measured are slow. Texts that state no computed number come from text.md.
func Entries() []notebook.Entry {
	all := entries()
	parts := readProse(proseFile)
	for i, e := range all {
		all[i] = withProse(e, parts)
		all[i].Tasks = ask.MarkSlow(e.Tasks)
	}
	return all
}

// entries lists the entries as they declare themselves, in the order in which they read best.
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
