package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
)

// MaxLine is the longest line that is read, in bytes.
const MaxLine = 16 << 20

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
// says where.
func Read(file string, in io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		l := &lines{in: bufio.NewReaderSize(in, 64<<10)}
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
	in     *bufio.Reader
	number int // of the line read last, from 1
}

var errTooLong = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// next returns the next line without blanks at its ends. It is errTooLong, after which
// there may be more, io.EOF or what keeps the file from being read on.
func (l *lines) next() (string, error) {
	l.number++
	var line []byte
	for long := false; ; {
		piece, err := l.in.ReadSlice('\n')
		if line = append(line, piece...); len(line) > MaxLine {
			line, long = line[:0], true
		}
		switch {
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
	in.each(send, func(line string) bool { return send(parse([]byte(line))) })
}

// readPlain reads lines of a guess and its feedback. An empty line ends a game; the line
// "secret 1234" tells its secret.
func readPlain(in *lines, o Options, send func(Game, error) bool) {
	for {
		g := Game{}
		for {
			line, err := in.next()
			if err != nil && err != io.EOF {
				if !send(g, err) || err != errTooLong {
					return
				}
				continue
			}
			guess, feedback, _ := strings.Cut(line, " ")
			switch {
			case strings.HasPrefix(line, "#"):
				continue
			case guess == "secret":
				g.Secret = strings.TrimSpace(feedback)
			case line != "":
				g.Line = cmp.Or(g.Line, in.number)
				g.Rounds = append(g.Rounds, Round{Guess: guess, Feedback: strings.TrimSpace(feedback)})
			}
			if line != "" {
				continue
			}
			if g.Rounds != nil && !send(g, nil) || err == io.EOF {
				return
			}
			g = Game{}
		}
	}
}
