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
		switch t, ok, err := a.tree(); {
		case err != nil:
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		case ok:
			trees = append(trees, t)
		}
	}
	return trees, nil
}

// tree returns the tree of an answer, if it holds one.
func (a recordAnswer) tree() (t RecordedTree, ok bool, err error) {
	var question struct{ Game string }
	var answer struct{ Tree string }
	if json.Unmarshal(a.Answer, &answer) != nil || answer.Tree == "" {
		return t, false, nil // an answer of another form
	}
	err = json.Unmarshal(a.Question, &question)
	return RecordedTree{a.Kind, question.Game, answer.Tree, a.Question, a.Answer}, err == nil, err
}

// KeepTrees returns a results.json with some of the trees of another, and nothing else.
func KeepTrees(text []byte, keep func(RecordedTree) bool) ([]byte, error) {
	r, err := parseRecord(text)
	if err != nil {
		return nil, fmt.Errorf("it %w", err)
	}
	kept := record{Version: r.Version, Entry: r.Entry, Files: []string{}}
	for _, a := range r.Answers {
		if t, ok, err := a.tree(); err == nil && ok && keep(t) {
			kept.Answers = append(kept.Answers, a)
		}
	}
	return kept.encode(), nil
}
