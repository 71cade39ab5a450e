package published

import (
	_ "embed" // for the trees and tables
	"strings"
)

// A Tree is a strategy that a source prints in full, in the compact
// notation that engine/tree reads. What is printed about it is a figure.
type Tree struct {
	Figure
	Game string
	// OneStep is the figure for the rule that the source names, played one guess
	// ahead.
	OneStep string
	Text    string
}

//go:embed trees/knuth-1977.txt
var knuth1977 string

//go:embed trees/neuwirth-1982.txt
var neuwirth1982 string

// Trees returns the strategies that sources print in full.
func Trees() []Tree {
	knuth, _ := FigureOf("knuth/tree")                          // a test reads the table
	neuwirth := Figure{ID: "neuwirth/tree", Source: "neuwirth"} // its figures are not printed
	return []Tree{
		{Figure: knuth, Game: "mm4x6", OneStep: "knuth/minimax", Text: knuth1977},
		{Figure: neuwirth, Game: "mm4x6", OneStep: "neuwirth/entropy", Text: neuwirth1982},
	}
}

// A Table is the printed part of a tree: the second guesses, and the third.
type Table struct {
	ID      string
	Source  SourceID
	Game    string
	OneStep string // the figure that the table belongs to
	First   string
	// Feedback has the feedback of the table's columns and rows, in its order.
	Feedback []string
	// Second[i] is the guess after Feedback[i], and Third[i][j] that after
	// Feedback[j] to it; [NoGuess] where no candidate is left.
	Second []string
	Third  [][]string
}

// NoGuess stands in a table where there is nothing to guess.
const NoGuess = "None"

//go:embed trees/blog-1a2b.txt
var blog1A2B string

// Tables returns the tables of second and third guesses.
func Tables() []Table {
	var rows [][]string // of feedback, of second guesses, and after each feedback of third ones
	for line := range strings.Lines(blog1A2B) {
		rows = append(rows, strings.Fields(line))
	}
	return []Table{{
		ID:       "blog-1a2b/tables",
		Source:   "blog-1a2b",
		Game:     "bc4x10",
		OneStep:  "blog-1a2b/expected-size",
		First:    "1234",
		Feedback: rows[0],
		Second:   rows[1],
		Third:    rows[2:],
	}}
}
