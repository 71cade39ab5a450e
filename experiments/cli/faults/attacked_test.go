package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// An ended command has an exit code and a text on standard error.
type ended struct {
	Code   int
	Stderr string
}

// attack runs the program. For all arguments it must end, without a stack trace, and print no
// character that steers a terminal.
func attack(t *testing.T, args ...string) (e ended, stdout string) {
	t.Helper()
	return attackIn(t, "", clitest.Program(t, args...), nil)
}

// attackIn does the same with a prepared command in a folder. It calls meanwhile while the command
// runs.
func attackIn(t *testing.T, folder string, cmd *exec.Cmd, meanwhile func()) (e ended, stdout string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stderr = folder, &errs
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if meanwhile != nil {
		meanwhile()
	}
	if err := cmd.Wait(); errors.Is(err, context.DeadlineExceeded) { // of others the exit code says more
		t.Fatalf("%q does not end", cmd.Args[1:])
	}
	e = ended{cmd.ProcessState.ExitCode(), strings.TrimSpace(errs.String())}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		t.Fatalf("%q: %v: %s", cmd.Args[1:], status.Signal(), e.Stderr)
	}
	codes := []int{0, base.ExitFailure, base.ExitUsage, base.ExitInterrupted}
	if !slices.Contains(codes, e.Code) || strings.Contains(e.Stderr, "goroutine ") {
		t.Fatalf("%q: exit code %d: %s", cmd.Args[1:], e.Code, e.Stderr)
	}
	steers := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
	if strings.ContainsFunc(e.Stderr, steers) || strings.ContainsFunc(out.String(), steers) {
		t.Fatalf("%q steers the terminal: %q%q", cmd.Args[1:], out.String(), e.Stderr)
	}
	return e, out.String()
}

// peak attacks the program and returns the peak of its resident size, in bytes.
func peak(t *testing.T, stdin string, args ...string) (e ended, bytes int64) {
	t.Helper()
	cmd := clitest.Program(t, args...)
	cmd.Stdin, cmd.Stdout = strings.NewReader(stdin), io.Discard
	bytes = clitest.Peak(t, cmd, func() { e, _ = attackIn(t, "", cmd, nil) })
	return e, bytes
}

// same compares the files of a results folder.
func same(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := clitest.ResultFiles(t, dir)
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s is not what an undisturbed run gives", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is not there after an undisturbed run", name)
		}
	}
}

func mebibytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/(1<<20)) }
