package runs

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
)

func ties() array {
	run := []string{"run", "ties", "--full", "--results", "/scratch/100% mine"}
	return array{
		Name: "ties-bc4x10", Program: "/opt/codebreak", Run: append(slices.Clone(run), "--share"), Last: run,
		Again:   []string{"codebreak", "submit", "ties"},
		Results: "/scratch/100% mine", Finished: "/scratch/100% mine/store",
		Tasks: 12, CPUs: 2, Time: 90 * time.Minute, Memory: 4 << 30, Partition: "short",
	}
}

func TestScripts(t *testing.T) {
	tasks, page, err := ties().scripts()
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range []script{tasks, page} {
		want, err := os.ReadFile(filepath.Join("testdata", script.Name))
		if err != nil {
			t.Fatal(err)
		}
		if script.Text != string(want) {
			t.Errorf("%s is not as in testdata:\n%s", script.Name, script.Text)
		}
	}
}

func TestResources(t *testing.T) {
	for _, c := range []struct {
		time      time.Duration
		clock     string
		warning   int
		memory    uint64
		mebibytes uint64
		program   uint64
	}{
		{time.Minute, "00:01:00", 6, minMemory, 2, 1},
		{61 * time.Second, "00:02:00", 6, 4 << 30, 4096, 3072},
		{100 * time.Hour, "100:00:00", 60, 4<<30 + 1, 4097, 3072},
		{math.MaxInt64, "2562047:48:00", 60, math.MaxUint64, 1 << 44, 3<<42 - 1},
	} {
		a := array{Time: c.time, Memory: c.memory}
		if a.clock() != c.clock || a.warning() != c.warning || a.mebibytes() != c.mebibytes || a.programMebibytes() != c.program {
			t.Errorf("%s, %d bytes: %s, %d s, %d MiB, %d MiB, want %s, %d s, %d MiB, %d MiB", c.time, c.memory,
				a.clock(), a.warning(), a.mebibytes(), a.programMebibytes(), c.clock, c.warning, c.mebibytes, c.program)
		}
	}
}

func TestCheck(t *testing.T) {
	for want, spoil := range map[string]func(*array){
		"name is \"a b\"; write up to 128 letters, digits": func(a *array) { a.Name = "a b" },
		"name is \"a\\n\"": func(a *array) { a.Name = "a\n" },
		"program is \"codebreak\"; it must be an absolute path":          func(a *array) { a.Program = "codebreak" },
		"results has \"/a\\nb\"; it must be of characters":               func(a *array) { a.Results = "/a\nb" },
		"results is \"/a\\\\b\"; Slurm cannot write":                     func(a *array) { a.Results = `/a\b` },
		"run has no arguments":                                           func(a *array) { a.Run = nil },
		"last has \"\\x00\"":                                             func(a *array) { a.Last = []string{"run", "\x00"} },
		"tasks is 0; it must be at least 1 and at most 100,000":          func(a *array) { a.Tasks = 0 },
		"tasks is 9223372036854775807":                                   func(a *array) { a.Tasks = math.MaxInt64 },
		"cpus is 0; it must be at least 1 and at most 4,096":             func(a *array) { a.CPUs = 0 },
		"time is 59s; it must be at least 1m":                            func(a *array) { a.Time = 59 * time.Second },
		"mem is 1.0 MiB; it must be at least 2.0 MiB":                    func(a *array) { a.Memory = 1 << 20 },
		"partition is \"a\\n#SBATCH --wrap=x\"; it must be a name of le": func(a *array) { a.Partition = "a\n#SBATCH --wrap=x" },
	} {
		a := ties()
		spoil(&a)
		if err := a.check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
		if _, _, err := a.scripts(); err == nil {
			t.Errorf("scripts although %s", want)
		}
		_, err := a.submit(t.Context())
		if err == nil {
			t.Errorf("submitted although %s", want)
		} else if code, _ := base.ExitOf(err, 0); code != base.ExitUsage {
			t.Errorf("submit returns %v, want a usage error: %s", err, want)
		}
	}
	a := ties()
	for _, a.Partition = range []string{"", "short", "short,long_2", "a.b+c-d"} {
		if err := a.check(); err != nil {
			t.Error(err)
		}
	}
}

// hostile are texts that a shell or Slurm would make something else of.
func hostile() []string {
	return []string{
		"p q", "it's", `say "x"`, "$(touch pwned)", "`touch pwned`", "100% %A_%a %%", "a,b", "größe-Σ", "--help", `end\`,
		"a;touch pwned", "a&b|c>d<e", "*?[a-z]", "~root", "{a,b}", "#x", "$HOME",
	}
}

func TestPathName(t *testing.T) {
	for _, text := range append(hostile(), "", strings.Repeat("a", 200)) {
		if name := pathName("solve", "/x/"+text); !isPlain(name) || name == pathName("solve", "/y/"+text) {
			t.Errorf("the path of %q becomes %q", text, name)
		}
	}
	if got := pathName("solve", "/scratch/p q"); got != "solve-p_q-143c2158" {
		t.Errorf("the name is %s, want solve-p_q-143c2158", got)
	}
}

// TestQuote has shells read words.
func TestQuote(t *testing.T) {
	t.Parallel()
	words := append(hostile(), "", "plain-word_1.x/y:@+,", "if")
	for _, shell := range []string{"bash", "sh"} {
		out, err := exec.Command(shell, "-c", `printf '%s\0' `+base.Quote(words...)).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, words) {
			t.Errorf("%s reads %q, want %q", shell, got, words)
		}
	}
	const want = `a 'b c' 'it'\''s'`
	if got := base.Quote("a", "b c", "it's"); got != want {
		t.Errorf("quoted as %s, want %s", got, want)
	}
}

// tree lists the files and folders below a folder.
func tree(t *testing.T, folder string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, strings.TrimPrefix(path, folder))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// runScript runs a script of an array under bash, in a folder.
func runScript(t *testing.T, folder string, s script, env ...string) (code int, stderr string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script")
	enginetest.WriteProgram(t, path, s.Text)
	cmd := exec.Command("bash", path)
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = folder, &errs
	cmd.Env = append(os.Environ(), env...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

var directive = regexp.MustCompile(`^#SBATCH --[a-z-]+(=[A-Za-z0-9_.,:@+-]+)?$`)

// TestHostile runs the scripts of arrays whose every text is hostile: the
// program must be given its arguments byte for byte, nothing but the marks may
// come to be, and Slurm's directives must be plain.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("dozens of programs are run")
	}
	t.Parallel()
	for _, text := range hostile() {
		dir := t.TempDir()
		here := filepath.Join(dir, text, "x")
		argv := filepath.Join(dir, "argv")
		a := ties()
		a.Name, a.Tasks, a.Partition = pathName("solve", here), 2, ""
		a.Program, a.Results, a.Finished = filepath.Join(here, "program"+text), filepath.Join(here, "results"+text), filepath.Join(here, "store"+text)
		if strings.Contains(text, `\`) {
			a.Results = filepath.Join(dir, "results")
		}
		a.Run, a.Last = []string{"run", text, "--share"}, []string{"join", text, ""}
		enginetest.WriteProgram(t, a.Program, "#!/bin/sh\nprintf '%s\\0' \"$@\" >> '"+argv+"'\n")
		tasks, page, err := a.scripts()
		if err != nil {
			t.Fatal(err)
		}
		for _, script := range []script{tasks, page} {
			directives := 0
			for line := range strings.Lines(script.Text) {
				if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "#SBATCH") {
					directives++
					if !directive.MatchString(line) {
						t.Errorf("%q: %s", text, line)
					}
				}
			}
			if directives < 8 {
				t.Errorf("%d directives", directives)
			}
		}
		enginetest.WriteProgram(t, filepath.Join(a.Results, clusterFolder, "x"), "")
		before := tree(t, dir)
		limits := []string{"--workers", "2", "--max-memory", "3072MiB", "--quiet"}
		var want []string
		for _, task := range []string{"1", "2"} {
			if code, stderr := runScript(t, here, tasks, "SLURM_ARRAY_TASK_ID="+task); code != 0 || stderr != "" {
				t.Errorf("%q: exit code %d, %s", text, code, stderr)
			}
			want = slices.Concat(want, a.Run, []string{task + "/2"}, limits)
		}
		if code, stderr := runScript(t, here, page); code != 0 || stderr != "" {
			t.Errorf("%q: exit code %d, %s", text, code, stderr)
		}
		want = slices.Concat(want, a.Last, limits)
		given, err := os.ReadFile(argv)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(strings.TrimSuffix(string(given), "\x00"), "\x00"); !slices.Equal(got, want) {
			t.Errorf("the program was given %q, want %q", got, want)
		}
		marks := strings.TrimPrefix(filepath.Join(a.Results, clusterFolder, a.Name), dir)
		expected := append(before, "/argv", marks+".page.done", marks+".share-1-of-2.done", marks+".share-2-of-2.done")
		slices.Sort(expected)
		got := tree(t, dir)
		slices.Sort(got)
		if !slices.Equal(got, expected) {
			t.Errorf("%q: there is %q, want %q", text, got, expected)
		}
	}
}

// atWork is an array in a new folder; the program runs the given commands.
func atWork(t *testing.T, commands string) (a array, tasks, page script) {
	t.Helper()
	dir := t.TempDir()
	a = ties()
	a.Name, a.Tasks, a.Partition = "x", 3, ""
	a.Results, a.Finished, a.Program = dir, filepath.Join(dir, "store"), filepath.Join(dir, "program")
	enginetest.WriteProgram(t, a.Program, "#!/bin/bash\n"+commands)
	if err := errors.Join(os.MkdirAll(a.Finished, 0o755), os.WriteFile(filepath.Join(a.Finished, "0.json"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	tasks, page, err := a.scripts()
	if err != nil {
		t.Fatal(err)
	}
	return a, tasks, page
}

// TestTask ends the program in every way: which tasks are queued again?
func TestTask(t *testing.T) {
	if testing.Short() {
		t.Skip("dozens of programs are run")
	}
	t.Parallel()
	for name, c := range map[string]struct {
		commands string
		restarts string
		code     int
		again    bool
	}{
		"done":              {`exit 0`, "0", 0, false},
		"failed":            {`exit 1`, "0", 1, false},
		"killed":            {`kill -KILL $$`, "2", 137, true},
		"killed often":      {`kill -KILL $$`, "3", 137, false},
		"late, in progress": {`trap 'exit 130' TERM; touch store/1.json; sleep 0.5; kill -USR1 $PPID; while :; do sleep 0.1; done`, "9", 130, true},
		"late, no progress": {`trap 'exit 130' TERM; touch store/.codebreak.tmp-1 store/0.json; sleep 0.5; kill -USR1 $PPID; while :; do sleep 0.1; done`, "9", 130, false},
		"late, first times": {`trap 'exit 130' TERM; sleep 0.5; kill -USR1 $PPID; while :; do sleep 0.1; done`, "2", 130, true},
		"cancelled":         {`trap 'exit 130' TERM; touch store/1.json; sleep 0.5; kill -TERM $PPID; while :; do sleep 0.1; done`, "0", 130, false},
	} {
		a, tasks, _ := atWork(t, c.commands)
		fake := filepath.Join(a.Results, "fake")
		enginetest.WriteProgram(t, filepath.Join(fake, "scontrol"), "#!/bin/sh\necho \"$@\" >> requeued\nexit 1\n")
		code, stderr := runScript(t, a.Results, tasks, "SLURM_ARRAY_TASK_ID=2", "SLURM_ARRAY_JOB_ID=12", "SLURM_RESTART_COUNT="+c.restarts, "PATH="+fake+":"+os.Getenv("PATH"))
		requeued, _ := os.ReadFile(filepath.Join(a.Results, "requeued"))
		if code != c.code || (string(requeued) == "requeue 12_2\n") != c.again || !c.again && len(requeued) > 0 {
			t.Errorf("%s: exit code %d, requeued %q, want exit code %d, requeued: %t\n%s", name, code, requeued, c.code, c.again, stderr)
		}
		if _, err := os.Stat(filepath.Join(a.Results, clusterFolder, "x.share-2-of-3.done")); (err == nil) != (c.code == 0) {
			t.Errorf("%s: mark: %v", name, err)
		}
	}
	_, tasks, _ := atWork(t, "")
	if code, stderr := runScript(t, t.TempDir(), tasks, "SLURM_ARRAY_TASK_ID="); code == 0 || !strings.Contains(stderr, "it must be the number of the task, from 1 to 3") {
		t.Errorf("without a task: exit code %d, %s", code, stderr)
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	a, tasks, page := atWork(t, `echo "$@" >> arguments; [ ! -e fail ]`)
	if code, stderr := runScript(t, a.Results, tasks, "SLURM_ARRAY_TASK_ID=2"); code != 0 {
		t.Fatal(stderr)
	}
	if code, stderr := runScript(t, a.Results, page); code != 1 || !strings.Contains(stderr, "no page of x: of 3 shares these are missing: 1 3; see codebreak status") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	for _, task := range []string{"1", "3"} {
		if code, stderr := runScript(t, a.Results, tasks, "SLURM_ARRAY_TASK_ID="+task); code != 0 {
			t.Fatal(stderr)
		}
	}
	done := filepath.Join(a.Results, clusterFolder, "x.page.done")
	enginetest.WriteProgram(t, filepath.Join(a.Results, "fail"), "")
	if code, stderr := runScript(t, a.Results, page); code != 1 {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if _, err := os.Stat(done); err == nil {
		t.Error("a page that failed is done")
	}
	if err := os.Remove(filepath.Join(a.Results, "fail")); err != nil {
		t.Fatal(err)
	}
	if code, stderr := runScript(t, a.Results, page); code != 0 {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if _, err := os.Stat(done); err != nil {
		t.Error(err)
	}
	if given, err := os.ReadFile(filepath.Join(a.Results, "arguments")); err != nil || strings.Count(string(given), "\n") != 5 {
		t.Errorf("%s%v", given, err)
	}
}

// lingering is a script that leaves a child, which holds the output of its parent for five minutes,
// but no longer than the script exists.
const lingering = `
(
  n=0
  while [ -e "$0" ] && [ $n -lt 3000 ]; do
    sleep 0.1
    n=$((n + 1))
  done
) &
`

// TestHanging has Slurm's commands leave a child that holds their output: an interrupted command
// ends, and the output of a successful command counts.
func TestHanging(t *testing.T) {
	if testing.Short() {
		t.Skip("dozens of programs are run")
	}
	fake := t.TempDir()
	a := ties()
	a.Results = t.TempDir()
	t.Setenv("PATH", fake+":"+os.Getenv("PATH"))
	enginetest.WriteProgram(t, filepath.Join(fake, "sbatch"), "#!/bin/sh\necho 12\n")
	s, err := a.submit(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	began := time.Now()
	enginetest.WriteProgram(t, filepath.Join(fake, "squeue"), "#!/bin/sh"+lingering+"wait\n")
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := clusterStatus(ctx, a.Results); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}

	enginetest.WriteProgram(t, filepath.Join(fake, "squeue"), "#!/bin/sh\necho '12|1|RUNNING'"+lingering)
	r, err := clusterStatus(t.Context(), a.Results)
	if err != nil || r.Unasked != nil || r.Arrays[0].Tasks[0] != running {
		t.Errorf("the report is %+v, error %v, want task 1 to be running", r, err)
	}
	if kept := r.Arrays[0].Submission.Submitted; !kept.Equal(s.Submitted) || began.Sub(kept) > time.Hour {
		t.Errorf("submitted at %v, recorded is %v", s.Submitted, kept)
	}
	if took := time.Since(began); took > 4*time.Minute {
		t.Errorf("it took %v", took)
	}
}

func TestStateOf(t *testing.T) {
	for slurm, want := range map[string]state{
		"": lost, "RUNNING": running, "COMPLETING": running, "PENDING": pending, "REQUEUED": pending,
		"COMPLETED": failed, "TIMEOUT": failed, "NODE_FAIL": failed, "CANCELLED": failed,
	} {
		if got := stateOf(slurm); got != want {
			t.Errorf("%q is %s, want %s", slurm, got, want)
		}
	}
}

func TestFormatTasks(t *testing.T) {
	for want, tasks := range map[string][]int{"": nil, "7": {7}, "1-2": {1, 2}, "1-3, 5, 8-9": {1, 2, 3, 5, 8, 9}} {
		if got := formatTasks(tasks); got != want {
			t.Errorf("%v is written %q, want %q", tasks, got, want)
		}
	}
}

// TestMarks holds that the marks of an array are none of an array whose name begins alike.
func TestMarks(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"x.share-1-of-2.done", "x.share-12-of-30.done", "x.share-1-of-2.share-3-of-4.done", "xy.share-1-of-2.done", "x.page.done"} {
		enginetest.WriteFile(t, filepath.Join(folder, name), "")
	}
	want := []string{"x.share-1-of-2.done", "x.share-12-of-30.done", "x.page.done"}
	if marks := arrayName("x").marks(folder); !slices.Equal(marks, want) {
		t.Errorf("marks are %q, want %q", marks, want)
	}
}
