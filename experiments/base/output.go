package base

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"codebreak/experiments/store"
)

// An output remembers the first error of writing to it, so that writers need not check. It does
// not wait for ever for a reader, such as a pager at the other end of a pipe: it gives up soon
// after the end of its context.
type output struct {
	io.Writer
	Ctx context.Context
	Err error
}

func (o *output) Write(text []byte) (int, error) {
	if o.Err != nil {
		return 0, o.Err
	}

	done := make(chan error, 2)
	own := bytes.Clone(text) // the caller may change its bytes during a write that was given up
	go func() {
		_, err := o.Writer.Write(own)
		done <- err
	}()

	defer context.AfterFunc(o.Ctx, func() {
		time.Sleep(lastMoment)
		done <- o.Ctx.Err()
	})()
	if o.Err = <-done; o.Err != nil {
		return 0, o.Err
	}
	return len(text), nil
}

// Fd returns the descriptor of the file below, if there is one.
func (o *output) Fd() uintptr {
	if f, ok := o.Writer.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// An interruptible writer refuses to write once its context has ended, so that long output stops.
type interruptible struct {
	ctx context.Context
	io.Writer
}

// UntilEnd writes to w until the context ends.
func UntilEnd(ctx context.Context, w io.Writer) io.Writer { return interruptible{ctx, w} }

func (w interruptible) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(text)
}

// CheckOutput returns an error if a file cannot be written, so that no work is lost. It leaves no
// file behind.
func CheckOutput(path string) error {
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
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s cannot be written: it is not a regular file", path)
	case errors.Is(noFolder, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	}

	return store.Failed(path+" cannot be written", store.CheckWritable(folder))
}

// WriteFile writes a file, whole or not at all.
func WriteFile(path string, write func(io.Writer) error) error {
	return store.Failed(path+" cannot be written", store.StreamFile(path, write))
}

// lastMoment limits the time of a stopped command to print its results.
const lastMoment = 300 * time.Millisecond
