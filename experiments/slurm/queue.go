package slurm

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codebreak/engine/short"
)

// A State is the progress of a task.
type State string

const (
	Done    State = "done"    // its share is complete, whatever Slurm says
	Running State = "running" // on some machine
	Pending State = "pending" // in the queue, for the first time or again
	Failed  State = "failed"  // it ended, and its share is not complete
	Lost    State = "lost"    // not complete, and Slurm does not know it any more
	Unknown State = "unknown" // not complete, and Slurm could not be asked
)

// States lists the states in the order of tables.
func States() []State { return []State{Done, Running, Pending, Failed, Lost, Unknown} }

// runCommand runs a command of Slurm and returns what it prints; an error says
// what the command says.
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
		return "", fmt.Errorf("%s: %w: %s", name, err, strings.Join(strings.Fields(string(exit.Stderr)), " "))
	}
	return "", fmt.Errorf("%s: %w", name, err)
}

var jobNumber = short.Pattern(`^[0-9]{1,20}$`)

// submitScript hands a script in a folder to Slurm and returns the number of
// the job. What Slurm refuses is a RefusedError.
func submitScript(ctx context.Context, folder string, s Script, args ...string) (string, error) {
	path := filepath.Join(folder, s.Name)
	out, err := runCommand(ctx, "sbatch", slices.Concat([]string{"--parsable", s.Output}, args, []string{path})...)
	if _, refused := errors.AsType[*exec.ExitError](err); refused {
		return "", &RefusedError{err}
	} else if err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	if !jobNumber().MatchString(job) {
		return "", fmt.Errorf("sbatch --parsable printed %q for %s, where the number of a job was asked for", job, Quote(path))
	}
	return job, nil
}

// queuedStates returns what Slurm says of all tasks of jobs with these names,
// such as "12_3": "RUNNING" for task 3 of the array 12, and "13": "PENDING".
// The queue knows jobs that ended for some minutes only. Accounting knows them
// for long, where a cluster has it; the queue, which is newer, goes before it.
func queuedStates(ctx context.Context, names ...string) (map[string]string, error) {
	list := "--name=" + strings.Join(names, ",")
	queue, err := runCommand(ctx, "squeue", "--states=all", "--noheader", "--array", "--format=%F|%K|%T", list)
	if err != nil {
		return nil, err
	}
	states := map[string]string{}
	// A failure means that there is no accounting.
	if history, err := runCommand(ctx, "sacct", "--noheader", "--parsable2", "--allocations", "--array", "--starttime=now-30days", "--format=JobID,State", list); err == nil {
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

// stateOf makes one state of Slurm's two dozen. Empty stands for a job that
// Slurm does not know.
func stateOf(slurm string) State {
	switch slurm {
	case "":
		return Lost
	case "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "RESIZING", "SIGNALING", "STAGE_OUT":
		return Running
	case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT":
		return Pending
	}
	return Failed
}
