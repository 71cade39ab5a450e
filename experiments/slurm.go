package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// A taskState is how far a task has come.
type taskState string

const (
	taskDone    taskState = "done"    // its share is complete, whatever the scheduler says
	taskRunning taskState = "running" // on some machine
	taskPending taskState = "pending" // in the queue, for the first time or again
	taskFailed  taskState = "failed"  // it ended, and its share is not complete
	taskLost    taskState = "lost"    // not complete, and the scheduler does not know it any more
	taskUnknown taskState = "unknown" // not complete, and the scheduler could not be asked
)

// taskStates lists the states in the order in which they are told.
func taskStates() []taskState {
	return []taskState{taskDone, taskRunning, taskPending, taskFailed, taskLost, taskUnknown}
}

// runScheduler runs a command of the scheduler and returns what it prints; an
// error says what the command says.
func runScheduler(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit) && len(exit.Stderr) > 0:
		return "", fmt.Errorf("%s: %s", name, strings.Join(strings.Fields(string(exit.Stderr)), " "))
	case err != nil:
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// submitScript hands a script to Slurm and returns the number of the job.
func submitScript(ctx context.Context, path string, args ...string) (string, error) {
	out, err := runScheduler(ctx, "sbatch", append(append([]string{"--parsable"}, args...), path)...)
	if err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	if job == "" {
		return "", fmt.Errorf("sbatch --parsable printed no job number for %s", path)
	}
	return job, nil
}

// queuedStates returns what Slurm says of all tasks of jobs with these names,
// such as "12_3": "RUNNING" for task 3 of the array 12, and "13": "PENDING".
// The queue knows jobs that ended for some minutes only. Accounting knows them
// for long, where a cluster has it; the queue, which is newer, goes before it.
func queuedStates(ctx context.Context, names ...string) (map[string]string, error) {
	list := "--name=" + strings.Join(names, ",")
	queue, err := runScheduler(ctx, "squeue", "--states=all", "--noheader", "--array", "--format=%F|%K|%T", list)
	if err != nil {
		return nil, err
	}
	states := map[string]string{}
	// A failure means that there is no accounting.
	if history, err := runScheduler(ctx, "sacct", "--noheader", "--parsable2", "--allocations", "--array", "--starttime=now-30days", "--format=JobID,State", list); err == nil {
		for line := range strings.Lines(history) {
			id, state, _ := strings.Cut(strings.TrimSpace(line), "|")
			state, _, _ = strings.Cut(state, " ") // "CANCELLED by 1000"
			states[id] = state
		}
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

// stateOf makes one of five states of Slurm's two dozen. Empty stands for a
// job that Slurm does not know.
func stateOf(slurm string) taskState {
	switch slurm {
	case "":
		return taskLost
	case "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "RESIZING", "SIGNALING", "STAGE_OUT":
		return taskRunning
	case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT":
		return taskPending
	}
	return taskFailed
}
