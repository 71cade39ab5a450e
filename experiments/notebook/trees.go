package notebook

import (
	"encoding/json"
	"fmt"
)

// A RecordedTree is a decision tree that stands in a results.json.
type RecordedTree struct {
	Asked     string // kind of the question
	Game      string
	Packed    string // see [codebreak/engine/tree.Tree.Packed]
	Histogram []int  // that stands beside it
}

// RecordedTrees lists the trees of a results.json, whatever its entry. They are not
// checked.
func RecordedTrees(text []byte) ([]RecordedTree, error) {
	r, err := parseRecord(text)
	if err != nil {
		return nil, fmt.Errorf("it %w", err)
	}
	var trees []RecordedTree
	for i, a := range r.Answers {
		var question struct{ Game string }
		var answer struct {
			Tree    string
			Figures struct{ Histogram []int }
			Result  struct{ Histogram []int }
		}
		if json.Unmarshal(a.Answer, &answer) != nil || answer.Tree == "" {
			continue // an answer of another form
		}
		if err := json.Unmarshal(a.Question, &question); err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
		histogram := answer.Figures.Histogram
		if histogram == nil {
			histogram = answer.Result.Histogram
		}
		trees = append(trees, RecordedTree{a.Kind, question.Game, answer.Tree, histogram})
	}
	return trees, nil
}
