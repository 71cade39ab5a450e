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

// A line is a line of input, or the error of reading it.
type line struct {
	text string
	err  error // base.ErrTooLong, after which there may be more lines, or base.ErrInput
}

// maxInput limits the bytes of standard input in a game, so that the rounds fit into the memory.
// A long session, or thousands of rounds, always fit.
func maxInput(a *base.App, g game.Game) int64 {
	const times, least = 40, 64 << 10 // a line of 4 bytes is a round of 160
	return max(least, a.Env().Spare(partition.Memory(g, a.Workers), math.MaxInt64)/times)
}

// readLines reads lines in a goroutine of its own, until the input or the context ends, or an
// error keeps it from reading on. More bytes than the limit are an error.
func readLines(ctx context.Context, in io.Reader, limit int64) <-chan line {
	lines := make(chan line)
	reader := bufio.NewReaderSize(&sticky{
		in:    in,
		left:  limit,
		limit: limit,
	}, base.MaxLine+len("\r\n"))
	go sendLines(ctx, reader, lines)
	return lines
}

func sendLines(ctx context.Context, reader *bufio.Reader, lines chan<- line) {
	defer close(lines)
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
}

// readLine reads a line without its end; io.EOF is the end of the input. An error in the middle of
// a line drops the line.
func readLine(reader *bufio.Reader) (string, error) {
	text, err := reader.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		for err == bufio.ErrBufferFull {
			_, err = reader.ReadSlice('\n') // the next line returns any other error again
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

// A sticky reader returns its first error for ever: bufio forgets an error in the middle of a
// line. Reading behind the limit is an error.
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

// An input reads one line after another.
type input struct {
	ctx    context.Context
	lines  func() <-chan line // begins to read when it is first called
	number int                // of the last line, from 1
}

// newInput reads nothing before the first line is wanted: a command that needs no line leaves the
// input to the next program, as in the loop of a shell.
func newInput(ctx context.Context, in io.Reader, limit int64) *input {
	return &input{ctx: ctx, lines: sync.OnceValue(func() <-chan line {
		return readLines(ctx, in, limit)
	})}
}

// next returns the next line that is not empty, without white space around it. The error is
// base.ErrTooLong, after which the next line can be read, io.EOF after the last line,
// base.ErrInput, or the context's.
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

// at adds the number of the last line to an error.
func (i *input) at(err error) error { return fmt.Errorf("line %d: %w", i.number, err) }

// A session is a conversation: it asks on out and reads lines.
type session struct {
	*input
	out    io.Writer
	prompt bool // whether the input is a terminal
}

func newSession(ctx context.Context, in io.Reader, limit int64, out io.Writer) *session {
	_, prompt := base.Terminal(in)
	return &session{newInput(ctx, in, limit), out, prompt}
}

// ask shows a prompt and returns the next line that is not empty. It skips lines that are too
// long. The error is that of next.
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

// unlessEnd drops the error of the end of the input: a session may end there.
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

// complain shows an error of the last line; the session goes on.
func (s *session) complain(err error) {
	if !s.prompt {
		err = s.at(err)
	}
	s.say("%s", base.Printable(err.Error()))
}
