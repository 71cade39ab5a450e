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

// Tests wait for events, however long these take: a machine may be busy. What never comes is
// a matter for the time limit of go test.

// catchIgnored has programs that tests start end by a hangup and by Ctrl-C, even if the caller
// ignores these, as nohup does: what this process catches they inherit as not ignored.
func catchIgnored() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// Await waits until something is so.
func Await(is func() bool) {
	for !is() {
		time.Sleep(5 * time.Millisecond)
	}
}

// AwaitText reads until the text has what is wanted, and returns it.
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

// AwaitWork waits until a program has worked for some time of a processor, so that it is
// past its beginning; or has ended.
func AwaitWork(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if runtime.GOOS != "linux" {
		time.Sleep(time.Second) // the beginning is a small part of that
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

// Alive reports whether a process is there and has not ended.
func Alive(pid int) bool {
	_, is := processStatus(pid)
	return is
}

// processStatus returns what Linux says about a process that has not ended, from its state on.
func processStatus(pid int) (fields []string, running bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, false
	}
	_, after, _ := strings.Cut(string(text), ") ")
	return strings.Fields(after), !strings.HasPrefix(after, "Z")
}

// Pipe is a pipe that is closed after the test.
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

// Holds reports whether a pipe holds what has not been read.
func Holds(t *testing.T, r *os.File) bool {
	t.Helper()
	fds := []unix.PollFd{{Fd: int32(r.Fd()), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, 0); err != nil && err != unix.EINTR {
		t.Fatal(err)
	}
	return fds[0].Revents&unix.POLLIN != 0
}
