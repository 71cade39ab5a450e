package faults

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"codebreak/experiments/cli/clitest"
)

// awaitWork waits until a program has used a processor for a while, so that it is past its
// beginning, or has ended.
func awaitWork(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if runtime.GOOS != "linux" {
		time.Sleep(time.Second) // longer than the beginning
		return
	}
	const enough = 20 // of hundreds a second
	clitest.Await(func() bool {
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

// alive reports whether a process has not ended.
func alive(pid int) bool {
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

// holds reports whether a pipe has unread bytes.
func holds(t *testing.T, r *os.File) bool {
	t.Helper()
	fds := []unix.PollFd{{Fd: int32(r.Fd()), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, 0); err != nil && err != unix.EINTR {
		t.Fatal(err)
	}
	return fds[0].Revents&unix.POLLIN != 0
}
