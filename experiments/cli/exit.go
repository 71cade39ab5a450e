package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/slurm"
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

// usage marks an error, if it is one, as the caller's.
func usage(err error) error {
	if err != nil {
		err = usageError{err}
	}
	return err
}

// usageOf marks an error, if it is one, as the caller's, and names the flag or file that
// it is about.
func usageOf(what string, err error) error {
	if err != nil {
		err = usagef("%s: %w", what, err)
	}
	return err
}

// interrupted says what an interruption by the context's end left undone:
// "nothing was measured".
func interrupted(ctx context.Context, undone string) error {
	return &notebook.Interruption{Text: "interrupted; " + undone, Cause: ctx.Err()}
}

// orInterrupted is an error; where the context's end has caused it, it says what that left
// undone.
func orInterrupted(ctx context.Context, err error, undone string) error {
	if err != nil && ctx.Err() != nil {
		return interrupted(ctx, undone)
	}
	return err
}

// is reports whether an error is, or wraps, one of a type.
func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// lists says which command lists the names of a kind.
var lists = map[string]string{"game": "codebreak games", "strategy": "codebreak help subjects", "command": "codebreak help", "entry": "codebreak list"}

// explain returns the exit code for an error, and one line that tells of it.
// limit is that of time, which ends the context of work as Ctrl-C does.
func explain(err error, limit time.Duration) (code int, line string) {
	code, line = exitFailure, err.Error()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		code = exitInterrupted
		if !is[*notebook.Interruption](err) {
			line = "interrupted"
		}
		if errors.Is(err, context.DeadlineExceeded) {
			line = strings.Replace(line, "interrupted", fmt.Sprintf("stopped at the time limit of %s", limit), 1)
		}
	case is[usageError](err), is[*notebook.RefusedError](err), is[*slurm.RefusedError](err):
		code = exitUsage
	}
	if unknown := (*game.UnknownError)(nil); errors.As(err, &unknown) && lists[unknown.What] != "" {
		line = strings.NewReplacer("?. See", "? See", "…. See", "… See").Replace(line + ". See " + lists[unknown.What])
	}
	return code, printable(strings.ReplaceAll(line, "\n", "; "))
}

// lastMoment is how long a command goes on after it was stopped, at most, to
// say what it has found.
const lastMoment = 300 * time.Millisecond
