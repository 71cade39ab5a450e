package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that is read, in bytes. Longer ones are skipped.
const maxLine = 4096

// A line is one line of input. If it was too long, text is empty.
type line struct {
	number  int // from 1
	text    string
	tooLong bool
}

// readLines sends the lines of in, without their ends, until there are no
// more or the context ends.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		reader := bufio.NewReaderSize(in, maxLine+len("\r\n"))
		for number := 1; ; number++ {
			text, isPrefix, err := reader.ReadLine()
			if err != nil {
				return
			}
			l := line{number: number, text: string(text)}
			for isPrefix && err == nil {
				l = line{number: number, tooLong: true}
				_, isPrefix, err = reader.ReadLine() // an error comes back with the next line
			}
			if len(l.text) > maxLine {
				l = line{number: number, tooLong: true}
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// A session is a conversation: it asks on out and reads answers from lines.
type session struct {
	ctx    context.Context
	lines  <-chan line
	out    io.Writer
	prompt bool // whether a person sits at the other end
	number int  // of the line read last
}

func newSession(ctx context.Context, in io.Reader, out io.Writer) *session {
	f, ok := in.(interface{ Fd() uintptr })
	return &session{ctx: ctx, lines: readLines(ctx, in), out: out, prompt: ok && isTerminalFd(f.Fd())}
}

// errTooLong is said of lines longer than maxLine.
var errTooLong = fmt.Errorf("the line is longer than %d bytes", maxLine)

// errEnd says that there is no more input.
var errEnd = fmt.Errorf("end of input")

// ask shows a prompt and returns the next line that is not empty. The error
// is errEnd, or an interruption.
func (s *session) ask(prompt string) (string, error) {
	for {
		if s.prompt {
			fmt.Fprint(s.out, prompt)
		}
		select {
		case <-s.ctx.Done():
			fmt.Fprintln(s.out)
			return "", interruptedError("interrupted")
		case l, ok := <-s.lines:
			if !ok {
				if s.prompt {
					fmt.Fprintln(s.out)
				}
				return "", errEnd
			}
			s.number = l.number
			if l.tooLong {
				s.complain(errTooLong)
				continue
			}
			if text := strings.TrimSpace(l.text); text != "" {
				return text, nil
			}
		}
	}
}

// say writes a line.
func (s *session) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

// complain says what was wrong with the line read last; the session goes on.
func (s *session) complain(err error) {
	if s.prompt {
		s.say("%v", err)
		return
	}
	s.say("line %d: %v", s.number, err)
}
