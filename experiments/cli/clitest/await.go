package clitest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
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

// AwaitText reads until the text matches a pattern, and returns the text.
func AwaitText(t *testing.T, from io.Reader, wanted *regexp.Regexp) string {
	t.Helper()
	var text []byte
	piece := make([]byte, 1000)
	for !wanted.Match(text) {
		n, err := from.Read(piece)
		text = append(text, piece[:n]...)
		if err != nil {
			t.Fatalf("waiting for %s: %v after %q", wanted, err, text)
		}
	}
	return string(text)
}

// AwaitWork waits until a program has used a processor for a while, so that it is past its
// beginning, or has ended.
func AwaitWork(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if runtime.GOOS != "linux" {
		time.Sleep(time.Second) // longer than the beginning
		return
	}
	const enough = 20 // of hundreds a second
	Await(func() bool {
		fields, running := processStatus(cmd.Process.Pid)
		if !running {
			return true
		}
		own, errOwn := strconv.Atoi(fields[11])
		system, errSystem := strconv.Atoi(fields[12])
		if errOwn != nil || errSystem != nil {
			t.Fatalf("times of a process: %q", fields)
		}
		return own+system >= enough
	})
}

// Alive reports whether a process has not ended.
func Alive(pid int) bool {
	_, is := processStatus(pid)
	return is
}

// processStatus returns Linux's fields about a process, from its state on.
func processStatus(pid int) (fields []string, running bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, false
	}
	_, after, _ := strings.Cut(string(text), ") ")
	return strings.Fields(after), !strings.HasPrefix(after, "Z")
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

// Holds reports whether a pipe has unread bytes.
func Holds(t *testing.T, r *os.File) bool {
	t.Helper()
	fds := []unix.PollFd{{Fd: int32(r.Fd()), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, 0); err != nil && err != unix.EINTR {
		t.Fatal(err)
	}
	return fds[0].Revents&unix.POLLIN != 0
}
