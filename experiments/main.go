// Command codebreak is a notebook of exhaustive experiments on Mastermind and
// Bulls and Cows. Each entry of the notebook asks a question, plays every
// secret of a list of configurations, and tells what was found: one file of
// this folder per entry, all of them listed in registry.go. The rest of the
// folder is the command line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
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

// interruptedError says what an interruption left undone.
type interruptedError string

func (e interruptedError) Error() string { return string(e) }
func (e interruptedError) Unwrap() error { return context.Canceled }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the whole program: it returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the next one ends the program at once.
	context.AfterFunc(ctx, stop)

	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = interruptedError(fmt.Sprintf("stopped at the time limit: %v", err))
	}
	fmt.Fprintln(stderr, "codebreak:", strings.ReplaceAll(err.Error(), "\n", " "))
	var usage usageError
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailure
}
