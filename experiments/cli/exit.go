package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"codebreak/experiments/notebook"
)

// Exit codes. A usage error is the caller's: something given is not allowed.
const (
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError marks an error as the caller's.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef makes a usage error.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// interrupted says what an interruption by the context's end left undone:
// "nothing was measured".
func interrupted(ctx context.Context, undone string) error {
	return &notebook.Interruption{Text: "interrupted; " + undone, Cause: ctx.Err()}
}

// explain returns the exit code for an error, and one line that tells of it.
// limit is that of time, which ends the context of work as Ctrl-C does.
func explain(err error, limit time.Duration) (code int, line string) {
	var interruption *notebook.Interruption
	var refused *notebook.RefusedError
	var usage usageError
	line = err.Error()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		code = exitInterrupted
		if !errors.As(err, &interruption) {
			line = "interrupted"
		}
		if errors.Is(err, context.DeadlineExceeded) {
			line = strings.Replace(line, "interrupted", fmt.Sprintf("stopped at the time limit of %s", limit), 1)
		}
	case errors.As(err, &usage), errors.As(err, &refused):
		code = exitUsage
	default:
		code = exitFailure
	}
	return code, printable(strings.ReplaceAll(line, "\n", "; "))
}

// await does work that heeds no context, and stops waiting for it when the
// context ends: the program is about to end then.
func await[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := work()
		done <- outcome{value, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case o := <-done:
		return o.value, o.err
	}
}
