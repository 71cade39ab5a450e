package notebook

import (
	"encoding/json"
	"fmt"
	"slices"
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

// SlowTrees returns a results.json with those answers only that hold a tree and take long
// to compute.
func SlowTrees(text []byte) ([]byte, error) {
	r, err := parseRecord(text)
	if err != nil {
		return nil, fmt.Errorf("it %w", err)
	}
	r.Files = nil
	r.Answers = slices.DeleteFunc(r.Answers, func(a recordAnswer) bool {
		var answer struct{ Tree string }
		return a.Engine == "" || json.Unmarshal(a.Answer, &answer) != nil || answer.Tree == ""
	})
	return r.encode()
}
