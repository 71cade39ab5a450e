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
// of other programs ([Forms]); a file may be of any length. The package does not know the rules
// of games: codes and feedback are text.
package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

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
	var words []*string
	if json.Unmarshal(data, &words) != nil || len(words) < 1 || len(words) > 3 || words[0] == nil {
		return fmt.Errorf("a round is %s; it must be [guess, feedback], or [guess, null, why the turn was lost]", wording.Clip(string(data)))
	}

	words = append(words, nil, nil)
	*r = Round{Guess: *words[0], Feedback: trimmed(words[1]), Failure: trimmed(words[2])}
	return nil
}

func trimmed(s *string) string {
	if s == nil {
		return ""
	}
	return strings.TrimSpace(*s)
}

// reason turns an error of package json into words for people.
func reason(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: %w, after %s", syntax, wording.Plural(int(syntax.Offset), "byte"))
	case errors.As(err, &kind):
		return fmt.Errorf("%q cannot be a %s", kind.Field, kind.Value)
	}
	return err
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
		return fmt.Errorf("it has more than %d turns", MaxTurns)
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
	Form     string // one of Forms; empty to see it from the beginning of the file
	Game     string // for games that do not name theirs
	Alphabet string // symbols of that game, for forms that number or name colours in their own way
	Agent    string // for games that do not name theirs
}

// Forms lists the forms of files: "transcript" is that of this package, "plain" has lines of
// a guess and its feedback with an empty line between games, the others are those of other
// programs.
func Forms() []string { return slices.Sorted(maps.Keys(forms)) }

// A reader reads the games of one file. The error says why a game cannot be read; io.EOF ends
// the file.
type reader interface{ game() (Game, error) }

// forms has a reader for each form.
var forms = map[string]func(*lines, Options) reader{
	"transcript": newOwnLines,
	"plain":      newPlainLines,
	bullsAndCows: newResults,
	mastermind:   newTurnLines,
	turns:        newTurnLines,
	digitmind:    newTableRows,
}

// Read returns the games of a file, and in place of each that cannot be read an error that
// says where. After the end of the context, or if the file cannot be read on, there is one
// more error and no game.
func Read(ctx context.Context, file string, in io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		l := &lines{ctx: ctx, in: bufio.NewReaderSize(in, 64<<10)}
		l.skipByteOrderMark()
		if o.Form == "" {
			start, _ := l.in.Peek(16 << 10)
			o.Form = formOf(string(start))
		}
		newReader, ok := forms[o.Form]
		if !ok {
			yield(Game{}, fmt.Errorf("%s: unknown form %q", file, o.Form))
			return
		}

		for r := newReader(l, o); ; {
			g, err := r.game()
			if err == io.EOF {
				return
			}
			g.Game = cmp.Or(g.Game, o.Game)
			g.Agent = cmp.Or(g.Agent, o.Agent)
			g.Line = cmp.Or(g.Line, l.number)
			if err == nil {
				err = g.check()
			}
			if err != nil {
				err = fmt.Errorf("%s:%d: %w", file, g.Line, err)
			}
			if !yield(g, err) || l.failed {
				return
			}
		}
	}
}

// formOf sees the form of a file from its beginning.
func formOf(start string) string {
	if !strings.HasPrefix(strings.TrimSpace(start), "{") {
		line, _, _ := strings.Cut(start, "\n")
		if strings.Contains(line, "guess,") {
			return digitmind
		}
		return "plain"
	}

	for _, sign := range []struct{ key, form string }{
		{"rounds", "transcript"},
		{"turn_history", mastermind},
		{"turns", turns},
		{"history", bullsAndCows},
		{"games", bullsAndCows},
		{"config", bullsAndCows},
	} {
		if strings.Contains(start, `"`+sign.key+`"`) {
			return sign.form
		}
	}
	return "transcript"
}

// lines reads a file line by line.
type lines struct {
	ctx    context.Context
	in     *bufio.Reader
	number int  // of the last line read, from 1
	failed bool // the file cannot be read on
}

func (l *lines) skipByteOrderMark() {
	start, _ := l.in.Peek(3)
	if bytes.Equal(start, []byte("\ufeff")) {
		_, _ = l.in.Discard(len(start))
	}
}

// The errors of long lines. After errTooLong the next line can be read.
var (
	errTooLong = fmt.Errorf("the line is longer than %d bytes", maxLine)
	errEndless = fmt.Errorf("the line is longer than %d bytes, and what follows is not read", maxPassed)
)

// next returns the next line without blanks at its ends. The error is errTooLong, io.EOF, or
// says why the file cannot be read on.
func (l *lines) next() (string, error) {
	l.number++
	err := l.ctx.Err()
	var line []byte
	if err == nil {
		line, err = l.line()
	}
	l.failed = err != nil && err != errTooLong && err != io.EOF
	return string(bytes.TrimSpace(line)), err
}

// line reads a line. It keeps no more than maxLine bytes of it.
func (l *lines) line() ([]byte, error) {
	var line []byte
	long := false
	for length := 0; ; {
		piece, err := l.in.ReadSlice('\n')
		length += len(piece)
		if err == nil && len(piece) == length {
			return piece, nil // most lines are in one piece
		}

		line = append(line, piece...)
		if len(line) > maxLine {
			line, long = line[:0], true
		}
		switch {
		case length > maxPassed:
			return nil, errEndless
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(line) == 0 && !long:
			return nil, err
		case long:
			return nil, errTooLong
		default:
			return line, nil
		}
	}
}

// text returns the next line that is not empty.
func (l *lines) text() (string, error) {
	for {
		line, err := l.next()
		if line != "" || err != nil {
			return line, err
		}
	}
}

// ownLines reads the form of this package.
type ownLines struct{ in *lines }

func newOwnLines(in *lines, _ Options) reader { return ownLines{in} }

func (r ownLines) game() (g Game, err error) {
	line, err := r.in.text()
	if err != nil {
		return g, err
	}
	err = json.Unmarshal([]byte(line), &g)
	return g, reason(err)
}

// plainLines reads lines of a guess and its feedback. An empty line ends a game; the line
// "secret 1234" names its secret. Prose makes a game unreadable: its first line is named.
type plainLines struct {
	in      *lines
	current Game // as far as it was read
	skipped bool // the rest of the game, which has prose
}

func newPlainLines(in *lines, _ Options) reader { return &plainLines{in: in} }

func (r *plainLines) game() (Game, error) {
	for {
		line, err := r.in.next()
		if err != nil && err != io.EOF {
			return r.current, err
		}
		if strings.HasPrefix(line, "#") || r.skipped && line != "" {
			continue
		}
		if isProse(line) {
			r.skipped = true
			r.current = Game{}
			return Game{Line: r.in.number}, fmt.Errorf("a line must be a guess and its feedback, such as 1122 1A1B, and is %q", wording.Clip(line))
		}

		first, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case first == "secret":
			r.current.Secret = rest
		case line != "":
			r.current.Line = cmp.Or(r.current.Line, r.in.number)
			r.current.add(Round{Guess: first, Feedback: rest})
		default:
			done := r.current
			r.current = Game{}
			r.skipped = false
			if done.Rounds != nil {
				return done, nil
			}
			if err == io.EOF {
				return done, io.EOF
			}
		}
	}
}

// isProse reports whether a line says more than a guess and its feedback, as in chats:
// "Guess 1: 1122 -> 1 black, 1 white".
func isProse(line string) bool {
	for _, arrow := range []string{"->", "=>", "→"} {
		if strings.Contains(line, arrow) {
			return true
		}
	}

	words := strings.Fields(line)
	for _, word := range words[:min(2, len(words))] {
		if strings.HasSuffix(word, ":") {
			return true
		}
	}
	return false
}
