package main

import (
	"fmt"
	"strings"
	"text/template"
	"time"
)

// A batch is what one array of tasks on a cluster needs to know: each task
// computes one share of an entry, and a last job makes the page of them.
type batch struct {
	Entry     string   // the name of the page, and of the files in the folder slurm
	Run       []string // the arguments that make the program compute, with a share
	Last      []string // those that make the page of what all shares have computed
	Progress  string   // a shell command that prints a line for each thing that is finished
	Program   string
	Results   string // an absolute path: tasks start wherever the cluster likes
	Tasks     int
	CPUs      int
	Time      time.Duration // that a task may take before it is started again
	Memory    byteSize      // of one task
	Partition string        // empty: the cluster's default
}

// slurmFolder holds, below the results, what concerns a cluster only: scripts,
// records of submissions, output of tasks, marks of what is complete.
const slurmFolder = "slurm"

const mebibyte = 1 << 20

// Mebibytes is the memory of a task as Slurm counts it, rounded up.
func (b batch) Mebibytes() uint64 { return (uint64(b.Memory) + mebibyte - 1) / mebibyte }

// ProgramMebibytes is what the program may use of it: the same part that it
// takes of a machine of its own.
func (b batch) ProgramMebibytes() uint64 { return uint64(b.Memory) / 4 * 3 / mebibyte }

// Clock is the time of a task as Slurm reads it, in whole minutes.
func (b batch) Clock() string {
	minutes := int((b.Time + time.Minute - 1) / time.Minute)
	return fmt.Sprintf("%02d:%02d:00", minutes/60, minutes%60)
}

// Warning is how many seconds before its end a task is told to stop: a minute,
// or less where a minute is much of the time.
func (b batch) Warning() int { return min(60, int(b.Time.Seconds()/10)) }

// JobName is the name of the array in the queue.
func (b batch) JobName() string { return "codebreak-" + b.Entry }

// PageJobName is the name of the job that makes the page.
func (b batch) PageJobName() string { return b.JobName() + "-page" }

// Mark is the name of the file that says that a share is complete.
func (b batch) Mark(task any) string {
	return fmt.Sprintf("%s.shard-%v-of-%d.done", b.Entry, task, b.Tasks)
}

// PageScript is the name of the script that makes the page.
func (b batch) PageScript() string { return b.Entry + ".page.sh" }

// PageMark is the name of the file that says that the page is made.
func (b batch) PageMark() string { return b.Entry + ".page.done" }

// checkQuotable returns an error if a text that the user chose cannot stand
// between single quotes in a script, nor in a line of directives, which is
// read by Slurm and not by a shell.
func checkQuotable(flag, text string) error {
	if strings.ContainsAny(text, "'\"\\\n") {
		return fmt.Errorf("%s is %q; quotes, backslashes and line breaks cannot be written into a batch script", flag, text)
	}
	return nil
}

// shellWords writes arguments as words of a shell. What needs more than single
// quotes is refused by checkQuotable before.
func shellWords(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if word == "" || strings.ContainsAny(word, " \t$&|;<>()*?[]#~=%!{}`") {
			quoted[i] = "'" + word + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// outputPattern writes a path for Slurm, to which a percent sign means
// something.
func outputPattern(folder, file string) string {
	return "'" + strings.ReplaceAll(folder, "%", "%%") + "/" + file + "'"
}

// parseScript reads a template of a script that is part of the program.
func parseScript(name, text string) *template.Template {
	return template.Must(template.New(name).Funcs(template.FuncMap{
		"quote": func(word string) string { return shellWords(word) },
		"words": func(words []string) string { return shellWords(words...) },
		"output": func(b batch, file string) string {
			return outputPattern(b.Results+"/"+slurmFolder, b.Entry+file)
		},
	}).Parse(text))
}

// resources are the directives that both scripts share.
const resources = `#SBATCH --time={{.Clock}}
#SBATCH --mem={{.Mebibytes}}M
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.CPUs}}
{{with .Partition}}#SBATCH --partition={{quote .}}
{{end}}#SBATCH --requeue
#SBATCH --open-mode=append
`

// programLimits are the flags that keep the program within its resources.
const programLimits = `--results "$results" --workers {{.CPUs}} --max-memory {{.ProgramMebibytes}}MiB --quiet`

// taskScript computes one share. Time that runs out and a program that was
// killed are told apart from errors, which would only come again.
const taskScript = `#!/bin/bash
# Computes one share of the entry {{.Entry}}; which, the number of the task says.
# Started again it goes on from the cells that are finished. On a scheduler
# other than Slurm, put the number of the task into SLURM_ARRAY_TASK_ID.
#SBATCH --job-name={{.JobName}}
#SBATCH --array=1-{{.Tasks}}
` + resources + `#SBATCH --signal=B:USR1@{{.Warning}}
#SBATCH --output={{output . "-%A_%a.out"}}
set -u
task=${SLURM_ARRAY_TASK_ID:?it must be the number of the task, from 1 to {{.Tasks}}}
restarts=${SLURM_RESTART_COUNT:-0}
results={{quote .Results}}
mkdir -p "$results/slurm" || exit
finished() { {{.Progress}} 2>/dev/null | wc -l; }
before=$(finished)

{{quote .Program}} {{words .Run}} --shard "$task/{{.Tasks}}" ` + programLimits + ` &
program=$!
# USR1 comes when the time is nearly over, TERM when the task is cancelled. The
# program keeps what is finished and stops; wait is cut short by each signal.
late= cancelled= signalled=
trap 'late=1 signalled=1; kill -TERM "$program" 2>/dev/null' USR1
trap 'cancelled=1 signalled=1; kill -TERM "$program" 2>/dev/null' TERM
while
  signalled=
  wait "$program"
  code=$?
  [ -n "$signalled" ]
do :; done
if [ "$code" -eq 0 ]; then
  : > "$results/slurm/{{.Mark "$task"}}"
  exit
fi

# Out of time: once more while something gets finished, and {{.MostRestarts}} times at least. Killed:
# once more, {{.MostRestarts}} times at most. Cancelled or failed: not again.
again=
if [ -z "$cancelled" ]; then
  [ -n "$late" ] && [ "$(finished)" -gt "$before" ] && again=1
  [ "$code" -gt 128 ] && [ "$restarts" -lt {{.MostRestarts}} ] && again=1
fi
if [ -n "$again" ]; then
  echo "codebreak: task $task ended with exit code $code; it is queued again" >&2
  # Slurm ends this script for it; an end of its own could be taken for that of
  # the next start.
  trap - TERM
  scontrol requeue "${SLURM_ARRAY_JOB_ID:?}_$task" && sleep 60
fi
exit "$code"
`

// pageScript makes the page when all shares are complete. Without the check
// it would compute by itself whatever is missing.
const pageScript = `#!/bin/bash
# Makes the page of the entry {{.Entry}} from the cells of its shares. To be started
# when all tasks have ended, well or not: it says which shares are missing.
#SBATCH --job-name={{.PageJobName}}
` + resources + `#SBATCH --output={{output . "-page-%j.out"}}
set -u
results={{quote .Results}}
missing=
for task in {1..{{.Tasks}}}; do
  [ -e "$results/slurm/{{.Mark "$task"}}" ] || missing="$missing $task"
done
if [ -n "$missing" ]; then
  echo "codebreak: no page of {{.Entry}}: of {{.Tasks}} shares these are missing:$missing; see codebreak status" >&2
  exit 1
fi
{{quote .Program}} {{words .Last}} ` + programLimits + ` &&
  : > "$results/slurm/{{.PageMark}}"
`

// MostRestarts is how often a task that was killed is started again: often
// enough for bad luck, too rarely to hide a fault.
func (batch) MostRestarts() int { return 3 }

// A batchScript is one file for the scheduler.
type batchScript struct{ name, text string }

// scripts writes the script of the tasks and that of the page.
func (b batch) scripts() (tasks, page batchScript, err error) {
	if tasks, err = b.script(b.Entry+".tasks.sh", taskScript); err != nil {
		return tasks, page, err
	}
	page, err = b.script(b.PageScript(), pageScript)
	return tasks, page, err
}

func (b batch) script(name, text string) (batchScript, error) {
	var out strings.Builder
	err := parseScript(name, text).Execute(&out, b)
	return batchScript{name, out.String()}, err
}
