package base

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"codebreak/engine/wording"
	"codebreak/experiments/store"
)

// MaxLine is the longest line that is read, in bytes. Longer ones are skipped.
const MaxLine = 4096

// ErrTooLong is the error of lines longer than [MaxLine].
var ErrTooLong = fmt.Errorf("the line is longer than %s bytes", wording.Thousands(MaxLine))

// ErrInput says that standard input cannot be read.
var ErrInput = errors.New("standard input cannot be read")

// Unread is [ErrInput] for a reason.
func Unread(err error) error { return fmt.Errorf("%w: %w", ErrInput, store.Cause(err)) }

// A source is a file that the user names, or the standard input. It can be read until the context
// ends.
type source struct {
	Name string // for messages
	Size int64  // of a file; 0 for the standard input
	in   io.Reader
	io.Closer
	Failed error // the error that stopped reading; nil at the end
}

// standardInput is the name of standard input in messages.
const standardInput = "standard input"

// Open opens a file, or the standard input if the file is "-".
func Open(cmd *cobra.Command, file string) (*source, error) {
	ctx := cmd.Context()
	if file == "-" {
		return &source{
			Name:   standardInput,
			in:     store.Interruptible(ctx, cmd.InOrStdin()),
			Closer: io.NopCloser(nil),
		}, nil
	}

	f, err := store.OpenFile(ctx, file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	return &source{Name: file, Size: f.Size, in: f, Closer: f}, nil
}

// unreadable is the usage error of a file that cannot be read.
func unreadable(file string, err error) error {
	return Usagef("%s: it cannot be read: %w", cmp.Or(file, `""`), store.OfMemory(store.Cause(err)))
}

// Read remembers its first error, unless it is the end.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	if err != nil && err != io.EOF {
		s.Failed = s.error(err)
	}
	return n, err
}

// error names the source in an error of reading it, except in the context's error.
func (s *source) error(err error) error {
	if err == context.Canceled || err == context.DeadlineExceeded {
		return err
	}
	if s.Name == standardInput {
		return Unread(err)
	}
	return unreadable(s.Name, err)
}

// ReadFile reads a file that the user names, if it has no more bytes than the limit.
func ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	text, err := store.ReadFileContext(ctx, path, limit)
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", store.OfMemory(store.Cause(err)))
	}
	return wording.Decoded(text), nil
}

// IsFile reports whether a word names a file, or looks like a file name.
func IsFile(word string) bool {
	info, err := os.Stat(word)
	ext := filepath.Ext(word)
	return err == nil && !info.IsDir() || ext == ".json" || ext == ".txt"
}

// ReadText reads a file, or the standard input if the file is "-", if the limit of memory allows.
// It also returns the name for messages.
func (a *App) ReadText(cmd *cobra.Command, file string) (name string, text []byte, err error) {
	limit := a.Env().LargestFile()
	if file != "-" {
		text, err = store.ReadFileContext(cmd.Context(), file, limit)
		if err != nil && cmd.Context().Err() == nil {
			err = unreadable(file, err)
		}
		return file, wording.Decoded(text), err
	}

	in, err := Open(cmd, file)
	if err != nil {
		return file, nil, err
	}
	text, err = io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return in.Name, nil, in.Failed
	case int64(len(text)) > limit:
		return in.Name, nil, Usagef("%s: %w", in.Name, TooLong(limit))
	}
	return in.Name, wording.Decoded(text), nil
}

// TooLong is the error of an input with too many bytes.
func TooLong(limit int64) error {
	return fmt.Errorf("it is longer than %s bytes, the most that are read within --max-memory", wording.Thousands(limit))
}
