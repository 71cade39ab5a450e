package notebook

import (
	"encoding/json"
	"fmt"
)

// A RecordedTree is a decision tree that stands in a results.json.
type RecordedTree struct {
	Asked  string // kind of the question
	Game   string
	Packed string // see [codebreak/engine/tree.Tree.Packed]

	Question, Answer json.RawMessage
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
		var answer struct{ Tree string }
		if json.Unmarshal(a.Answer, &answer) != nil || answer.Tree == "" {
			continue // an answer of another form
		}
		if err := json.Unmarshal(a.Question, &question); err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
		trees = append(trees, RecordedTree{a.Kind, question.Game, answer.Tree, a.Question, a.Answer})
	}
	return trees, nil
}
