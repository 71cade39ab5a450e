// Package transcript reads and writes games that were played: one JSON object a line, which the
// schema in [Schema] describes.
//
//	{"v":1,"game":"bc4x10","agent":"me","limit":10,"secret":"5867","rounds":[["0123","0A0B"],["4567","2A1B"],["**12**",null,"format"]]}
//
// Only game and rounds are required. Feedback may be missing if the secret is given, and is
// checked if both are there. A turn that was lost stays, with the reason in third place. An
// agent is whoever played: a person, a language model or another program.
//
// [Read] reads files line by line, so that a bad line costs only itself, and the forms
// of other programs ([Forms]), also in arrays and over several lines; a file may be of any length.
// Codes and feedback are text. In texts and chats they are found with the rules of the game.
package transcript

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// Schema is the JSON schema of a line.
//
//go:embed schema.json
var Schema string

// version counts the changes of the form that old readers cannot read.
const version = 1

// A Game is one game as it was played.
type Game struct {
	Version int     `json:"v"`
	Game    string  `json:"game"`
	Agent   string  `json:"agent,omitempty"` // who played it
	ID      string  `json:"id,omitempty"`
	Limit   int     `json:"limit,omitempty"` // of turns; 0 for none
	Secret  string  `json:"secret,omitempty"`
	Rounds  []Round `json:"rounds"`
	// Failures counts turns that were lost to the format and are not among the rounds.
	Failures int             `json:"format_failures,omitempty"`
	Seed     *uint64         `json:"seed,omitempty"`
	Meta     json.RawMessage `json:"meta,omitempty"` // of the writer; not read

	Line int `json:"-"` // in its file, from 1
}

// reason turns an error of package json into words for people.
func reason(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("it is not JSON: %w, after %s", syntax, wording.Plural(int(syntax.Offset), "byte"))
	}
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return err
	case kind.Field == "":
		return fmt.Errorf("a game is an object in braces, not a %s", kind.Value)
	}
	return fmt.Errorf("%q cannot be a %s", kind.Field, kind.Value)
}

// Limits of a game are far above all games that people play, and bound the memory: a number
// in a file takes a few bytes, whatever it says.
const (
	MaxLimit = 100    // "limit" and "format_failures"
	MaxTurns = 10_000 // guesses and lost turns
)

// check refuses games that cannot have been played.
func (g Game) check() error {
	switch {
	case g.Version != 0 && g.Version != version:
		return fmt.Errorf("its version is %d; %d is read", g.Version, version)
	case g.Game == "":
		return errors.New(`it names no "game", such as mm4x6`)
	case len(g.Rounds) == 0 && g.Failures == 0:
		return errors.New(`it has no "rounds"`)
	case g.Limit < 0 || g.Failures < 0:
		return errors.New(`"limit" and "format_failures" must not be negative`)
	case g.Limit > MaxLimit:
		return fmt.Errorf(`"limit" is %d; it must be at most %d`, g.Limit, MaxLimit)
	case g.Failures > MaxLimit:
		return fmt.Errorf(`"format_failures" is %d; it must be at most %d`, g.Failures, MaxLimit)
	case g.Turns() > MaxTurns:
		return fmt.Errorf("it has more than %s turns", wording.Thousands(MaxTurns))
	}
	return nil
}

// add adds a round. One round too many is enough for check.
func (g *Game) add(r Round) {
	if len(g.Rounds) <= MaxTurns {
		g.Rounds = append(g.Rounds, r)
	}
}

// Turns counts the turns of the game: guesses, and lost turns.
func (g Game) Turns() int { return len(g.Rounds) + g.Failures }

// withFeedback counts the rounds with feedback.
func (g Game) withFeedback() (n int) {
	for _, r := range g.Rounds {
		if r.Feedback != "" {
			n++
		}
	}
	return n
}

// Write returns the game as a line.
func (g Game) Write() ([]byte, error) {
	g.Version = version
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(g)
	return b.Bytes(), err
}

// Limits of input, in bytes.
const (
	maxLine     = 16 << 20
	maxPassed   = 4 * maxLine // of a line that is skipped; a device may have no other
	maxDocument = 2 * maxLine // of a form that is one document
)

// Options say how a file is read.
type Options struct {
	Form     string    // one of Forms; empty to see it from the beginning of the file
	Game     string    // for games that do not name theirs
	Alphabet string    // symbols of that game, for forms that number or name colours in their own way
	Rules    game.Game // the same game, for texts, in which its codes must be found; nil without it
	Agent    string    // for games that do not name theirs
}

// A reader reads the games of one file. The error says why a game cannot be read; io.EOF ends
// the file.
type reader interface{ game() (Game, error) }
