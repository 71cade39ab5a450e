package clitest

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"codebreak/experiments/base"
)

// Program returns the program with arguments. The program is killed shortly before the time limit
// of go test ends this process, which would leave it behind.
func Program(t *testing.T, args ...string) *exec.Cmd {
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		limited, done := context.WithDeadline(ctx, deadline.Add(-10*time.Second))
		t.Cleanup(done)
		ctx = limited
	}
	return exec.CommandContext(ctx, "codebreak", args...)
}

// Attack runs the program. For all arguments it must end, without a stack trace, and print no
// character that steers a terminal.
func Attack(t *testing.T, args ...string) (e Ended, stdout string) {
	t.Helper()
	return AttackIn(t, "", Program(t, args...), nil)
}

// AttackIn does the same with a prepared command in a folder. It calls meanwhile while the command
// runs.
func AttackIn(t *testing.T, folder string, cmd *exec.Cmd, meanwhile func()) (e Ended, stdout string) {
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
	e = Ended{cmd.ProcessState.ExitCode(), strings.TrimSpace(errs.String())}
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
