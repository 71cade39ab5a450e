package published

import (
	_ "embed" // for the trees
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
	trees := []Tree{
		{Figure: Figure{ID: "knuth/tree", Source: "knuth"}, Game: "mm4x6", OneStep: "knuth/minimax", Text: knuth1977},
		{Figure: Figure{ID: "neuwirth/tree", Source: "neuwirth"}, Game: "mm4x6", OneStep: "neuwirth/entropy", Text: neuwirth1982},
	}
	for i, t := range trees {
		if f, err := FigureOf(t.ID); err == nil {
			trees[i].Figure = f
		}
	}
	return trees
}

// A Table is what a source prints of a tree: the second guesses, and
// the third.
type Table struct {
	ID      string
	Source  SourceID
	Game    string
	OneStep string // the figure that the table belongs to
	First   string
	// Feedback is the feedback that the columns and rows of the table are
	// for, in its order.
	Feedback []string
	// Second[i] is the guess after Feedback[i], and Third[i][j] that after
	// Feedback[j] to it; [NoGuess] where no candidate is left.
	Second []string
	Third  [][]string
}

// NoGuess stands in a table where there is nothing to guess.
const NoGuess = "None"

// Tables returns the tables of second and third guesses.
func Tables() []Table {
	t := Table{
		ID: "blog-1a2b/tables", Source: "blog-1a2b", Game: "bc4x10", OneStep: "blog-1a2b/expected-size", First: "1234",
		Feedback: strings.Fields(blogFeedback), Second: strings.Fields(blogSecond),
	}
	for line := range strings.Lines(blogThird) {
		t.Third = append(t.Third, strings.Fields(line))
	}
	return []Table{t}
}

const (
	blogFeedback = "0A0B 1A0B 0A1B 2A0B 1A1B 0A2B 3A0B 2A1B 1A2B 0A3B 4A0B 2A2B 1A3B 0A4B"
	blogSecond   = "0567 0256 0325 0135 0235 0145 0135 0135 0135 0145 1234 0124 0123 2341"
	blogThird    = `None None None 0689 0589 5879 0178 0158 0578 5678 0567 0125 0157 5670
1748 0738 1573 5278 0278 1067 0578 0278 5278 1045 0256 0265 5260 None
6178 0456 4061 0267 6327 2670 0367 0367 5360 2056 None None None None
6078 6437 2654 0674 5246 6207 0235 0617 1067 1054 None 1035 1530 None
1467 6137 1672 5246 2637 1063 0135 2637 2637 1052 None 0253 2530 None
2367 6127 2467 5126 3160 3516 0467 4167 6417 4617 0145 0415 0451 4051
None 6017 0167 0234 6217 1204 None 1235 1034 None None None None None
None 0267 1627 6017 1672 5246 0134 1435 1032 1203 None None None None
None 2436 6241 2167 4036 1367 0132 0431 0431 1543 None None None None
None 2163 4326 2647 3540 4617 0142 3140 0412 2451 None None None None
None None None None None None None None None None 1234 None None None
None None None None None None None 1324 3214 0132 None None None None
None None None None None None None 1423 4132 1342 None None None None
None None None None None None None None None None 2341 2143 2413 3412
`
)
