// Package transcript reads and writes games as they were played, by whomever: one JSON
// object per line, described by the schema in [Schema].
//
//	{"v":1,"game":"bc4x10","agent":"me","limit":10,"secret":"5867","rounds":[["0123","0A0B"],["4567","2A1B"],["**12**",null,"format"]]}
//
// Only game and rounds are required. Feedback may be missing if the secret is given, and is
// checked if both are there. A turn that was lost stays, with the reason in third place.
//
// [Read] reads files line by line, so that a bad line costs only itself, and the forms
// of other programs ([Forms]); a file may be of any length. It does not know the rules of
// games: codes and feedback are text.
package transcript

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"codebreak/engine/short"
)

// Schema is the JSON schema of a line.
//
//go:embed schema.json
var Schema string

// Version is that of the form.
const Version = 1

// A Game is one game as it was played.
type Game struct {
	Version int     `json:"v"`
	Game    string  `json:"game"`
	Agent   string  `json:"agent,omitempty"` // who played it
	ID      string  `json:"id,omitempty"`
	Limit   int     `json:"limit,omitempty"` // of turns; 0 for none
	Secret  string  `json:"secret,omitempty"`
	Rounds  []Round `json:"rounds"`
	// Failures is how many turns were lost to the format and are not among the rounds.
	Failures int             `json:"format_failures,omitempty"`
	Seed     *uint64         `json:"seed,omitempty"`
	Meta     json.RawMessage `json:"meta,omitempty"` // of the writer; not read

	Line int `json:"-"` // where it stands in its file, from 1
}

// A Round is a turn: a guess with its feedback, which may be missing, or a turn that was
// lost.
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
	var words []*string
	if json.Unmarshal(data, &words) != nil || len(words) < 1 || len(words) > 3 || words[0] == nil {
		return fmt.Errorf("a round is %s; it must be [guess, feedback], or [guess, null, why the turn was lost]", short.Clip(string(data)))
	}
	words = append(words, nil, nil)
	*r = Round{Guess: *words[0], Feedback: text(words[1]), Failure: text(words[2])}
	return nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return strings.TrimSpace(*s)
}

// parse reads a line.
func parse(line []byte) (g Game, err error) {
	if err := json.Unmarshal(line, &g); err != nil {
		return g, reason(err)
	}
	return g, g.check()
}

// reason says what is wrong with JSON in words for people.
func reason(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: %w, after %d bytes", syntax, syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Errorf("%q cannot be a %s", kind.Field, kind.Value)
	}
	return err
}

// check refuses what no game can be.
func (g Game) check() error {
	switch {
	case g.Version != 0 && g.Version != Version:
		return fmt.Errorf("its version is %d; %d is read", g.Version, Version)
	case g.Game == "":
		return errors.New(`it names no "game", such as mm4x6`)
	case len(g.Rounds) == 0 && g.Failures == 0:
		return errors.New(`it has no "rounds"`)
	case g.Limit < 0 || g.Failures < 0:
		return errors.New(`"limit" and "format_failures" must not be negative`)
	}
	return nil
}

// Turns is how many turns the game took: guesses, and lost ones.
func (g Game) Turns() int { return len(g.Rounds) + g.Failures }

// Write returns the game as a line.
func (g Game) Write() ([]byte, error) {
	g.Version = Version
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(g)
	return b.Bytes(), err
}
