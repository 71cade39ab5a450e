package clitest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// Peak runs the program and returns the peak of its resident size, in bytes.
func Peak(t *testing.T, stdin string, args ...string) (e Ended, bytes int64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "status")
	cmd := Program(t, args...)
	cmd.Env = append(os.Environ(), peakVariable+"="+file, "GOMAXPROCS=2") // each processor has memory of its own
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout = io.Discard
	e, _ = AttackIn(t, "", cmd, nil)
	status, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("this system does not tell how much memory a program takes")
	}
	m := highWater().FindSubmatch(status)
	if err != nil || m == nil {
		t.Skip("this system does not tell how much memory a program takes")
	}
	kilobytes, _ := strconv.ParseInt(string(m[1]), 10, 64) // the pattern leaves only digits
	return e, kilobytes << 10
}

// highWater is the largest resident size in what Linux says of a process.
var highWater = pattern.Of(`(?m)^VmHWM:\s+([0-9]+) kB$`)

func Mebibytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/(1<<20)) }
