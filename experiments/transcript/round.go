package transcript

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"codebreak/engine/wording"
)

// A Round is a turn: a guess and its feedback, which may be missing, or a lost turn.
type Round struct {
	Guess    string
	Feedback string // empty if it is missing
	Failure  string // why the turn was lost; empty for a guess
}

// MarshalJSON writes [guess, feedback], or [guess, null, failure].
func (r Round) MarshalJSON() ([]byte, error) {
	words := []any{r.Guess, nil}
	if r.Feedback != "" {
		words[1] = r.Feedback
	}
	if r.Failure != "" {
		words = append(words, r.Failure)
	}
	return json.Marshal(words)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *Round) UnmarshalJSON(data []byte) error {
	var fields map[string]any
	if json.Unmarshal(data, &fields) == nil && object(fields).first(guessKeys) != nil {
		round, guess := readTurn(fields)
		*r = round
		if r.Failure == "" {
			r.Guess = strings.Join(guess, "")
		}
		return nil
	}

	var words []*string
	if json.Unmarshal(data, &words) != nil || len(words) < 1 || len(words) > 3 || words[0] == nil {
		return fmt.Errorf("a round is %s; it must be [guess, feedback], or [guess, null, why the turn was lost]", wording.Clip(string(data)))
	}

	words = append(words, nil, nil)
	*r = Round{
		Guess:    *words[0],
		Feedback: trimmed(words[1]),
		Failure:  trimmed(words[2]),
	}
	return nil
}

func trimmed(s *string) string {
	if s == nil {
		return ""
	}
	return strings.TrimSpace(*s)
}

// isTurn reports whether a value is a guess with its feedback.
func isTurn(value any) bool {
	if pair, ok := value.([]any); ok && len(pair) == 2 {
		_, isText := pair[0].(string)
		return isText
	}
	return objectOf(value).first(guessKeys) != nil
}

// readTurn reads a turn: an object, a code, or a list of a guess and its feedback, such as [bulls,
// cows]. The round has no guess yet, unless the turn was lost; then guess is nil.
func readTurn(turn any) (r Round, guess []string) {
	fields, ok := turn.(map[string]any)
	if pair, isList := turn.([]any); isList && len(pair) == 2 {
		if isCounts(pair[1]) || isTurn(pair) && len(fmt.Sprint(pair[1])) > 1 {
			fields = map[string]any{"guess": pair[0], "feedback": pair[1]}
			ok = true
		}
	}
	if !ok {
		return r, tokens(turn)
	}

	o := object(fields)
	code := o.first(guessKeys)
	if action := objectOf(code); action != nil { // as environments keep it
		code = action.first(guessKeys + " message")
	}
	if failure := o.text("error") + o.in("feedback").text("error"); failure != "" && failure != "false" {
		return Round{Guess: fmt.Sprint(code), Failure: failure}, nil
	}
	r.Feedback = feedbackOf(o)
	return r, tokens(code)
}

// isCounts reports whether a value is a list of two numbers, of bulls and cows.
func isCounts(value any) bool {
	counts, _ := value.([]any)
	if len(counts) != 2 {
		return false
	}
	_, isBlack := counts[0].(float64)
	_, isWhite := counts[1].(float64)
	return isBlack && isWhite
}

// feedbackOf returns the feedback of a turn: a text, a list, or numbers of pegs.
func feedbackOf(o object) string {
	switch f := o.first(feedbackKeys).(type) {
	case string:
		return f
	case []any:
		if isCounts(f) {
			return fmt.Sprintf("%vA%vB", f...)
		}
		return strings.Join(tokens(f), " ")
	case map[string]any:
		o = f
		if o.first("messages message content text") != nil {
			return spread(f)
		}
	}

	black := o.first(blackKeys)
	white := o.first(whiteKeys)
	if black == nil && white == nil {
		return ""
	}
	return fmt.Sprintf("%vA%vB", cmp.Or(black, any(0)), cmp.Or(white, any(0)))
}

// tokens takes a code apart: a text, a number, or a list of numbers or names. Anything else has none.
func tokens(code any) (tokens []string) {
	switch c := code.(type) {
	case string:
		c = strings.Trim(c, "[] ")
		if strings.ContainsAny(c, " ,") {
			return wording.Fields(c)
		}
		return strings.Split(c, "")
	case float64:
		return strings.Split(strconv.FormatFloat(c, 'f', -1, 64), "")
	case []any:
		for _, symbol := range c {
			tokens = append(tokens, fmt.Sprint(symbol))
		}
	}
	return tokens
}
