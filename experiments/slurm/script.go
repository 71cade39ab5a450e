package slurm

import (
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

// A Script is a file for Slurm; any bash runs it as well.
type Script struct {
	Name, Text string
	// Output is the flag that says to sbatch where the output goes.
	Output string
}

// plainWord is a word that no shell changes, wherever it stands but as a
// command.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@+,-]+$`)

// Quote writes words for a shell, each so that it is one argument again.
func Quote(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if !plainWord.MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// mostRestarts is how often a task that was killed is started again: often
// enough for bad luck, too rarely to hide a fault.
const mostRestarts = 3

// resources are the directives that both scripts share. Slurm reads them, not
// a shell: nothing stands there but numbers and names that Check accepts.
const resources = `#SBATCH --time={{.Clock}}
#SBATCH --mem={{.Mebibytes}}M
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.CPUs}}
{{with .Partition}}#SBATCH --partition={{.}}
{{end}}#SBATCH --requeue
#SBATCH --open-mode=append
`

// limits are the flags that keep the program within its resources.
const limits = `--workers {{.CPUs}} --max-memory {{.ProgramMebibytes}}MiB --quiet`

// taskScript computes one share. Time that runs out and a program that was
// killed are distinguished from errors, which would only come again.
const taskScript = `#!/bin/bash
# Computes one share of {{.Name}}; which, the number of the task says. Started
# again it goes on from the answers that are finished. Submitted by:
# sbatch {{quote .Output}} {{quote .Path}}
# On a scheduler other than Slurm, put the number of the task into
# SLURM_ARRAY_TASK_ID.
#SBATCH --job-name={{.JobName}}
#SBATCH --array=1-{{.Tasks}}
` + resources + `#SBATCH --signal=B:USR1@{{.Warning}}
set -u
task=${SLURM_ARRAY_TASK_ID:?it must be the number of the task, from 1 to {{.Tasks}}}
restarts=${SLURM_RESTART_COUNT:-0}
results={{quote .Results}}
answers={{quote .Finished}}
mkdir -p "$results/{{.Folder}}" || exit
finished() (
  shopt -s nullglob
  set -- "$answers"/*
  echo $#
)
before=$(finished)

{{quote .Program}} {{words .Run}} "$task/{{.Tasks}}" ` + limits + ` &
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
  : > "$results/{{.Folder}}/{{.Mark}}"
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
# Makes the page of {{.Name}} from the answers of its shares. To be started when
# all tasks have ended, well or not: it says which shares are missing. Submitted,
# with --dependency=afterany: and the number of the job of the tasks, by:
# sbatch {{quote .Output}} {{quote .Path}}
#SBATCH --job-name={{.PageJobName}}
` + resources + `set -u
results={{quote .Results}}
missing=
for task in {1..{{.Tasks}}}; do
  [ -e "$results/{{.Folder}}/{{.Mark}}" ] || missing="$missing $task"
done
if [ -n "$missing" ]; then
  echo "codebreak: no page of {{.Name}}: of {{.Tasks}} shares these are missing:$missing; see codebreak status" >&2
  exit 1
fi
{{quote .Program}} {{words .Last}} ` + limits + ` &&
  : > "$results/{{.Folder}}/{{.PageMark}}"
`

// scriptData is what the scripts are filled in with.
type scriptData struct {
	Array
	JobName, PageJobName, Folder, Mark, PageMark, Clock string
	Warning, MostRestarts                               int
	Path, Output                                        string // of the script itself
}

// Scripts writes what the tasks run, and what the last job runs. It returns
// the error of [Array.Check].
func (a Array) Scripts() (tasks, page Script, err error) {
	if err := a.Check(); err != nil {
		return tasks, page, err
	}
	n := arrayName(a.Name)
	data := scriptData{
		Array: a, JobName: n.job(), PageJobName: n.pageJob(), Folder: Folder,
		Mark: n.mark("$task", a.Tasks), PageMark: n.pageMark(), Clock: a.clock(),
		Warning: a.warning(), MostRestarts: mostRestarts,
	}
	if tasks, err = data.script(n.taskScript(), n.taskOutput("%A", "%a"), taskScript); err != nil {
		return tasks, page, err
	}
	page, err = data.script(n.pageScript(), n.pageOutput("%j"), pageScript)
	return tasks, page, err
}

// script fills in a script. output is the pattern for Slurm of the name of the
// file that its output goes to.
func (d scriptData) script(name, output, text string) (Script, error) {
	folder := filepath.Join(d.Results, Folder)
	d.Path = filepath.Join(folder, name)
	d.Output = "--output=" + filepath.Join(strings.ReplaceAll(folder, "%", "%%"), output)
	functions := template.FuncMap{
		"quote": func(word string) string { return Quote(word) },
		"words": func(words []string) string { return Quote(words...) },
	}
	parsed, err := template.New(name).Funcs(functions).Parse(text)
	if err != nil {
		return Script{}, err
	}
	var out strings.Builder
	err = parsed.Execute(&out, d)
	return Script{Name: name, Text: out.String(), Output: d.Output}, err
}
