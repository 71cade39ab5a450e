package configs

import _ "embed" // for the trees

// A PublishedTree is a strategy that a source prints in full, in the compact
// notation that engine/tree reads.
type PublishedTree struct {
	ID     string
	Source string
	Year   int
	Game   string
	Total  int    // as printed about this tree; 0 if nothing is
	Mean   string // likewise, digit by digit; empty if nothing is
	Worst  int
	// OneStep is the figure of [Published] for the rule that the source names,
	// played one guess ahead.
	OneStep string
	Text    string
}

//go:embed trees/knuth-1977.txt
var knuth1977 string

//go:embed trees/neuwirth-1982.txt
var neuwirth1982 string

// PublishedTrees returns the strategies that sources print in full.
func PublishedTrees() []PublishedTree {
	return []PublishedTree{
		{
			ID: "knuth/tree", Source: "Knuth, The computer as Master Mind, J. Recreational Mathematics 9(1)", Year: 1977,
			Game: "mm4x6", Total: 5801, Mean: "4.476", Worst: 5, OneStep: "knuth/minimax", Text: knuth1977,
		},
		{
			ID: "neuwirth/tree", Source: "Neuwirth, Some strategies for Mastermind, Zeitschrift für Operations Research 26", Year: 1982,
			Game: "mm4x6", OneStep: "neuwirth/entropy", Text: neuwirth1982,
		},
	}
}
