package main

import (
	"codebreak/engine"
	"codebreak/report"
)

// An entry is one experiment of the notebook.
type entry struct {
	name     string // of the entry on the command line and of its folder
	title    string
	question string // in a sentence or two
	// slow entries take minutes: they run when named, or with --full.
	slow           bool
	configurations []engine.Configuration
	// tell makes the page of the results, which come in the order of the
	// configurations. The entry's name, title and question are filled in later.
	tell func(results []engine.Result) report.Page
}

// notebook lists the entries in the order in which they read best.
func notebook() []entry {
	return []entry{
		publishedEntry(),
		strategiesEntry(),
		conventionsEntry(),
		largeConventionsEntry(),
	}
}
