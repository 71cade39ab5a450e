package store

import (
	"encoding/json"
	"fmt"
	"strings"

	"codebreak/engine/short"
)

// A Key names an answer by what is asked. Keys are comparable: equal keys ask
// the same.
type Key struct {
	Kind     string // of question, a word such as "play"
	Question string // one JSON object, compact
}

var kinds = short.Pattern(`^[a-z][a-z-]{0,31}$`)

// NewKey makes a key of a kind and of a value that marshals to a JSON object.
func NewKey(kind string, question any) (Key, error) {
	text, err := json.Marshal(question)
	if err != nil {
		return Key{}, fmt.Errorf("question of kind %s: %w", kind, err)
	}
	k := Key{kind, string(text)}
	return k, k.check()
}

func (k Key) check() error {
	if !kinds().MatchString(k.Kind) || !strings.HasPrefix(k.Question, "{") {
		return fmt.Errorf("question %s must be a JSON object, and its kind %q a word of small letters", k.Question, k.Kind)
	}
	return nil
}

// String writes the key as a person may read it: play {"game":"mm4x6"}.
func (k Key) String() string { return k.Kind + " " + k.Question }

// Name is that of the answer's file, without its ending: 32 hexadecimal
// digits.
func (k Key) Name() string {
	return short.Digest(fmt.Sprintf("%d %s %s", Version, k.Kind, k.Question))[:32]
}
