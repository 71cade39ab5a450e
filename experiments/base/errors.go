package base

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/slurm"
)

// Exit codes. A usage error is the caller's: what it asks for is not allowed.
const (
	ExitFailure     = 1
	ExitUsage       = 2
	ExitInterrupted = 130
)

// usageError marks an error as the caller's.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usagef makes a usage error.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Usage marks an error, if it is one, as the caller's.
func Usage(err error) error {
	if err != nil {
		err = usageError{err}
	}
	return err
}

// UsageOf marks an error, if it is one, as the caller's, and names the flag or file that
// it is about.
func UsageOf(what string, err error) error {
	if err != nil {
		err = Usagef("%s: %w", what, err)
	}
	return err
}

// Interrupted says what an interruption by the context's end left undone:
// "nothing was measured".
func Interrupted(ctx context.Context, undone string) error {
	return &notebook.Interruption{Text: "interrupted; " + undone, Cause: ctx.Err()}
}

// OrInterrupted is an error; where the context's end has caused it, it says what that left
// undone.
func OrInterrupted(ctx context.Context, err error, undone string) error {
	if err != nil && ctx.Err() != nil {
		return Interrupted(ctx, undone)
	}
	return err
}

// Is reports whether an error is, or wraps, one of a type.
func Is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// lists says which command lists the names of a kind.
var lists = map[string]string{"game": "games", "strategy": "help subjects", "command": "help", "entry": "list"}

// What there is in place of games that people ask for by name.
const (
	oneBoard = "games of several boards are not here; a single board is wordle"
	noLies   = "games with lies are not here; wordle, whose feedback is always true, is"
	noSecret = "absurdle is Wordle without a fixed secret: play wordle --codemaker adversarial --answers FILE"
)

// relatives are these games.
var relatives = map[string]string{
	"absurdle":     noSecret,
	"evil-wordle":  noSecret,
	"fibble":       noLies,
	"dordle":       oneBoard,
	"quordle":      oneBoard,
	"octordle":     oneBoard,
	"sedecordle":   oneBoard,
	"duotrigordle": oneBoard,
}

// ExitOf returns the exit code for an error, and one line that tells of it.
// limit is that of time, which ends the context of work as Ctrl-C does.
func ExitOf(err error, limit time.Duration) (code int, line string) {
	code, line = ExitFailure, err.Error()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		code = ExitInterrupted
		if !Is[*notebook.Interruption](err) {
			line = "interrupted"
		}
		if errors.Is(err, context.DeadlineExceeded) {
			line = strings.Replace(line, "interrupted", fmt.Sprintf("stopped at the time limit of %s", limit), 1)
		}
	case Is[usageError](err), Is[*notebook.RefusedError](err), Is[*slurm.RefusedError](err):
		code = ExitUsage
	}

	if meant := (*wording.MeantError)(nil); errors.As(err, &meant) {
		line += fmt.Sprintf("; did you mean %s?", meant.Meant)
	}
	if unknown := (*wording.UnknownError)(nil); errors.As(err, &unknown) && lists[unknown.What] != "" {
		if instead := relatives[strings.ToLower(unknown.Given)]; instead != "" && unknown.What == "game" {
			line = strings.Replace(line, unknown.Error(), instead, 1)
		}
		line = strings.NewReplacer("?. See", "? See", "…. See", "… See").Replace(line + ". See " + Typed(strings.Fields(lists[unknown.What])...))
	}

	return code, Printable(strings.ReplaceAll(line, "\n", "; "))
}
