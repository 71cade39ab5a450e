package clitest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"codebreak/engine/pattern"
)

// peakVariable names a file. The program writes its state into it when it ends, for tests.
const peakVariable = "CODEBREAK_TEST_STATUS"

// notePeak writes that file. The peak that the system tells the parent is of no use: it counts the
// parent's own memory, which the child shares when it begins.
func notePeak() {
	path := os.Getenv(peakVariable)
	if path == "" {
		return
	}
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		err = os.WriteFile(path, status, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// Peak returns the peak of the resident size of a program, in bytes. run runs it.
func Peak(t *testing.T, cmd *exec.Cmd, run func()) int64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "status")
	cmd.Env = append(os.Environ(), peakVariable+"="+file, "GOMAXPROCS=2") // each processor has memory of its own
	run()
	status, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("this system does not tell how much memory a program takes")
	}
	m := highWater().FindSubmatch(status)
	if err != nil || m == nil {
		t.Skip("this system does not tell how much memory a program takes")
	}
	kilobytes, _ := strconv.ParseInt(string(m[1]), 10, 64) // the pattern leaves only digits
	return kilobytes << 10
}

// highWater is the largest resident size in what Linux says of a process.
var highWater = pattern.Of(`(?m)^VmHWM:\s+([0-9]+) kB$`)
