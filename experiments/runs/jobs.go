package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/store"
)

// A submission records an array handed to Slurm. It belongs to a machine and a day, and is
// not part of the results.
type submission struct {
	Name      string    `json:"name"` // of the array
	Tasks     int       `json:"tasks"`
	Job       string    `json:"job"`      // number of the job with all tasks
	PageJob   string    `json:"page_job"` // number of the job that makes the page
	Submitted time.Time `json:"submitted"`
	Again     []string  `json:"again"` // the command line that submits the same once more
}

// submit writes the scripts of an array into the folder slurm of its results, and hands them to
// Slurm: the tasks, and after them the page. The error is a usage error if the array is not
// right, the folder cannot be written, an earlier submission is still in the queue, or sbatch
// refuses. If the last job is refused, nothing stays in the queue.
func (a array) submit(ctx context.Context) (s submission, err error) {
	tasks, page, err := a.scripts()
	if err != nil {
		return s, base.Usage(err)
	}
	folder := filepath.Join(a.Results, clusterFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return s, base.Usagef("folder %q cannot be written: %w", folder, store.Cause(err))
	}
	if err := a.checkEarlier(ctx, folder); err != nil {
		return s, err
	}

	if err := writeScripts(folder, tasks, page); err != nil {
		return s, err
	}
	// Marks of an earlier submission say nothing about this one. They go before the first
	// task can make new marks.
	if err := arrayName(a.Name).removeMarks(folder); err != nil {
		return s, err
	}

	s = submission{
		Name:  a.Name,
		Tasks: a.Tasks,
		Again: a.Again,
	}
	if s.Job, err = submitScript(ctx, folder, tasks); err != nil {
		return s, err
	}
	// afterany: a task that failed for good must not leave the page waiting for ever, which
	// afterok would; the script finds out what is missing.
	s.PageJob, err = submitScript(ctx, folder, page, "--dependency=afterany:"+s.Job)
	if err != nil {
		return s, cancel(ctx, s.Job, err)
	}

	s.Submitted = time.Now().UTC().Truncate(time.Second)
	return s, s.write(folder)
}

func writeScripts(folder string, scripts ...script) error {
	for _, s := range scripts {
		path := filepath.Join(folder, s.Name)
		if err := store.WriteFile(path, []byte(s.Text)); err != nil {
			return fmt.Errorf("script %s cannot be written: %w", base.Quote(path), store.Cause(err))
		}
	}
	return nil
}

func (n arrayName) removeMarks(folder string) error {
	for _, mark := range n.marks(folder) {
		path := filepath.Join(folder, mark)
		err := os.Remove(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s of an earlier submission cannot be removed: %w", base.Quote(path), store.Cause(err))
		}
	}
	return nil
}

// write writes the record of jobs that are in the queue.
func (s submission) write(folder string) error {
	text, _ := json.MarshalIndent(s, "", "  ") // of plain data
	path := filepath.Join(folder, arrayName(s.Name).record())
	if err := store.WriteFile(path, append(text, '\n')); err != nil {
		return fmt.Errorf("jobs %s and %s are submitted, but there is no record of them: %s cannot be written: %w",
			s.Job, s.PageJob, base.Quote(path), store.Cause(err))
	}
	return nil
}

// checkEarlier refuses an array that is in the queue already, or may be.
func (a array) checkEarlier(ctx context.Context, folder string) error {
	earlier, err := readSubmission(folder, arrayName(a.Name).record())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return base.Usagef("%w; remove it when nothing of %s is in the queue", err, a.Name)
	}

	statuses, unasked, err := progress(ctx, folder, earlier)
	switch {
	case err != nil:
		return err
	case unasked != nil:
		return fmt.Errorf("whether %s is in the queue cannot be asked: %w", a.Name, unasked)
	case statuses[0].active():
		return base.Usagef("%s is in the queue already, as job %s; wait for it, or end it: scancel %s %s", a.Name, earlier.Job, earlier.Job, earlier.PageJob)
	}
	return nil
}

// cancel takes a job out of the queue because of an error, even if the error is the end of the
// context.
func cancel(ctx context.Context, job string, because error) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer stop()
	if _, err := runCommand(ctx, "scancel", job); err != nil {
		return fmt.Errorf("%w; job %s is still in the queue: %w", because, job, err)
	}
	return because
}

// readSubmission reads a record. The error names its file, and is fs.ErrNotExist without one.
func readSubmission(folder, file string) (s submission, err error) {
	path := filepath.Join(folder, file)
	text, err := store.ReadFile(path, 1<<20)
	if err != nil {
		return s, fmt.Errorf("record %s cannot be read: %w", base.Quote(path), store.Cause(err))
	}

	err = json.Unmarshal(text, &s)
	switch {
	case err != nil:
	case arrayName(s.Name).record() != file:
		err = fmt.Errorf("the name in it is %q", s.Name)
	case s.Tasks < 1 || s.Tasks > store.MaxShares:
		err = fmt.Errorf("tasks is %d; it must be at least 1 and at most %s", s.Tasks, wording.Thousands(store.MaxShares))
	}
	if err != nil {
		return s, fmt.Errorf("record %s is damaged: %w", base.Quote(path), err)
	}
	return s, nil
}
