package runs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"codebreak/engine/pattern"
	"codebreak/experiments/base"
	"codebreak/experiments/store"
)

// A clusterReport is the progress of all submissions to a results folder.
type clusterReport struct {
	Results string
	Arrays  []arrayStatus // by name
	Damaged []error       // a line for each record that is left out, which it names
	Unasked error         // why Slurm could not be asked; nil if it could
}

// An arrayStatus is the progress of the tasks of one submission.
type arrayStatus struct {
	Submission submission
	Tasks      []state  // of task 1, 2, ...
	Reasons    []string // what Slurm says about each task, in its own words; may be empty
	Page       state    // of the job that makes the page
}

// clusterStatus compares the marks of complete shares with the states in Slurm's queue, for all
// submissions to a results folder. Damaged records are left out. The error is a usage
// error if there is no other record, or the context's.
func clusterStatus(ctx context.Context, results string) (clusterReport, error) {
	folder := filepath.Join(results, clusterFolder)
	names, err := store.Records(folder)
	if err != nil {
		return clusterReport{}, base.Usagef("folder %q cannot be read: %w", folder, store.Cause(err))
	}

	r := clusterReport{Results: results}
	var submissions []submission
	for _, name := range names {
		s, err := readSubmission(folder, name)
		if err != nil {
			r.Damaged = append(r.Damaged, err)
			continue
		}
		submissions = append(submissions, s)
	}

	if len(submissions) == 0 {
		none := fmt.Errorf("folder %q holds no submission; the command submit makes them", folder)
		return r, base.Usage(errors.Join(append([]error{none}, r.Damaged...)...))
	}
	r.Arrays, r.Unasked, err = progress(ctx, folder, submissions...)
	return r, err
}

// progress finds the states of submissions. unasked says why Slurm could not be asked.
func progress(ctx context.Context, folder string, submissions ...submission) (statuses []arrayStatus, unasked, err error) {
	// The queue is asked before the folder is read: a task that left the queue meanwhile has
	// left its mark.
	var jobs []string
	for _, s := range submissions {
		n := arrayName(s.Name)
		jobs = append(jobs, n.job(), n.pageJob())
	}
	queued, unasked := queuedStates(ctx, jobs...)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}

	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, fmt.Errorf("folder %q cannot be read: %w", folder, store.Cause(err))
	}
	seen := evidence{
		marks:  map[string]bool{},
		queued: queued,
		asked:  unasked == nil,
	}
	for _, file := range files {
		seen.marks[file.Name()] = true
	}

	for _, s := range submissions {
		statuses = append(statuses, seen.status(s))
	}
	return statuses, unasked, nil
}

// evidence shows the states of tasks.
type evidence struct {
	marks  map[string]bool   // names of files
	queued map[string]string // what Slurm says, by number of job and task
	asked  bool              // whether Slurm could be asked
}

func (e evidence) status(s submission) arrayStatus {
	n := arrayName(s.Name)
	a := arrayStatus{
		Submission: s,
		Page:       e.state(n.pageMark(), s.PageJob),
	}
	for task := range s.Tasks {
		id := s.Job + "_" + strconv.Itoa(task+1)
		mark := n.mark(task+1, s.Tasks)
		a.Reasons = append(a.Reasons, e.queued[id])
		a.Tasks = append(a.Tasks, e.state(mark, id))
	}
	return a
}

// state returns the state of a task. A task with a mark is complete, whatever Slurm says.
func (e evidence) state(mark, id string) state {
	if e.marks[mark] {
		return complete
	}
	if !e.asked {
		return unknown
	}
	return stateOf(e.queued[id])
}

// in returns the numbers of the tasks in a state, in rising order.
func (a arrayStatus) in(state state) (tasks []int) {
	for i, s := range a.Tasks {
		if s == state {
			tasks = append(tasks, i+1)
		}
	}
	return tasks
}

// active reports whether anything of the submission is running or will be.
func (a arrayStatus) active() bool {
	return a.Page.active() || slices.ContainsFunc(a.Tasks, state.active)
}

// unfinished returns nil if all tasks are done and all pages made, else an error that counts
// the others by state.
func (r clusterReport) unfinished() error {
	counts := map[state]int{}
	for _, a := range r.Arrays {
		for _, s := range a.Tasks {
			counts[s]++
		}
		counts[a.Page]++
	}

	var open []string
	for _, s := range states() {
		if s != complete && counts[s] > 0 {
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

// advice says, line by line, what is wrong with stuck tasks and what to do.
func (r clusterReport) advice() (advice []string) {
	if r.Unasked != nil {
		advice = append(advice, fmt.Sprintf("the scheduler cannot be asked: %v", r.Unasked))
	}
	for _, err := range r.Damaged {
		advice = append(advice, fmt.Sprintf("%v; it is left out", err))
	}
	for _, a := range r.Arrays {
		advice = append(advice, a.advice(filepath.Join(r.Results, clusterFolder))...)
	}
	return advice
}

func (a arrayStatus) advice(folder string) (advice []string) {
	name := a.Submission.Name
	if failed := a.in(failed); len(failed) > 0 {
		advice = append(advice, name+": failed: "+a.failedAdvice(folder, failed))
	}
	if lost := a.in(lost); len(lost) > 0 {
		advice = append(advice, fmt.Sprintf("%s: lost: %s; submit again when nothing of it is in the queue, finished answers are kept: %s",
			name, formatTasks(lost), base.Quote(a.Submission.Again...)))
	}

	shared := len(a.in(complete)) == a.Submission.Tasks
	if shared && (a.Page == failed || a.Page == lost) {
		page := filepath.Join(folder, arrayName(name).pageScript())
		if strings.HasPrefix(page, "-") {
			page = "./" + page // not a flag of bash
		}
		advice = append(advice, fmt.Sprintf("%s: all shares are complete, but the page is missing; to make it: bash %s", name, base.Quote(page)))
	}
	return advice
}

// failedAdvice says why tasks failed, and how to try again.
func (a arrayStatus) failedAdvice(folder string, failed []int) string {
	s := a.Submission
	var ids, reasons []string
	for _, task := range failed {
		ids = append(ids, s.Job+"_"+strconv.Itoa(task))
		reasons = append(reasons, fmt.Sprintf("%d %s", task, a.Reasons[task-1]))
	}

	output := arrayName(s.Name).taskOutput(s.Job, strconv.Itoa(failed[0]))
	output = filepath.Join(folder, output)
	return fmt.Sprintf("%s; see %s; to try again: scontrol requeue %s, or submit again with more time or memory",
		strings.Join(reasons, ", "), base.Quote(output), strings.Join(ids, ","))
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

// A state is the progress of a task.
type state string

const (
	complete state = "done"    // its share is complete, whatever Slurm says
	running  state = "running" // on some machine
	pending  state = "pending" // in the queue, for the first time or again
	failed   state = "failed"  // it ended, and its share is not complete
	lost     state = "lost"    // not complete, and Slurm does not know it any more
	unknown  state = "unknown" // not complete, and Slurm could not be asked
)

// active reports whether the task runs or will run.
func (s state) active() bool {
	return s == running || s == pending
}

// states lists the states in the order of tables.
func states() []state {
	return []state{complete, running, pending, failed, lost, unknown}
}

// runCommand runs a command of Slurm and returns its output. An error quotes the command's own
// message.
func runCommand(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second / 2 // a wrapper may leave a child that holds its output
	out, err := cmd.Output()

	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return string(out), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case exited:
		return "", fmt.Errorf("%s: %w: %s",
			name, err, strings.Join(strings.Fields(string(exit.Stderr)), " "))
	}
	return "", fmt.Errorf("%s: %w", name, err)
}

var jobNumber = pattern.Of(`^[0-9]{1,20}$`)

// submitScript hands a script in a folder to Slurm and returns the number of the job. The error
// is a usage error if Slurm refuses the script.
func submitScript(ctx context.Context, folder string, s script, args ...string) (string, error) {
	path := filepath.Join(folder, s.Name)
	words := slices.Concat([]string{"--parsable", s.Output}, args, []string{path})
	out, err := runCommand(ctx, "sbatch", words...)
	if _, refused := errors.AsType[*exec.ExitError](err); refused {
		return "", base.Usage(err)
	}
	if err != nil {
		return "", err
	}

	job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	if !jobNumber().MatchString(job) {
		return "", fmt.Errorf("sbatch --parsable printed %q for %s, where the number of a job was asked for", job, base.Quote(path))
	}
	return job, nil
}

// queuedStates returns Slurm's states of all tasks of jobs with these names, such as "12_3":
// "RUNNING" for task 3 of the array 12, and "13": "PENDING". The queue knows jobs that ended for
// some minutes only. Accounting knows them for long, where a cluster has it; the state in the
// queue is newer, and takes its place.
func queuedStates(ctx context.Context, names ...string) (map[string]string, error) {
	list := "--name=" + strings.Join(names, ",")
	queue, err := runCommand(ctx, "squeue", "--states=all", "--noheader", "--array", "--format=%F|%K|%T", list)
	if err != nil {
		return nil, err
	}

	states := map[string]string{}
	history, err := runCommand(ctx, "sacct", "--noheader", "--parsable2", "--allocations", "--array", "--starttime=now-30days", "--format=JobID,State", list)
	if err != nil {
		history = "" // there is no accounting
	}
	for line := range strings.Lines(history) {
		id, state, _ := strings.Cut(strings.TrimSpace(line), "|")
		state, _, _ = strings.Cut(state, " ") // "CANCELLED by 1000"
		states[id] = state
	}

	for line := range strings.Lines(queue) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if len(fields) != 3 {
			return nil, fmt.Errorf("squeue printed %q, where a job, a task and a state were asked for", line)
		}

		id := fields[0]
		if fields[1] != "N/A" {
			id += "_" + fields[1]
		}
		states[id] = fields[2]
	}
	return states, nil
}

// stateOf makes one state of Slurm's two dozen. Slurm does not know a job whose state is empty.
func stateOf(slurm string) state {
	switch slurm {
	case "":
		return lost
	case "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "RESIZING", "SIGNALING", "STAGE_OUT":
		return running
	case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT":
		return pending
	}
	return failed
}
