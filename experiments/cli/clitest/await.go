package clitest

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// Tests wait for events without a limit of their own: a machine may be busy. The time limit of go
// test ends a test whose event never comes.

// catchIgnored makes hangups and Ctrl-C end the programs that tests start, even if the caller
// ignores these signals, as nohup does: programs do not inherit a signal as ignored that this
// process catches.
func catchIgnored() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// Await waits until a condition holds.
func Await(holds func() bool) {
	for !holds() {
		time.Sleep(5 * time.Millisecond)
	}
}

// Pipe makes a pipe. The end of the test closes it.
func Pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}
