package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"codebreak/experiments/store"
)

// A Report is the progress of all submissions to a results folder.
type Report struct {
	Results string
	Arrays  []ArrayStatus // by name
	Damaged []error       // a line for each record that is left out, which it names
	Unasked error         // why Slurm could not be asked; nil if it could
}

// An ArrayStatus is the progress of the tasks of one submission.
type ArrayStatus struct {
	Submission Submission
	Tasks      []State  // of task 1, 2, ...
	Reasons    []string // what Slurm says of each, in its own words; empty if nothing
	Page       State    // of the job that makes the page
}

// Status compares the marks of complete shares with what Slurm says, for all
// submissions to a results folder. Records that are damaged are left out. The
// error is a [RefusedError] if there is no other record, and that of the
// context if it ends meanwhile.
func Status(ctx context.Context, results string) (Report, error) {
	folder := filepath.Join(results, Folder)
	names, err := store.Records(folder)
	if err != nil {
		return Report{}, refuse("folder %q cannot be read: %w", folder, store.Cause(err))
	}
	r := Report{Results: results}
	var submissions []Submission
	for _, name := range names {
		s, err := readSubmission(folder, name)
		if err != nil {
			r.Damaged = append(r.Damaged, err)
			continue
		}
		submissions = append(submissions, s)
	}
	if len(submissions) == 0 {
		none := fmt.Errorf("folder %q holds no submission; codebreak submit makes them", folder)
		return r, &RefusedError{errors.Join(append([]error{none}, r.Damaged...)...)}
	}
	r.Arrays, r.Unasked, err = progress(ctx, folder, submissions...)
	return r, err
}

// progress finds the states of submissions. The marks come first: a task that
// is done is done. unasked says why Slurm could not be asked.
func progress(ctx context.Context, folder string, submissions ...Submission) (statuses []ArrayStatus, unasked, err error) {
	var jobs []string
	for _, s := range submissions {
		jobs = append(jobs, arrayName(s.Name).job(), arrayName(s.Name).pageJob())
	}
	queued, unasked := queuedStates(ctx, jobs...)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	content, err := os.ReadDir(folder) // after the queue: who left it has left its mark
	if err != nil {
		return nil, nil, fmt.Errorf("folder %q cannot be read: %w", folder, store.Cause(err))
	}
	done := map[string]bool{}
	for _, c := range content {
		done[c.Name()] = true
	}
	state := func(mark, slurm string) State {
		switch {
		case done[mark]:
			return Done
		case unasked != nil:
			return Unknown
		}
		return stateOf(slurm)
	}
	for _, s := range submissions {
		n := arrayName(s.Name)
		a := ArrayStatus{Submission: s, Page: state(n.pageMark(), queued[s.PageJob])}
		for task := 1; task <= s.Tasks; task++ {
			reason := queued[s.Job+"_"+strconv.Itoa(task)]
			a.Reasons = append(a.Reasons, reason)
			a.Tasks = append(a.Tasks, state(n.mark(task, s.Tasks), reason))
		}
		statuses = append(statuses, a)
	}
	return statuses, unasked, nil
}

// In returns the numbers of the tasks in a state, in rising order.
func (a ArrayStatus) In(state State) []int {
	var tasks []int
	for i, s := range a.Tasks {
		if s == state {
			tasks = append(tasks, i+1)
		}
	}
	return tasks
}

// active reports whether anything of the submission is running or will be.
func (a ArrayStatus) active() bool {
	active := func(s State) bool { return s == Running || s == Pending }
	return active(a.Page) || slices.ContainsFunc(a.Tasks, active)
}

// Unfinished returns nil if all tasks are done and all pages made, else an
// error that counts what is not.
func (r Report) Unfinished() error {
	counts := map[State]int{}
	for _, a := range r.Arrays {
		for _, s := range a.Tasks {
			counts[s]++
		}
		counts[a.Page]++
	}
	var open []string
	for _, s := range States() {
		if s != Done && counts[s] > 0 {
			open = append(open, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	if n := len(r.Damaged); n > 0 {
		open = append(open, fmt.Sprintf("%d not known, for damaged records", n))
	}
	if len(open) == 0 {
		return nil
	}
	return errors.New("not finished: " + strings.Join(open, ", "))
}

// Advice says, line by line, what is wrong with stuck tasks and what to do.
func (r Report) Advice() []string {
	var advice []string
	if r.Unasked != nil {
		advice = append(advice, fmt.Sprintf("the scheduler cannot be asked: %v", r.Unasked))
	}
	for _, err := range r.Damaged {
		advice = append(advice, fmt.Sprintf("%v; it is left out", err))
	}
	for _, a := range r.Arrays {
		advice = append(advice, a.advice(filepath.Join(r.Results, Folder))...)
	}
	return advice
}

func (a ArrayStatus) advice(folder string) []string {
	var advice []string
	s := a.Submission
	if failed := a.In(Failed); len(failed) > 0 {
		var ids, reasons []string
		for _, task := range failed {
			ids = append(ids, s.Job+"_"+strconv.Itoa(task))
			reasons = append(reasons, fmt.Sprintf("%d %s", task, a.Reasons[task-1]))
		}
		output := filepath.Join(folder, arrayName(s.Name).taskOutput(s.Job, strconv.Itoa(failed[0])))
		advice = append(advice, fmt.Sprintf("%s: failed: %s; see %s; to try again: scontrol requeue %s, or submit again with more time or memory", s.Name, strings.Join(reasons, ", "), Quote(output), strings.Join(ids, ",")))
	}
	if lost := a.In(Lost); len(lost) > 0 {
		advice = append(advice, fmt.Sprintf("%s: lost: %s; submit again when nothing of it is in the queue, finished answers are kept: %s", s.Name, FormatTasks(lost), Quote(s.Again...)))
	}
	if len(a.In(Done)) == s.Tasks && (a.Page == Failed || a.Page == Lost) {
		page := filepath.Join(folder, arrayName(s.Name).pageScript())
		if strings.HasPrefix(page, "-") {
			page = "./" + page // not a flag of bash
		}
		advice = append(advice, fmt.Sprintf("%s: all shares are complete, but the page is missing; to make it: bash %s", s.Name, Quote(page)))
	}
	return advice
}

// FormatTasks writes numbers in rising order as "1-3, 5".
func FormatTasks(tasks []int) string {
	var parts []string
	for i := 0; i < len(tasks); {
		j := i
		for j+1 < len(tasks) && tasks[j+1] == tasks[j]+1 {
			j++
		}
		part := strconv.Itoa(tasks[i])
		if j > i {
			part += "-" + strconv.Itoa(tasks[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
