package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"

	strict "github.com/go-json-experiment/json"

	"codebreak/engine/wording"
	"codebreak/experiments/store"
	"codebreak/report"
)

// recordVersion is the version of the form of results.json, which
// results.schema.json describes.
const recordVersion = 4

// RecordName is the name of the file that holds an entry's outcome: everything else in the
// entry's folder is made from it.
const RecordName = "results.json"

// A record is the content of results.json. It is written with one line for
// each answer, so that changes can be read.
type record struct {
	Version int            `json:"version"`
	Entry   string         `json:"entry"`
	Files   []string       `json:"files"` // of the entry's folder that are made from this one, in their order
	Answers []recordAnswer `json:"answers"`

	weight int64 // of the file, see [store.ReadJSON]
}

// A recordAnswer is the answer to one task.
type recordAnswer struct {
	Kind     string          `json:"kind"`
	Question json.RawMessage `json:"question"`
	// Engine is the fingerprint of the engine that gave the answer to a slow task. Other answers
	// always come from the present engine.
	Engine string          `json:"engine,omitempty"`
	Answer json.RawMessage `json:"answer"`
}

// newRecord writes down an outcome.
func newRecord(e Entry, o Outcome, files []string) (record, error) {
	r := record{
		Version: recordVersion,
		Entry:   e.Name,
		Files:   files,
		Answers: []recordAnswer{},
	}
	for _, t := range distinct(e.Tasks) {
		a, ok := o.answers[t.Key]
		if !ok {
			continue // slow and not computed, or new in the entry
		}
		text, err := json.Marshal(t.work.record(a.value))
		if err != nil {
			return r, fmt.Errorf("%s: %w", t.Name, err)
		}
		engine := ""
		if t.Slow {
			engine = a.engine
		}
		r.Answers = append(r.Answers, recordAnswer{
			Kind:     t.Key.Kind,
			Question: json.RawMessage(t.Key.Question),
			Engine:   engine,
			Answer:   text,
		})
	}
	return r, nil
}

// encode writes a record as JSON.
func (r record) encode() []byte {
	files, _ := json.Marshal(r.Files) // of strings
	var lines [][]byte
	for _, a := range r.Answers {
		line, _ := json.Marshal(a) // JSON again
		lines = append(lines, append([]byte("\n    "), line...))
	}
	answers := bytes.Join(lines, []byte(","))
	return fmt.Appendf(nil, "{\n  \"version\": %d,\n  \"entry\": %q,\n  \"files\": %s,\n  \"answers\": [%s\n  ]\n}\n", r.Version, r.Entry, files, answers)
}

// readRecord reads results.json of an entry's folder. It returns no part of a damaged one.
func readRecord(folder string, limit int64) (record, error) {
	path := filepath.Join(folder, RecordName)
	text, weight, err := store.ReadJSON(path, limit)
	if err != nil {
		return record{}, store.OfMemory(err)
	}
	r, err := parseRecord(text)
	if err != nil {
		return record{}, fmt.Errorf("%s %w", path, err)
	}
	r.weight = weight
	return r, nil
}

// parseRecord reads what results.json holds. The error lacks the name of the
// file, which goes before it.
func parseRecord(text []byte) (record, error) {
	var version struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return record{}, fmt.Errorf("is damaged: %w", err)
	}
	if version.Version != recordVersion {
		return record{}, fmt.Errorf("is of version %d; this program reads version %d: run the entry again", version.Version, recordVersion)
	}

	var r record
	if err := strict.Unmarshal(text, &r, strict.RejectUnknownMembers(true)); err != nil {
		return record{}, fmt.Errorf("is damaged: %w", err)
	}

	for _, name := range r.Files {
		if report.CheckName(strings.TrimPrefix(name, certificates)) != nil {
			return record{}, fmt.Errorf("is damaged: file %q is not a plain name", wording.Clip(name))
		}
	}

	for i, a := range r.Answers {
		var question bytes.Buffer
		if err := json.Compact(&question, a.Question); err != nil {
			return record{}, fmt.Errorf("is damaged: question %d: %w", i+1, err)
		}
		r.Answers[i].Question = question.Bytes()
	}
	return r, nil
}

// answers returns the record's answers by their keys.
func (r record) answers() map[store.Key]recordAnswer {
	out := map[store.Key]recordAnswer{}
	for _, a := range r.Answers {
		out[a.key()] = a
	}
	return out
}

func (a recordAnswer) key() store.Key {
	return store.Key{Kind: a.Kind, Question: string(a.Question)}
}

// outcome reads the answers to an entry's tasks from a record. Some may be missing, but not all.
// The error names an answer that is wrong, or is the context's.
func (r record) outcome(ctx context.Context, e Entry) (o Outcome, err error) {
	if r.Entry != e.Name {
		return o, fmt.Errorf("it belongs to entry %q, not to %q", wording.Clip(r.Entry), e.Name)
	}

	o, recorded := newOutcome(), r.answers()
	for _, t := range distinct(e.Tasks) {
		a, ok := recorded[t.Key]
		if !ok {
			continue
		}
		value, err := t.work.decode(ctx, a.Answer)
		if errors.Is(err, store.ErrLess) {
			continue // written when less was asked for
		}
		if err != nil {
			return o, fmt.Errorf("%s: %w", t.Name, err)
		}
		o.answers[t.Key] = answered{value: value, engine: a.Engine}
	}

	if len(o.answers) == 0 {
		return o, errNothing
	}
	return o, nil
}

// errNothing says that no task of an entry is answered.
var errNothing = errors.New("nothing is answered")

// A RecordedTree is a decision tree that stands in a results.json.
type RecordedTree struct {
	Asked  string // kind of the question
	Game   string
	Packed string // see [codebreak/engine/tree.Tree.Brief]

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

// FindTrees yields the trees of a results folder, from all files that hold the text of a question.
// It leaves out files that cannot be read, or whose weight exceeds the limit.
func FindTrees(folder string, question []byte, limit int64) iter.Seq[RecordedTree] {
	return func(yield func(RecordedTree) bool) {
		files, _ := filepath.Glob(filepath.Join(folder, "*", RecordName))
		for _, file := range files {
			// Most files do not hold the question: looking for its bytes saves parsing them.
			text, _, err := store.ReadJSON(file, limit)
			if err != nil || !bytes.Contains(text, question) {
				continue
			}

			trees, _ := RecordedTrees(text)
			for _, t := range trees {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// tree returns the tree of an answer, if it holds one.
func (a recordAnswer) tree() (t RecordedTree, ok bool, err error) {
	var question struct{ Game string }
	var answer struct{ Tree string }
	if json.Unmarshal(a.Answer, &answer) != nil || answer.Tree == "" {
		return t, false, nil // an answer of another form
	}
	err = json.Unmarshal(a.Question, &question)
	t = RecordedTree{
		Asked:    a.Kind,
		Game:     question.Game,
		Packed:   answer.Tree,
		Question: a.Question,
		Answer:   a.Answer,
	}
	return t, err == nil, err
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
