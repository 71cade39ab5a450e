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

// version is that of the form.
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
		return fmt.Errorf("a round is %s; it must be [guess, feedback], or [guess, null, why the turn was lost]", wording.Clip(string(data)))
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

// reason says what is wrong with JSON, if anything is, in words for people.
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

// What a game may have: far more than anybody plays, and little enough for the memory. A
// number in a file takes a few bytes, whatever it says.
const (
	MaxLimit = 100    // "limit" and "format_failures"
	MaxTurns = 10_000 // guesses and lost turns
)

// check refuses what no game can be.
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

// add adds a round, unless there are too many already.
func (g *Game) add(r Round) {
	if len(g.Rounds) <= MaxTurns {
		g.Rounds = append(g.Rounds, r)
	}
}

// Turns is how many turns the game took: guesses, and lost ones.
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

// How many bytes are read of a line, and of a form that is one document.
const (
	maxLine     = 16 << 20
	maxDocument = 2 * maxLine
)

// Options say how a file is read.
type Options struct {
	Form     string // one of Forms; empty to see from the beginning of the file
	Game     string // of games that do not name theirs
	Alphabet string // symbols of that game, for forms that number or name colours in their own way
	Agent    string // of games that name none
}

// Forms lists the forms of files: "transcript" is that of this package, "plain" has lines of
// a guess and its feedback with an empty line between games, the others are those of other
// programs.
func Forms() []string { return slices.Sorted(maps.Keys(forms)) }

// A form reads a file, and sends the games, or what keeps one from being read, until there
// are no more or send returns false.
type form func(in *lines, o Options, send func(Game, error) bool)

var forms = map[string]form{
	"transcript": readLines, "plain": readPlain,
	bullsAndCows: readResults, mastermind: readTurns, turns: readTurns, digitmind: readTable,
}

// Read returns the games of a file, and in place of each that cannot be read an error that
// says where. After the end of the context, or if the file cannot be read on, there is one
// more error and no game.
func Read(ctx context.Context, file string, in io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		l := &lines{ctx: ctx, in: bufio.NewReaderSize(in, 64<<10)}
		start, _ := l.in.Peek(3)
		if bytes.Equal(start, []byte("\ufeff")) {
			_, _ = l.in.Discard(len(start))
		}
		if o.Form == "" {
			start, _ = l.in.Peek(16 << 10)
			o.Form = formOf(string(start))
		}
		read, ok := forms[o.Form]
		if !ok {
			yield(Game{}, fmt.Errorf("%s: unknown form %q", file, o.Form))
			return
		}
		read(l, o, func(g Game, err error) bool {
			g.Game, g.Agent = cmp.Or(g.Game, o.Game), cmp.Or(g.Agent, o.Agent)
			g.Line = cmp.Or(g.Line, l.number)
			if err == nil {
				err = g.check()
			}
			if err != nil {
				err = fmt.Errorf("%s:%d: %w", file, g.Line, err)
			}
			return yield(g, err)
		})
	}
}

// formOf sees from the beginning of a file which form it has.
func formOf(start string) string {
	has := func(key string) bool { return strings.Contains(start, `"`+key+`"`) }
	switch line, _, _ := strings.Cut(start, "\n"); {
	case !strings.HasPrefix(strings.TrimSpace(start), "{"):
		if strings.Contains(line, "guess,") {
			return digitmind
		}
		return "plain"
	case has("rounds"):
		return "transcript"
	case has("turn_history"):
		return mastermind
	case has("turns"):
		return turns
	case has("history"), has("games"), has("config"):
		return bullsAndCows
	}
	return "transcript"
}

// lines are those of a file.
type lines struct {
	ctx    context.Context
	in     *bufio.Reader
	number int // of the line read last, from 1
}

// A line that is too long is passed over, but not for ever: a device may have no other.
var (
	errTooLong = fmt.Errorf("the line is longer than %d bytes", maxLine)
	errEndless = fmt.Errorf("the line is longer than %d bytes, and what follows is not read", maxPassed)
)

// maxPassed is how many bytes of a line are passed over before the file is given up.
const maxPassed = 4 * maxLine

// next returns the next line without blanks at its ends. It is errTooLong, after which
// there may be more, io.EOF or what keeps the file from being read on.
func (l *lines) next() (string, error) {
	l.number++
	if err := l.ctx.Err(); err != nil {
		return "", err
	}
	var line []byte
	for length, long := 0, false; ; {
		piece, err := l.in.ReadSlice('\n')
		length += len(piece)
		if err == nil && len(piece) == length {
			return string(bytes.TrimSpace(piece)), nil // as most lines are: in one piece
		}
		if line = append(line, piece...); len(line) > maxLine {
			line, long = line[:0], true
		}
		switch {
		case length > maxPassed:
			return "", errEndless
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(line) == 0 && !long:
			return "", err
		case long:
			return "", errTooLong
		default:
			return string(bytes.TrimSpace(line)), nil
		}
	}
}

// each calls read for each line, until it returns false. Empty lines are passed over.
func (l *lines) each(send func(Game, error) bool, read func(line string) bool) {
	for {
		line, err := l.next()
		switch {
		case err == io.EOF:
			return
		case err != nil && (!send(Game{}, err) || err != errTooLong):
			return
		case err == nil && line != "" && !read(line):
			return
		}
	}
}

func readLines(in *lines, _ Options, send func(Game, error) bool) {
	in.each(send, func(line string) bool {
		var g Game
		err := json.Unmarshal([]byte(line), &g)
		return send(g, reason(err))
	})
}

// isProse reports whether a line says more than a guess and its feedback, as in chats:
// "Guess 1: 1122 -> 1 black, 1 white".
func isProse(line string) bool {
	words := strings.Fields(line)
	labelled := slices.ContainsFunc(words[:min(2, len(words))], func(word string) bool { return strings.HasSuffix(word, ":") })
	return labelled || slices.ContainsFunc([]string{"->", "=>", "→"}, func(arrow string) bool { return strings.Contains(line, arrow) })
}

// readPlain reads lines of a guess and its feedback. An empty line ends a game; the line
// "secret 1234" tells its secret. Prose makes a game unreadable: its first line is named.
func readPlain(in *lines, o Options, send func(Game, error) bool) {
	g := Game{}
	skipped := false // the rest of the game, which has prose
	for {
		line, err := in.next()
		guess, feedback, _ := strings.Cut(line, " ")
		switch {
		case err != nil && err != io.EOF:
			if !send(g, err) || err != errTooLong {
				return
			}
		case strings.HasPrefix(line, "#"):
		case skipped && line != "":
		case isProse(line):
			wrong := fmt.Errorf("a line must be a guess and its feedback, such as 1122 1A1B, and is %q", wording.Clip(line))
			if !send(Game{Line: in.number}, wrong) {
				return
			}
			skipped, g = true, Game{}
		case guess == "secret":
			g.Secret = strings.TrimSpace(feedback)
		case line != "":
			g.Line = cmp.Or(g.Line, in.number)
			g.add(Round{Guess: guess, Feedback: strings.TrimSpace(feedback)})
		case g.Rounds != nil && !send(g, nil), err == io.EOF:
			return
		default:
			skipped, g = false, Game{}
		}
	}
}
