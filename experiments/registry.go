package main

import (
	"context"

	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/report"
)

// An entry is one experiment of the notebook.
type entry struct {
	name     string // of the entry on the command line and of its folder
	title    string
	question string // in a sentence or two
	// slow entries take minutes: they run when named, or with --full.
	slow bool
	// onDemand entries run only when named: what comes out depends on the
	// machine.
	onDemand bool
	// full, if set, makes the form of the entry that is run with --full.
	full           func() entry
	configurations []engine.Configuration
	// search, if set, is work that is not the playing of a configuration. It
	// is done before tell, which may use what it leaves. It returns what took
	// how long.
	search func(ctx context.Context, o options) ([]configurationTiming, error)
	// observe, if set, is shown the tree of each configuration.
	observe func(i int, t *tree.Tree)
	// tell makes the page of the results, which come in the order of the
	// configurations. The entry's name, title and question are filled in later.
	tell func(results []engine.Result) report.Page
}

// notebook lists the entries in the order in which they read best.
func notebook() []entry {
	return []entry{
		publishedEntry(),
		treesEntry(),
		strategiesEntry(),
		firstGuessEntry(),
		tiesEntry(),
		conventionsEntry(),
		gamesEntry(),
		hardModeEntry(),
		variantsEntry(),
		sweepEntry(),
		twoPhaseEntry(),
		codemakersEntry(),
		mixEntry(),
		worstCaseEntry(),
		optimalEntry(),
		largeTiesEntry(),
		largeConventionsEntry(),
		largeWorstCaseEntry(),
		fullSweepEntry(),
		largeOptimalEntry(),
		largeHardModeEntry(),
		largeMixEntry(),
		crushEntry(),
		benchEntry(),
	}
}
