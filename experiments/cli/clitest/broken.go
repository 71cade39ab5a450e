package clitest

import (
	"errors"
	"io"
)

// A Broken input gives some lines and then an error.
type Broken struct{ Lines io.Reader }

func (b Broken) Read(p []byte) (int, error) {
	n, err := b.Lines.Read(p)
	if err == io.EOF {
		err = errors.New("the disk is gone")
	}
	return n, err
}
