package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"codebreak/experiments/store"
)

// A source is what a command reads from: a file that the user names, or the standard input.
// It can be read until the context ends.
type source struct {
	name string // for messages
	size int64  // of a file; 0 for the standard input
	in   io.Reader
	io.Closer
	failed error // why it cannot be read on; nil at its end
}

// byteOrderMark begins the files of some editors.
const byteOrderMark = "\ufeff"

// standardInput is what messages call it.
const standardInput = "standard input"

// open opens a file, or the standard input if the file is "-".
func open(cmd *cobra.Command, file string) (*source, error) {
	ctx := cmd.Context()
	if file == "-" {
		return &source{name: standardInput, in: store.Interruptible(ctx, cmd.InOrStdin()), Closer: io.NopCloser(nil)}, nil
	}

	f, err := store.OpenFile(ctx, file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	return &source{name: file, size: f.Size, in: f, Closer: f}, nil
}

// unreadable says that a file cannot be read, which is for the caller to put right.
func unreadable(file string, err error) error {
	return usagef("%s: it cannot be read: %w", file, store.OfMemory(store.Cause(err)))
}

// Read reads on, and remembers what keeps it from that.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	if err != nil && err != io.EOF {
		s.failed = s.error(err)
	}
	return n, err
}

// error names the source in an error of reading it. The end of the context is an error of its
// own.
func (s *source) error(err error) error {
	if err == context.Canceled || err == context.DeadlineExceeded {
		return err
	}
	if s.name == standardInput {
		return inputError{err}
	}
	return unreadable(s.name, err)
}

// readText reads a file, or the standard input if the file is "-", as far as the limit of
// memory allows. It also returns what messages call it.
func (a *app) readText(cmd *cobra.Command, file string) (name string, text []byte, err error) {
	limit := a.env().LargestFile()
	if file != "-" {
		text, err = store.ReadFileContext(cmd.Context(), file, limit)
		if err != nil && cmd.Context().Err() == nil {
			err = unreadable(file, err)
		}
		return file, text, err
	}

	in, err := open(cmd, file)
	if err != nil {
		return file, nil, err
	}
	text, err = io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return in.name, nil, in.failed
	case int64(len(text)) > limit:
		return in.name, nil, usagef("%s: %w", in.name, tooLong(limit))
	}
	return in.name, text, nil
}

// tooLong says that an input has more bytes than are read.
func tooLong(limit int64) error {
	return fmt.Errorf("it is longer than %d bytes, the most that are read within --max-memory", limit)
}
