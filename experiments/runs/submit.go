package runs

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/solve"
	"codebreak/experiments/store"
)

// A submitting is an array with the flags of the command submit.
type submitting struct {
	array
	memory base.ByteSize
	dryRun bool
}

func (x *submitting) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&x.Tasks, "tasks", 0, "number of tasks, and of shares (required)")
	flags.DurationVar(&x.Time, "time", 0, "time limit of a task, after which it is queued again, such as 2h (required)")
	flags.Var(&x.memory, "mem", "memory of a task, such as 4GiB (required)")
	flags.Lookup("mem").DefValue = ""
	flags.IntVar(&x.CPUs, "cpus", 1, "cores of a task")
	flags.StringVar(&x.Partition, "partition", "", "partition of the cluster (default: the cluster's)")
	flags.StringVar(&x.Program, "program", "", "path of the program on the cluster's machines (default: the same as here)")
	flags.BoolVar(&x.dryRun, "dry-run", false, "print the scripts, and submit nothing")
}

// SubmitCommand is submit, which has a cluster compute an entry, or a search.
func SubmitCommand(a *base.App) *cobra.Command {
	var x submitting
	takes := base.Takes(1, 1, "the name of one entry")
	cmd := base.NewCommand("submit", takes, func(cmd *cobra.Command, args []string) error {
		entries, err := notebook.Choose(a.Entries(), args)
		if err != nil {
			return base.Usage(err)
		}
		x.Name = entries[0].Name
		if entries[0].OnDemand {
			return base.Usagef("entry %s cannot be split into shares: its outcome depends on the machine", x.Name)
		}

		if err := x.complete(cmd, a.Results); err != nil {
			return err
		}

		x.Last = []string{"run", x.Name, "--full", "--results", x.Results}
		x.Run = append(slices.Clip(x.Last), "--shard")
		x.Again = append(x.command("submit", x.Name), "--results", x.Results)
		return submitJob(a, cmd, x, func(env notebook.Env) error {
			return (&notebook.Runner{Env: env, Full: true}).Check(entries)
		})
	})

	x.addFlags(cmd)
	cmd.AddCommand(submitSolveCommand(a))
	return cmd
}

func submitSolveCommand(a *base.App) *cobra.Command {
	var x submitting
	cmd := base.NewCommand("solve", nil, func(cmd *cobra.Command, args []string) error {
		words, err := measure.WordsOf(cmd, args, "")
		if err != nil {
			return err
		}
		problem, err := solve.ParseProblem(a, words)
		if err == nil {
			err = solve.CheckSplit(problem)
		}
		if err == nil {
			err = x.complete(cmd, a.Results)
		}
		if err != nil {
			return err
		}

		asked := slices.Concat([]string{"submit", "solve"}, words.Fields(), []string{"--results", x.Results})
		x.Name = pathName("solve", x.Results)
		x.Again = x.command(asked...)
		asked = slices.Clip(asked[1:])
		x.Run = append(asked, "--shard")
		x.Last = append(asked, "--tree", filepath.Join(x.Results, "tree.json"))
		return submitJob(a, cmd, x, func(e notebook.Env) error {
			return ask.CheckSearch(e, problem.Game)
		})
	})

	x.addFlags(cmd)
	solve.ProblemFlags(cmd)
	return cmd
}

// complete fills in the fields that all submissions to a results folder share.
func (x *submitting) complete(cmd *cobra.Command, results string) (err error) {
	if err := base.Required(cmd, "tasks", "time", "mem"); err != nil {
		return err
	}

	x.Memory = uint64(x.memory)
	if x.Results, err = filepath.Abs(results); err != nil {
		return base.Usagef("--results: %w", err)
	}
	folder := notebook.Folder(x.Results)
	x.Finished = store.Open(folder.Store(), store.Options{}).Times()

	if x.Program == "" {
		if x.Program, err = os.Executable(); err != nil {
			return base.Usagef("the path of this program is not known (%w); give it with --program", err)
		}
	}
	return nil
}

// command returns the command line that submits the same array again.
func (x *submitting) command(words ...string) []string {
	words = append([]string{base.ProgramName()}, words...)
	words = append(words,
		"--tasks", strconv.Itoa(x.Tasks),
		"--time", x.Time.String(),
		"--mem", fmt.Sprintf("%dMiB", x.mebibytes()),
		"--cpus", strconv.Itoa(x.CPUs),
	)
	if x.Partition != "" {
		words = append(words, "--partition", x.Partition)
	}
	return append(words, "--program", x.Program)
}

// submitJob hands an array to Slurm, or prints its scripts. check refuses work that a task has not
// the memory for.
func submitJob(a *base.App, cmd *cobra.Command, x submitting, check func(notebook.Env) error) error {
	tasks, page, err := x.scripts()
	if err != nil {
		return base.Usagef("--%w", err)
	}

	machine := notebook.Env{
		Workers: x.CPUs,
		Memory:  int64(min(x.programMebibytes()<<20, math.MaxInt64)),
	}
	if err := check(machine); err != nil {
		return base.Usagef("--mem: three quarters of it are for the program: %w", err)
	}

	out := cmd.OutOrStdout()
	if x.dryRun {
		_, err := fmt.Fprintf(out, "# ---- %s\n%s\n# ---- %s\n%s", tasks.Name, tasks.Text, page.Name, page.Text)
		return err
	}

	if _, err := exec.LookPath("sbatch"); err != nil {
		return base.Usagef("no sbatch on this machine, and submit needs Slurm; --dry-run prints the scripts for another scheduler")
	}
	if err := base.Claim(notebook.Folder(a.Results)); err != nil {
		return err
	}

	s, err := x.submit(cmd.Context())
	if err != nil {
		return err
	}
	count := wording.Plural(s.Tasks, "task")
	_, err = fmt.Fprintf(out, "submitted %s: job %s with %s, then job %s for the page\nto follow them: %s\n",
		s.Name, s.Job, count, s.PageJob, a.Again("status"))
	return err
}
