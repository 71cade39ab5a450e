package notebook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"codebreak/experiments/store"
	"codebreak/report/chart"
)

// A Runner runs entries and writes their pages.
//
//	Run ── answerAll ── a lane for each worker: a task is answered, or found in the store
//	  │                 └─ finish: the last answer of an entry is there, its page is made
//	  └─── writeFronts: what is made of all pages, those of older records included
type Runner struct {
	Env
	Entries []Entry // all of the notebook, in reading order
	Folder  Folder
	// Earlier is another results folder, whose records have answers to slow tasks that the records
	// of Folder lack; empty if there is none.
	Earlier Folder
	Formats []chart.Format // of pictures, beside PNG
	Full    bool           // has slow tasks computed
	// Program identifies the program and its options. An entry that the same program made
	// before of the same answers is not made again. Empty means that each is made.
	Program string
	// Combine merges two different answers to the same question, if possible: see
	// [store.Store.Merge].
	Combine store.Combine
	Listener
	// Clock measures tasks: it returns the time since any fixed moment; nil is wall time.
	Clock func() time.Duration

	// Verdicts counts the verdicts of all pages of the folder in words, once its front
	// pages are there; it is empty if no page judges published figures.
	Verdicts string

	met met
}

// An Interruption says what an interrupted run left undone. It wraps the
// context's error.
type Interruption struct {
	text  string
	ended error
}

// Interrupted returns the [Interruption] of work that the context's end has stopped. The text
// follows behind the cause, such as "; nothing was measured".
func Interrupted(ctx context.Context, format string, args ...any) error {
	how := "interrupted"
	if limit, ok := errors.AsType[TimeLimit](context.Cause(ctx)); ok {
		how = limit.Error()
	}
	return &Interruption{how + fmt.Sprintf(format, args...), ctx.Err()}
}

func (e *Interruption) Error() string { return e.text }
func (e *Interruption) Unwrap() error { return e.ended }

// A TimeLimit is the cause of a context's end after this time.
type TimeLimit time.Duration

func (l TimeLimit) Error() string {
	return fmt.Sprintf("stopped at the time limit of %s", time.Duration(l))
}

// A RefusedError says why a run did not start: the request is not allowed, or impossible
// here.
type RefusedError struct{ Cause error }

func (e *RefusedError) Error() string { return e.Cause.Error() }
func (e *RefusedError) Unwrap() error { return e.Cause }

func refused(err error) error {
	if err == nil {
		return nil
	}
	return &RefusedError{err}
}

// computes reports whether the runner computes a task whose answer is missing.
func (r *Runner) computes(t Task) bool { return !t.Slow || r.Full }

// asked lists the tasks of entries that a run computes, each once.
func (r *Runner) asked(entries []Entry) (tasks []Task) {
	for _, e := range entries {
		for _, t := range e.Tasks {
			if r.computes(t) {
				tasks = append(tasks, t)
			}
		}
	}
	return distinct(tasks)
}

// Cost estimates how many seconds entries take with one worker. A task of several
// entries is done once.
func (r *Runner) Cost(entries []Entry) float64 {
	sum := 0.0
	for _, t := range r.asked(entries) {
		sum += t.Cost
	}
	return sum
}

// Check refuses entries that ask for what cannot be computed within the limits,
// before any work starts. It touches no files.
func (r *Runner) Check(entries []Entry) error {
	for _, e := range entries {
		for _, t := range e.Tasks {
			if !r.computes(t) {
				continue
			}
			if err := t.Check(r.Env); err != nil {
				return refused(fmt.Errorf("entry %s, %s: %w", e.Name, t.Name, err))
			}
		}
	}
	return refused(r.CheckNeed("a run with its pages", pagesMemory))
}

// prepare checks entries and the folder that their files are to be written to.
func (r *Runner) prepare(entries []Entry) error {
	if err := r.Check(entries); err != nil {
		return err
	}
	if err := r.Folder.Claim(); err != nil {
		return refused(err)
	}

	err := r.Folder.check(entries)
	if err == nil {
		err = store.CheckFolders(r.Folder.Store())
	}
	if err == nil {
		err = r.Folder.ask(entries, r.Full)
	}
	if err != nil {
		err = cmp.Or(r.Folder.reclaimMark(), err)
	}
	return refused(err)
}
