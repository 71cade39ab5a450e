package board

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/experiments/base"
	"codebreak/report"
)

// A line is one line of input, or what kept it from being read.
type line struct {
	text string
	err  error // base.ErrTooLong, after which there may be more lines, or a base.InputError
}

// maxInput is how many bytes of standard input are read in a game, as far as the
// rounds fit in memory. A long session, or thousands of rounds, always fit.
func maxInput(a *base.App, g game.Game) int64 {
	const times, least = 40, 64 << 10 // a line of 4 bytes is a round of 160
	return max(least, a.Env().Spare(partition.Memory(g, a.Workers), math.MaxInt64)/times)
}

// readLines sends the lines of in, without their ends, until there are no
// more, in cannot be read, or the context ends. That in has more bytes than
// the limit is an error.
func readLines(ctx context.Context, in io.Reader, limit int64) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		reader := bufio.NewReaderSize(&sticky{in: in, left: limit, limit: limit}, base.MaxLine+len("\r\n"))
		for {
			text, err := readLine(reader)
			if err == io.EOF {
				return
			}

			select {
			case lines <- line{text, err}:
			case <-ctx.Done():
				return
			}

			if err != nil && err != base.ErrTooLong {
				return
			}
		}
	}()
	return lines
}

// readLine reads one line; io.EOF says that the input has ended. A line in the middle of
// which in cannot be read on does not count.
func readLine(reader *bufio.Reader) (string, error) {
	text, err := reader.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		for err == bufio.ErrBufferFull {
			_, err = reader.ReadSlice('\n') // any other error comes back with the next line
		}
		return "", base.ErrTooLong
	case err == io.EOF && len(text) == 0:
		return "", io.EOF
	case err != nil && err != io.EOF:
		return "", base.Unread(err)
	}

	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if len(text) > base.MaxLine {
		return "", base.ErrTooLong
	}
	return string(text), nil
}

// A sticky reader returns the first error for ever: bufio forgets one that comes
// in the middle of a line. To go on after the limit is an error.
type sticky struct {
	in          io.Reader
	left, limit int64 // bytes
	err         error
}

func (s *sticky) Read(p []byte) (n int, err error) {
	if s.err == nil {
		n, s.err = s.in.Read(p)
		s.left -= int64(n)
		if s.left < 0 {
			n, s.err = 0, base.TooLong(s.limit)
		}
	}
	return n, s.err
}

// An input is lines that are read one after the other.
type input struct {
	ctx    context.Context
	lines  func() <-chan line // begins to read when it is first called
	number int                // of the line read last, from 1
}

// newInput reads nothing before a line is wanted: a command that needs none leaves the input
// to whoever comes next, such as the loop of a shell.
func newInput(ctx context.Context, in io.Reader, limit int64) *input {
	return &input{ctx: ctx, lines: sync.OnceValue(func() <-chan line { return readLines(ctx, in, limit) })}
}

// next returns the next line that is not empty, without white space around it. The error
// is base.ErrTooLong, after which there may be more lines, io.EOF after the last line, an
// base.InputError, or the context's.
func (i *input) next() (string, error) {
	for {
		var l line
		more := false

		select {
		case <-i.ctx.Done():
		case l, more = <-i.lines():
		}
		switch {
		case i.ctx.Err() != nil: // which ends the lines as well
			return "", i.ctx.Err()
		case !more:
			return "", io.EOF
		}

		i.number++
		if text := strings.TrimSpace(l.text); text != "" || l.err != nil {
			return text, l.err
		}
	}
}

// at points an error at the line read last.
func (i *input) at(err error) error { return fmt.Errorf("line %d: %w", i.number, err) }

// A session is a conversation: it asks on out and reads answers from lines.
type session struct {
	*input
	out    io.Writer
	prompt bool // whether a person sits at the other end
}

func newSession(ctx context.Context, in io.Reader, limit int64, out io.Writer) *session {
	_, prompt := base.Terminal(in)
	return &session{newInput(ctx, in, limit), out, prompt}
}

// ask shows a prompt and returns the next line that is not empty. The error is that of
// next, and lines that are too long are passed over.
func (s *session) ask(prompt string) (string, error) {
	for {
		if s.prompt {
			fmt.Fprint(s.out, prompt)
		}
		text, err := s.next()
		if err == io.EOF && s.prompt || s.ctx.Err() != nil {
			fmt.Fprintln(s.out) // after the prompt
		}
		if err != base.ErrTooLong {
			return text, err
		}
		s.complain(err)
	}
}

// unlessEnd is an error of reading, but nil for the end of the input, which ends a session.
func unlessEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// say writes a line.
func (s *session) say(format string, args ...any) {
	fmt.Fprintln(s.out, report.Line(fmt.Sprintf(format, args...)))
}

// complain says an error of the line read last; the session goes on.
func (s *session) complain(err error) {
	if !s.prompt {
		err = s.at(err)
	}
	s.say("%s", base.Printable(err.Error()))
}
