package transcript

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"codebreak/engine/wording"
)

// lines reads a file line by line.
type lines struct {
	ctx    context.Context
	in     *bufio.Reader
	number int  // of the last line read, from 1
	failed bool // the file cannot be read on
}

// The errors of long lines. After errTooLong the next line can be read.
var (
	errTooLong = fmt.Errorf("the line is longer than %s bytes", wording.Thousands(maxLine))
	errEndless = fmt.Errorf("the line is longer than %s bytes, and what follows is not read", wording.Thousands(maxPassed))
)

// next returns the next line without blanks at its ends. The error is that of raw.
func (l *lines) next() (string, error) {
	line, err := l.raw()
	return strings.TrimSpace(line), err
}

// raw returns the next line. The error is errTooLong, io.EOF, or says why the file cannot be
// read on.
func (l *lines) raw() (string, error) {
	l.number++
	err := l.ctx.Err()
	var line []byte
	if err == nil {
		line, err = l.line()
	}
	l.failed = err != nil && err != errTooLong && err != io.EOF
	return string(line), err
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
