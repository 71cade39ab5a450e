package transcript

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Keys and titles by which programs name the same things.
const (
	turnKeys      = "history turn_history turns guesses moves attempts steps boardState"
	guessKeys     = "guess word move attempt action"
	feedbackKeys  = "feedback result response evaluation observation"
	feedbackLists = "feedback feedbacks evaluations results"
	blackKeys     = "black bulls exact exact_matches correct_position"
	whiteKeys     = "white cows partial partial_matches wrong_position"
	secretKeys    = "target secret secret_code targetWord answer solution code"
	numberKeys    = "nr turn round number step"
	idKeys        = "game_id episode episode_id run id game"
)

// An object is a JSON object of another program. Any key may be missing, or hold another type.
type object map[string]any

func (o object) in(key string) object { return objectOf(o[key]) }

// objectOf returns a value that is an object; else nil.
func objectOf(value any) object {
	fields, _ := value.(map[string]any)
	return fields
}

// first returns the value of the first of some keys that has one.
func (o object) first(keys string) any {
	for key := range strings.FieldsSeq(keys) {
		if o[key] != nil {
			return o[key]
		}
	}
	return nil
}

// list returns the first list among the values of some keys.
func (o object) list(keys string) []any {
	for key := range strings.FieldsSeq(keys) {
		if list, ok := o[key].([]any); ok {
			return list
		}
	}
	return nil
}

func (o object) text(key string) string {
	if o[key] == nil {
		return ""
	}
	return fmt.Sprint(o[key])
}

// id returns what names a game; empty if nothing does.
func (o object) id() string {
	id := o.first(idKeys)
	if id == nil || objectOf(id) != nil {
		return ""
	}
	return fmt.Sprint(id)
}

// count returns the number, from 0, that is the first of some keys, as a number or a text.
func (o object) count(keys string) int {
	n, _ := strconv.Atoi(fmt.Sprint(o.first(keys)))
	return n
}

func (o object) number(key string) int { return number(o[key]) }

// number reads a number of JSON. Anything else counts as 0.
func number(value any) int {
	n, _ := value.(float64)
	return int(n)
}

// messageLists are the keys under which programs keep messages, in their order.
var messageLists = []string{"prompt", "messages", "conversation", "conversations", "trajectory", "contents", "completion"}

// spread writes an object, or a text that is one in JSON, as lines with its keys, such as
// feedback = X X G. Other text stays as it is; nil is empty.
func spread(value any) string {
	text, ok := value.(string)
	var fields map[string]any
	if ok && json.Unmarshal([]byte(text), &fields) != nil {
		return text
	}
	if ok {
		value = fields
	}
	var lines strings.Builder
	if value != nil {
		writeLines(&lines, value)
	}
	return lines.String()
}

// writeLines writes an object with a line for each key, and a list with spaces.
func writeLines(to *strings.Builder, value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			to.WriteString("\n" + key + " = ")
			writeLines(to, v[key])
		}
	case []any:
		for _, element := range v {
			writeLines(to, element)
			to.WriteByte(' ')
		}
	default:
		fmt.Fprint(to, v)
	}
}
