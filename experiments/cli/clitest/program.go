package clitest

import (
	"context"
	"os/exec"
	"testing"
	"time"
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
