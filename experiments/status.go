package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/report"
)

func statusCommand(opts *options) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Say how far the tasks on a cluster have come",
		Long: `Say how far the tasks of all submissions to a results folder have come, and what
to do about those that will not come further by themselves.

  done     the share is complete
  running  on some machine
  pending  in the queue, for the first time or again
  failed   it ended, and its share is not complete
  lost     its share is not complete, and the scheduler does not know it any more
  unknown  its share is not complete, and the scheduler cannot be asked

The exit code is 0 if all tasks are done and all pages made, else 1, so that a
script can wait with: until codebreak status; do sleep 60; done`,
		Example: `  codebreak status
  codebreak status --results /scratch/results`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			submissions, err := readSubmissions(filepath.Join(opts.results, slurmFolder))
			if err != nil {
				return usageError{err}
			}
			return opts.status(cmd.Context(), cmd.OutOrStdout(), submissions)
		},
	}
}

// readSubmissions reads the records of all submissions to a folder.
func readSubmissions(folder string) ([]submission, error) {
	content, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("folder %q cannot be read: %w", folder, err)
	}
	var submissions []submission
	for _, c := range content {
		if filepath.Ext(c.Name()) != ".json" || strings.HasPrefix(c.Name(), ".") {
			continue
		}
		s, err := readSubmission(filepath.Join(folder, c.Name()))
		if err != nil {
			return nil, err
		}
		submissions = append(submissions, s)
	}
	if len(submissions) == 0 {
		return nil, fmt.Errorf("folder %q holds no submission; codebreak submit makes them", folder)
	}
	return submissions, nil
}

// status prints a table of all tasks and then advice. It returns an error if
// anything is not done.
func (o *options) status(ctx context.Context, out io.Writer, submissions []submission) error {
	folder := filepath.Join(o.results, slurmFolder)
	table := report.Table{Header: []string{"entry", "state", "tasks", "which"}, Right: []int{2}}
	var advice []string
	counts := map[taskState]int{}
	for _, s := range submissions {
		p, err := s.progress(ctx, folder)
		if err != nil {
			return err
		}
		if p.unasked != nil {
			advice = append(advice, fmt.Sprintf("%s: the scheduler cannot be asked: %v", s.Entry, p.unasked))
		}
		for _, state := range taskStates() {
			if tasks := p.in(state); len(tasks) > 0 {
				table.Rows = append(table.Rows, []string{s.Entry, string(state), strconv.Itoa(len(tasks)), formatTasks(tasks)})
				counts[state] += len(tasks)
			}
		}
		table.Rows = append(table.Rows, []string{s.Entry, string(p.page), "", "page"})
		counts[p.page]++
		advice = append(advice, s.advice(p, o.results)...)
	}
	if err := table.Show(out, viewOf(out, false)); err != nil {
		return err
	}
	for _, line := range advice {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	var open []string
	for _, state := range taskStates() {
		if state != taskDone && counts[state] > 0 {
			open = append(open, fmt.Sprintf("%d %s", counts[state], state))
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("not all is done: %s", strings.Join(open, ", "))
	}
	return nil
}

// A progressOfTasks is how far the tasks of one submission have come.
type progressOfTasks struct {
	tasks   []taskState // of task 1, 2, ...
	reasons []string    // what the scheduler says of each, in its own words
	page    taskState
	unasked error // why the scheduler could not be asked
}

// progress compares the marks of complete shares with what the scheduler says.
// The marks come first: a task that is done is done.
func (s submission) progress(ctx context.Context, folder string) (progressOfTasks, error) {
	b := batch{Entry: s.Entry, Tasks: s.Tasks}
	queued, unasked := queuedStates(ctx, b.JobName(), b.PageJobName())
	if ctx.Err() != nil {
		return progressOfTasks{}, interruptedError("interrupted while the scheduler was asked")
	}
	p := progressOfTasks{tasks: make([]taskState, s.Tasks), reasons: make([]string, s.Tasks), unasked: unasked}
	for i := range p.tasks {
		p.reasons[i] = queued[s.Job+"_"+strconv.Itoa(i+1)]
		p.tasks[i] = p.state(filepath.Join(folder, b.Mark(i+1)), p.reasons[i])
	}
	p.page = p.state(filepath.Join(folder, b.PageMark()), queued[s.PageJob])
	return p, nil
}

// state is that of a job, from the mark that it makes in the end and from what
// the scheduler says.
func (p progressOfTasks) state(mark, slurm string) taskState {
	if _, err := os.Stat(mark); err == nil {
		return taskDone
	}
	if p.unasked != nil {
		return taskUnknown
	}
	return stateOf(slurm)
}

// in returns the numbers of the tasks in a state.
func (p progressOfTasks) in(state taskState) []int {
	var tasks []int
	for i, s := range p.tasks {
		if s == state {
			tasks = append(tasks, i+1)
		}
	}
	return tasks
}

// active reports whether anything of the submission is running or will be.
func (p progressOfTasks) active() bool {
	return slices.ContainsFunc(append(slices.Clone(p.tasks), p.page), func(s taskState) bool {
		return s == taskRunning || s == taskPending
	})
}

// advice says what to do about tasks that will not come further by themselves.
func (s submission) advice(p progressOfTasks, results string) []string {
	var advice []string
	failed, lost := p.in(taskFailed), p.in(taskLost)
	if len(failed) > 0 {
		var ids, reasons []string
		for _, task := range failed {
			ids = append(ids, s.Job+"_"+strconv.Itoa(task))
			reasons = append(reasons, fmt.Sprintf("%d %s", task, p.reasons[task-1]))
		}
		output := filepath.Join(results, slurmFolder, fmt.Sprintf("%s-%s_%d.out", s.Entry, s.Job, failed[0]))
		advice = append(advice, fmt.Sprintf("%s: failed: %s; see %s; to try again: scontrol requeue %s, or submit again, with more where it was too little", s.Entry, strings.Join(reasons, ", "), output, strings.Join(ids, ",")))
	}
	if len(lost) > 0 {
		advice = append(advice, fmt.Sprintf("%s: lost: %s; submit again when nothing of it is in the queue, finished cells are kept: %s", s.Entry, formatTasks(lost), s.Command))
	}
	if len(p.in(taskDone)) == s.Tasks && (p.page == taskFailed || p.page == taskLost) {
		advice = append(advice, fmt.Sprintf("%s: all shares are complete, and the page is missing; to make it: %s", s.Entry, s.pageCommand(results)))
	}
	return advice
}

// pageCommand makes the page from the cells: its script is one that any shell
// runs.
func (s submission) pageCommand(results string) string {
	return "bash " + shellWords(filepath.Join(results, slurmFolder, batch{Entry: s.Entry}.PageScript()))
}

// formatTasks writes numbers in rising order as "1-3, 5".
func formatTasks(tasks []int) string {
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
