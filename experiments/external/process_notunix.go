//go:build !unix

package external

import (
	"errors"
	"syscall"
)

// checkSystem says why no player runs here.
func checkSystem() error {
	return errors.New("players need Unix: Linux, macOS, or WSL on Windows")
}

func newGroup() *syscall.SysProcAttr { return nil }

func send(int, syscall.Signal) error { return errors.ErrUnsupported }
