package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// Forms lists the forms of files: "transcript" is that of this package, "plain" has lines of
// a guess and its feedback with an empty line between games, "log" is text in which speakers or
// turns are named, "chat" has messages in JSON, the others are those of other programs.
func Forms() []string { return slices.Sorted(maps.Keys(forms)) }

// forms has a reader for each form.
var forms = map[string]func(*lines, Options) reader{
	"transcript": newOwnLines,
	"plain":      newPlainLines,
	"log":        newLogLines,
	"chat":       newChats,
	bullsAndCows: newResults,
	mastermind:   newTurnLines,
	turns:        newTurnLines,
	table:        newTableRows,
	digitmind:    newTableRows,
}

// Read returns the games of a file, and in place of each that cannot be read an error that
// says where. After the end of the context, or if the file cannot be read on, there is one
// more error and no game.
func Read(ctx context.Context, file string, in io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		l := &lines{ctx: ctx, in: bufio.NewReaderSize(wording.UTF8(in), 64<<10)}
		if o.Form == "" {
			start, _ := l.in.Peek(64 << 10)
			if !bytes.Contains(start, []byte{0}) {
				o.Form = formOf(ctx, string(start), o.Rules)
			}
			if o.Form == "" {
				yield(Game{Line: 1}, fmt.Errorf("%s: %w", file, unknownForm(string(start))))
				return
			}
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
			if stopped := ctx.Err(); stopped != nil { // in the middle of the game, perhaps
				yield(Game{}, fmt.Errorf("%s: %w", file, stopped))
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

// formOf sees the form of a file from its beginning; empty if it is JSON of another form.
func formOf(ctx context.Context, start string, g game.Game) string {
	begin := strings.TrimSpace(start)
	keys := keysOf(start)
	switch {
	case strings.HasPrefix(begin, "{") || strings.HasPrefix(begin, "[") && json.Valid([]byte(begin)) || keys != nil:
	case isTable(start):
		return table
	case isLog(ctx, g, start):
		return "log"
	default:
		return "plain"
	}

	for _, sign := range []struct{ form, keys string }{
		{"transcript", "rounds"},
		{mastermind, "turn_history"},
		{bullsAndCows, "config"},
		{turns, "turns guesses guess"},
		{"chat", "role from messages conversation conversations trajectory contents prompt response"},
		{turns, turnKeys + " " + guessKeys},
		{wrapped, wrapperKeys},
		{"transcript", "game"},
	} {
		for key := range strings.FieldsSeq(sign.keys) {
			isKey := func(other string) bool { return strings.EqualFold(other, key) }
			if !slices.ContainsFunc(keys, isKey) {
				continue
			}
			if sign.form != wrapped {
				return sign.form
			}
			if at := wrapper().FindStringIndex(start); at != nil {
				return formOf(ctx, start[at[1]-1:], g)
			}
		}
	}
	switch {
	case keys == nil && strings.HasPrefix(begin, "{"):
		return "transcript" // the error says what is wrong
	case keys == nil && strings.HasPrefix(begin, "[["):
		return turns
	}
	return ""
}

// wrapped stands for the form of the games that an object lists.
const wrapped = "wrapped"

func isTable(start string) bool {
	line, _, _ := strings.Cut(start, "\n")
	titles, _ := titlesOf(strings.TrimSpace(line))
	return titles != nil
}

// ownLines reads the form of this package.
type ownLines struct{ in values }

func newOwnLines(in *lines, _ Options) reader { return &ownLines{values{in: in}} }

func (r *ownLines) game() (g Game, err error) {
	text, err := r.in.next()
	if err != nil {
		return g, err
	}
	err = json.Unmarshal([]byte(text), &g)
	g.Line = r.in.line
	return g, reason(err)
}

// plainLines reads lines of a guess and its feedback. An empty line ends a game; the line
// "secret 1234" names its secret. Prose makes a game unreadable: its first line is named.
type plainLines struct {
	in      *lines
	rules   game.Game
	current Game // as far as it was read
	skipped bool // the rest of the game, which has prose
}

func newPlainLines(in *lines, o Options) reader { return &plainLines{in: in, rules: o.Rules} }

func (r *plainLines) game() (Game, error) {
	for {
		line, err := r.in.next()
		if err != nil && err != io.EOF {
			return r.current, err
		}
		if strings.HasPrefix(line, "#") || r.in.number == 1 && titles().MatchString(line) || r.skipped && line != "" {
			continue
		}
		round, prose := r.round(line)
		if prose {
			r.skipped = true
			r.current = Game{}
			return Game{Line: r.in.number}, fmt.Errorf("a line must be a guess and its feedback, such as 1122 1A1B, and is %q", wording.Clip(line))
		}

		switch {
		case round.Guess == "secret":
			r.current.Secret = round.Feedback
		case line != "":
			r.current.Line = cmp.Or(r.current.Line, r.in.number)
			r.current.add(round)
		default:
			r.skipped = false
			if done := r.current; done.Rounds != nil {
				r.current = Game{}
				return done, nil
			}
			if err == io.EOF {
				return Game{}, io.EOF
			}
		}
	}
}

// titles may stand in the first line.
var titles = pattern.Of(`(?i)^(?:guess\W+feedback|wordle \d[\d.,]* [\dx]/\d\*?)$`)

// round reads a line, or finds a guess and its feedback in one that says more. prose means that
// there is neither.
func (r *plainLines) round(line string) (round Round, prose bool) {
	first, rest, _ := strings.Cut(line, " ")
	round = Round{Guess: first, Feedback: strings.TrimSpace(rest)}
	if strings.ToLower(strings.TrimSuffix(first, ":")) == "secret" {
		round.Guess = "secret"
		return round, false
	}
	prose = isProse(line) || strings.HasPrefix(line, "{")
	if r.rules == nil || line == "" {
		return round, prose
	}

	if !prose {
		guess, rest := game.CutGuess(r.rules, line)
		round = Round{Guess: guess, Feedback: rest}
		_, noCode := r.rules.ParseCode(guess)
		switch _, noFeedback := r.rules.ParseFeedback(cmp.Or(rest, guess)); {
		case noCode == nil:
		case rest == "": // feedback alone, whose guess may stand in another line
			prose = noFeedback == nil
		default: // neither a guess nor feedback
			prose = noFeedback != nil
		}
	}
	if !prose {
		return round, false
	}
	found, _ := pairs(eventsIn(r.in.ctx, r.rules, line))
	if len(found) != 1 {
		return round, true
	}
	return found[0], false
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
