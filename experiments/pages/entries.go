// The list of all entries, and the groups in which they stand.

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
	group := ""
	for i, e := range all {
		if begins, ok := groups[e.Name]; ok {
			group = begins
		}
		all[i] = withProse(e, parts)
		all[i].Group = group
		all[i].Tasks = ask.MarkSlow(e.Tasks)
	}
	return all
}

// groups are the headings of the front pages, by the name of the entry that stands first
// under each.
var groups = map[string]string{
	"strategies": "Play better",
	"proofs":     "Proofs",
	"published":  "Who was right",
	"games":      "Other games, and other programs",
}

// entries lists the entries in the order in which they read best, group by group. They are as they
// declare themselves.
func entries() []notebook.Entry {
	return []notebook.Entry{
		strategiesEntry(),
		firstGuessEntry(),
		tiesEntry(),
		hardModeEntry(),
		wordsEntry(),
		wordleEntry(),
		agentsEntry(),
		proofsEntry(),
		optimalEntry(),
		recordsEntry(),
		worstCaseEntry(),
		staticEntry(),
		adversaryEntry(),
		equilibriumEntry(),
		formulasEntry(),
		sequenceEntry(),
		publishedEntry(),
		fieldEntry(),
		treesEntry(),
		chanceEntry(),
		conventionsEntry(),
		ledgerEntry(),
		twoPhaseEntry(),
		gamesEntry(),
		variantsEntry(),
		absurdleEntry(),
		externalEntry(),
		benchEntry(),
	}
}
