package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"codebreak/engine/short"
	"codebreak/experiments/store"
)

// programName is how the program was called, as it can be typed again: run.sh says how
// it was called itself.
func programName() string { return cmp.Or(os.Getenv("CODEBREAK_COMMAND"), os.Args[0]) }

// An output remembers the first error of writing to it, for those who do not
// look: without one they have written everything. It does not wait for ever for
// a reader, such as a pager at the other end of a pipe: soon after its context
// has ended it gives up what cannot be written, and the program with it.
type output struct {
	io.Writer
	ctx context.Context
	err error
}

func (o *output) Write(text []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	done := make(chan error, 2)
	go func() {
		_, err := o.Writer.Write(text)
		done <- err
	}()
	defer context.AfterFunc(o.ctx, func() {
		time.Sleep(lastMoment)
		done <- o.ctx.Err()
	})()
	if o.err = <-done; o.err != nil {
		return 0, o.err
	}
	return len(text), nil
}

// Fd is that of the file written to, if it is one.
func (o *output) Fd() uintptr {
	if f, ok := o.Writer.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// An interruptible writer refuses to write once its context has ended, so that
// whoever writes much to it stops.
type interruptible struct {
	ctx context.Context
	io.Writer
}

func (w interruptible) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(text)
}

// longest is how much of a text from outside is echoed, in characters.
const longest = 80

// longQuotes are quoted texts that are longer: what is echoed of them is the
// beginning, and the end, where paths have the name of the file.
var longQuotes = short.Pattern(fmt.Sprintf(`"((?:[^"\\]|\\.){%d})(?:[^"\\]|\\.)+((?:[^"\\]|\\.){%[1]d})"`, longest/2))

// longestLine is how long a message may be, in bytes.
const longestLine = 4000

// printable makes a message fit for a terminal: texts that it quotes are
// clipped, and what would steer the terminal is written as Go does in strings:
// \x1b.
func printable(message string) string {
	const ends = 1 << 15 // bytes of which at most something is shown
	if n := len(message); n > 2*ends {
		message = message[:ends] + message[n-ends:]
	}
	message = longQuotes().ReplaceAllString(message, `"$1…$2"`)
	var b strings.Builder
	for _, r := range message {
		if b.Len() > longestLine {
			b.WriteString("…")
			break
		}
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// checkOutput returns an error if a file could not be written, before the work
// for it is done. It leaves nothing behind.
func checkOutput(path string) error {
	folder := filepath.Dir(path)
	info, err := os.Stat(path)
	_, noFolder := os.Stat(folder)
	switch {
	case path == "":
		return errors.New("it is empty; it must name a file")
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder; it must name a file", path)
	case err == nil && info.Mode()&fs.ModeDevice != 0:
		return nil
	case errors.Is(noFolder, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	}
	if err := store.CheckWritable(folder); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// writeFile writes a file, whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	if err := store.StreamFile(path, write); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, store.Cause(err))
	}
	return nil
}

// whole writes text that is there as a whole.
func whole(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// plural writes how many there are of something.
func plural(n int, what string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, what, "")
}
