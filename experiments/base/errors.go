package base

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
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

// A relativeError says what exists in place of a game.
type relativeError string

func (e relativeError) Error() string { return string(e) }

// relatives are names of games that people ask for and that are not here, or have another name,
// with what exists.
var relatives = []struct {
	names   string
	instead relativeError
}{
	{
		names:   "absurdle evil-wordle adversarial-wordle",
		instead: "absurdle is a codemaker, not a game: play wordle --codemaker absurdle, or solve wordle absurdle",
	},
	{
		names:   "fibble",
		instead: "games with lies are not here; wordle, whose feedback is always true, is",
	},
	{
		names:   "dordle quordle octordle sedecordle duotrigordle kilordle squardle waffle",
		instead: "games of several boards are not here; a single board is wordle",
	},
	{
		names:   "antiwordle survivle",
		instead: "games that avoid the secret are not here; wordle, which looks for it, is",
	},
	{
		names:   "nerdle",
		instead: "nerdle is named with its length: nerdle8, or nerdle5 to nerdle7",
	},
	{
		names:   "pico bagels pico-fermi-bagel",
		instead: "Pico Fermi Bagel is bc3x10, which reads feedback such as 1 fermi, 2 pico",
	},
	{
		names:   "baseball number-baseball strikes-and-balls 숫자야구",
		instead: "number baseball is bc3x9 symbols=from1, which reads feedback such as 1S2B",
	},
	{
		names:   "numer0n",
		instead: "Numer0n is bc3x10, or bc4x10, which reads feedback such as 1H2B",
	},
	{
		names:   "fallout fallout-terminal likeness",
		instead: "Fallout's terminal is black with its words: --answers FILE; feedback is the likeness, such as 3/7",
	},
	{
		names:   "hello-wordl lingo",
		instead: "games of words are wordle with your lists: --answers FILE --allowed FILE",
	},
}

// insteadOf says what exists in place of a game; empty if nothing is known.
func insteadOf(name string) relativeError {
	for _, r := range relatives {
		if slices.Contains(strings.Fields(r.names), strings.ToLower(name)) {
			return r.instead
		}
	}
	if strings.Contains(name, "..") {
		return "a range is for several games: compare 'mm4x2..8 entropy', or plot"
	}
	return ""
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
	case Is[usageError](err), Is[*notebook.RefusedError](err):
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
