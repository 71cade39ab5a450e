package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/optimal"
	"codebreak/report"
)

// A submitting is what the command submit was asked for.
type submitting struct {
	*options
	batch
	full   bool
	dryRun bool
	pieces string // folder of the pieces of a search, for submit solve
}

// A submission records what was handed to the scheduler, for status. It
// belongs to a machine and a day, and is no part of the results.
type submission struct {
	Entry     string    `json:"entry"`
	Tasks     int       `json:"tasks"`
	Job       string    `json:"job"`
	PageJob   string    `json:"page_job"`
	Submitted time.Time `json:"submitted"`
	Command   string    `json:"command"` // that submits the same again
}

func submitCommand(opts *options) *cobra.Command {
	s := &submitting{options: opts}
	cmd := &cobra.Command{
		Use:   "submit ENTRY|solve --tasks N --time TIME --mem SIZE",
		Short: "Compute an entry on a cluster, as an array of Slurm tasks",
		Long: `Compute an entry of the notebook on a cluster: an array of Slurm tasks, each of
which computes one share, and a job after them that makes the page. The results
folder must be one that all machines share.

Tasks may be stopped and started again at any time: each goes on from the cells
that are finished. A task whose time runs out is queued again as long as cells
get finished; one that was killed, up to three times. The page is made when all
tasks have ended: if shares are missing then, the job says which and makes none.

"submit solve --pieces DIR" does the same with the pieces of an exact search: each
task solves a share of them, and the last job joins them.

Scripts, output and a record of the submission are kept in the folder slurm of
the results; "codebreak status" tells how far all tasks have come. Submitting
again computes only what is missing. --dry-run prints the scripts and submits
nothing: for a look, or for another scheduler.`,
		Example: `  codebreak submit sweep-full --tasks 16 --time 2h --mem 4GiB
  codebreak submit ties --full --tasks 8 --time 30m --mem 2GiB --cpus 4 --partition short
  codebreak submit sweep --tasks 4 --time 1h --mem 2GiB --dry-run
  codebreak submit solve --pieces pieces --tasks 16 --time 2h --mem 4GiB`,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := s.parse(cmd, args)
			if err != nil {
				return usageError{err}
			}
			tasks, page, err := s.scripts()
			if err != nil {
				return err
			}
			if s.dryRun {
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "# ---- %s\n%s\n# ---- %s\n%s", tasks.name, tasks.text, page.name, page.text)
				return err
			}
			return s.submit(cmd.Context(), cmd.OutOrStdout(), e, tasks, page)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&s.Tasks, "tasks", 0, "number of tasks, and of shares (required)")
	flags.DurationVar(&s.Time, "time", 0, "time that a task may take before it is started again, such as 2h (required)")
	flags.Var(&s.Memory, "mem", "memory of a task, such as 4GiB (required)")
	flags.Lookup("mem").DefValue = ""
	flags.IntVar(&s.CPUs, "cpus", 1, "cores of a task")
	flags.StringVar(&s.Partition, "partition", "", "partition of the cluster (default: the cluster's)")
	flags.StringVar(&s.Program, "program", "", "path of the program on the cluster's machines (default: that of this one)")
	flags.StringVar(&s.pieces, "pieces", "", "with submit solve: folder of the pieces that solve --split has written")
	flags.BoolVar(&s.full, "full", false, "the full form of the entry, where there is one")
	flags.BoolVar(&s.dryRun, "dry-run", false, "print the scripts, and submit nothing")
	return cmd
}

// parse checks what was asked for and fills in the rest.
func (s *submitting) parse(cmd *cobra.Command, args []string) (entry, error) {
	switch {
	case len(args) != 1:
		return entry{}, fmt.Errorf("submit takes the name of one entry, but was given %d; see codebreak list", len(args))
	case args[0] == "solve" && s.pieces == "":
		return entry{}, errors.New("submit solve needs --pieces, the folder that solve --split has written")
	case args[0] != "solve" && s.pieces != "":
		return entry{}, errors.New("--pieces goes with submit solve only")
	}
	var err error
	if s.Results, err = filepath.Abs(s.results); err != nil {
		return entry{}, fmt.Errorf("--results: %w", err)
	}
	e, err := s.work(args[0])
	if err != nil {
		return entry{}, err
	}
	for _, name := range []string{"tasks", "time", "mem"} {
		if !cmd.Flags().Changed(name) {
			return entry{}, fmt.Errorf("submit needs --%s; see codebreak submit --help", name)
		}
	}
	for name, instead := range map[string]string{"workers": "cpus", "max-memory": "mem", "time-limit": "time"} {
		if cmd.Flags().Changed(name) {
			return entry{}, fmt.Errorf("--%s does not go with submit; try --%s", name, instead)
		}
	}
	switch {
	case s.Tasks < 1:
		return entry{}, fmt.Errorf("--tasks is %d; it must be at least 1", s.Tasks)
	case s.Time < time.Minute:
		return entry{}, fmt.Errorf("--time is %s; it must be at least 1m", s.Time)
	case s.CPUs < 1 || s.CPUs > maxWorkers:
		return entry{}, fmt.Errorf("--cpus is %d; it must be at least 1 and at most %d", s.CPUs, maxWorkers)
	}
	if s.Program == "" {
		if s.Program, err = os.Executable(); err != nil {
			return entry{}, fmt.Errorf("the path of this program is not known (%w); give it with --program", err)
		}
	}
	for flag, text := range map[string]string{"--results": s.Results, "--program": s.Program, "--partition": s.Partition} {
		if err := checkQuotable(flag, text); err != nil {
			return entry{}, err
		}
	}
	return e, s.checkTaskMemory(e)
}

// work finds out what the tasks are to do: a share of an entry, or of the
// pieces of a search. For a search the entry is one of its name that plays
// nothing.
func (s *submitting) work(name string) (entry, error) {
	if s.pieces != "" {
		if s.full {
			return entry{}, errors.New("--full does not go with submit solve")
		}
		if _, err := openPieces(s.pieces); err != nil {
			return entry{}, fmt.Errorf("--pieces: %w", err)
		}
		dir, err := filepath.Abs(s.pieces)
		if err != nil {
			return entry{}, fmt.Errorf("--pieces: %w", err)
		}
		if err := checkQuotable("--pieces", dir); err != nil {
			return entry{}, err
		}
		// Folders of one name may lie in several places.
		place := fnv.New32a()
		_, _ = place.Write([]byte(dir))
		s.Entry = fmt.Sprintf("solve-%s-%08x", filepath.Base(dir), place.Sum32())
		s.Progress = fmt.Sprintf(`grep -lE '"state":"(%s|%s)"' -r --include='*.json' %s`, optimal.Solved, optimal.Pruned, shellWords(dir))
		s.Run, s.Last = []string{"solve", "--pieces", dir}, []string{"solve", "--join", dir, "--tree", filepath.Join(dir, "tree.json")}
		return entry{name: s.Entry}, nil
	}
	chosen, err := chooseEntries([]string{name}, s.full)
	if err != nil {
		return entry{}, err
	}
	e := chosen[0]
	if e.onDemand {
		return entry{}, fmt.Errorf("entry %s measures the machine that it runs on; it has no shares", e.name)
	}
	s.Entry, s.Run = e.name, []string{"run", name}
	if s.full {
		s.Run = append(s.Run, "--full")
	}
	s.Last, s.Progress = s.Run, `find "$results/cells" -name '*.json'`
	return e, nil
}

// checkTaskMemory refuses an entry that each task would refuse.
func (s *submitting) checkTaskMemory(e entry) error {
	task := options{workers: s.CPUs, maxMemory: byteSize(s.ProgramMebibytes() * mebibyte)}
	for _, c := range e.configurations {
		if err := task.checkMemory(c); err != nil {
			return fmt.Errorf("--mem: three quarters of it are for the program: entry %s, %s: %w", e.name, c, err)
		}
	}
	return nil
}

// submit hands the tasks to Slurm, and after them the page.
func (s *submitting) submit(ctx context.Context, out io.Writer, e entry, tasks, page batchScript) error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return usageError{errors.New("no sbatch on this machine, and submit needs Slurm; --dry-run prints the scripts for another scheduler")}
	}
	folder := filepath.Join(s.Results, slurmFolder)
	if err := s.prepare(ctx, e, folder, tasks, page); err != nil {
		return err
	}
	// Marks of an earlier submission say nothing about this one. They go
	// before the first task can make new ones.
	if err := removeMarks(folder, s.Entry); err != nil {
		return err
	}
	job, err := submitScript(ctx, filepath.Join(folder, tasks.name))
	if err != nil {
		return refusal(ctx, err)
	}
	// afterany: a task that failed for good must not leave the page waiting for
	// ever, which afterok would; the script finds out what is missing.
	pageJob, err := submitScript(ctx, filepath.Join(folder, page.name), "--dependency=afterany:"+job)
	if err != nil {
		_, cancelErr := runScheduler(context.WithoutCancel(ctx), "scancel", job)
		return refusal(ctx, errors.Join(err, cancelErr))
	}
	record, err := json.MarshalIndent(submission{s.Entry, s.Tasks, job, pageJob, time.Now().UTC().Truncate(time.Second), s.command()}, "", "  ")
	if err != nil {
		return err
	}
	if err := report.WriteFile(filepath.Join(folder, s.Entry+".json"), append(record, '\n')); err != nil {
		return fmt.Errorf("jobs %s and %s are submitted, but there is no record of them: %w", job, pageJob, err)
	}
	_, err = fmt.Fprintf(out, "submitted %s: job %s with %d tasks, then job %s for the page\nsee how far they have come: codebreak status --results %s\n",
		s.Entry, job, s.Tasks, pageJob, shellWords(s.results))
	return err
}

// prepare makes sure that the tasks can write their results and that none of
// the same entry is still about, and writes the scripts.
func (s *submitting) prepare(ctx context.Context, e entry, folder string, scripts ...batchScript) error {
	if err := checkResultsFolder(s.results, []entry{e}); err != nil {
		return usageError{err}
	}
	err := os.MkdirAll(folder, 0o755)
	if err == nil {
		err = probeFolder(folder)
	}
	if err != nil {
		return usageError{fmt.Errorf("folder %q cannot be written: %w", folder, err)}
	}
	earlier, err := readSubmission(filepath.Join(folder, s.Entry+".json"))
	if err == nil {
		var p progressOfTasks
		if p, err = earlier.progress(ctx, folder); err != nil {
			return err
		}
		if p.active() {
			return usageError{fmt.Errorf("entry %s is in the queue already, as job %s; wait for it, or end it: scancel %s %s", s.Entry, earlier.Job, earlier.Job, earlier.PageJob)}
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return usageError{err}
	}
	for _, script := range scripts {
		if err := report.WriteFile(filepath.Join(folder, script.name), []byte(script.text)); err != nil {
			return err
		}
	}
	return nil
}

// refusal makes what sbatch refuses an error of the caller's.
func refusal(ctx context.Context, err error) error {
	var exit *exec.Error
	if ctx.Err() != nil || errors.As(err, &exit) {
		return err
	}
	return usageError{err}
}

// command is the command line that submits the same again.
func (s *submitting) command() string {
	words := append([]string{"codebreak", "submit"}, s.Run[1:]...)
	if s.pieces != "" {
		words = append([]string{"codebreak", "submit", "solve"}, s.Run[1:]...)
	}
	words = append(words, "--tasks", strconv.Itoa(s.Tasks), "--time", s.Time.String(), "--mem", fmt.Sprintf("%dMiB", s.Mebibytes()), "--cpus", strconv.Itoa(s.CPUs))
	if s.Partition != "" {
		words = append(words, "--partition", s.Partition)
	}
	return shellWords(append(words, "--program", s.Program, "--results", s.Results)...)
}

// removeMarks removes the marks of an entry's shares and of its page.
func removeMarks(folder, entry string) error {
	content, err := os.ReadDir(folder)
	for _, c := range content {
		name, isMark := strings.CutSuffix(c.Name(), ".done")
		if isMark && (strings.HasPrefix(name, entry+".shard-") || name == entry+".page") {
			err = errors.Join(err, os.Remove(filepath.Join(folder, c.Name())))
		}
	}
	return err
}

// readSubmission reads the record of a submission.
func readSubmission(path string) (submission, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return submission{}, err
	}
	var s submission
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if s.Entry == "" || s.Job == "" || s.Tasks < 1 {
		return s, fmt.Errorf("%s is damaged: it lacks the entry, the job or the tasks", path)
	}
	return s, nil
}
