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

// Exit codes. A usage error is a mistake of the caller.
const (
	ExitFailure     = 1
	ExitUsage       = 2
	ExitInterrupted = 130
)

// usageError marks an error as a mistake of the caller.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usagef makes a usage error.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Usage marks an error as a mistake of the caller. It returns nil for nil.
func Usage(err error) error {
	if err != nil {
		err = usageError{err}
	}
	return err
}

// UsageOf is [Usage], and names the flag or the file of the error.
func UsageOf(what string, err error) error {
	if err != nil {
		err = Usagef("%s: %w", what, err)
	}
	return err
}

// Interrupted returns the error of work that the context's end has stopped. undone says what is
// missing, such as "nothing was measured".
func Interrupted(ctx context.Context, undone string) error {
	return notebook.Interrupted(ctx, "; %s", undone)
}

// OrInterrupted returns an error, or [Interrupted] if the context's end has caused it.
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

// lists names the command that lists the names of a kind.
var lists = map[string]string{
	"game":     "games",
	"strategy": "help subjects",
	"command":  "help",
	"entry":    "list",
}

// A relativeError advises on a game that people ask for and that is not here.
type relativeError string

func (e relativeError) Error() string { return string(e) }

const (
	oneBoard relativeError = "games of several boards are not here; a single board is wordle"
	noLies   relativeError = "games with lies are not here; wordle, whose feedback is always true, is"
	ranges   relativeError = "a range is for several games: compare 'mm4x2..8 entropy', or plot"
	noSecret relativeError = "absurdle is a codemaker, not a game: play wordle --codemaker absurdle, or solve wordle absurdle"
)

// relatives are these games.
var relatives = map[string]relativeError{
	"absurdle":     noSecret,
	"evil-wordle":  noSecret,
	"fibble":       noLies,
	"dordle":       oneBoard,
	"quordle":      oneBoard,
	"octordle":     oneBoard,
	"sedecordle":   oneBoard,
	"duotrigordle": oneBoard,
}

// ExitOf returns the exit code for an error, and its message in one line. An error of a context
// alone does not name the limit of time, so the message needs it.
func ExitOf(err error, limit time.Duration) (code int, line string) {
	code, line = ExitFailure, err.Error()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		code = ExitInterrupted
		switch {
		case Is[*notebook.Interruption](err):
		case errors.Is(err, context.DeadlineExceeded):
			line = notebook.TimeLimit(limit).Error()
		default:
			line = "interrupted"
		}
	case Is[usageError](err), Is[*notebook.RefusedError](err), Is[*slurm.RefusedError](err):
		code = ExitUsage
	}

	if meant, ok := errors.AsType[*wording.MeantError](err); ok {
		line += fmt.Sprintf("; did you mean %s?", meant.Meant)
	}
	names := ""
	if unknown, ok := errors.AsType[*wording.UnknownError](err); ok {
		names = lists[unknown.What]
	} else if Is[relativeError](err) {
		names = lists["game"]
	}
	if names != "" {
		line = endSentence(line) + " See " + Typed(strings.Fields(names)...)
	}

	return code, Printable(strings.ReplaceAll(line, "\n", "; "))
}

// endSentence adds a full stop, unless a question or an open list ends the text.
func endSentence(text string) string {
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}
