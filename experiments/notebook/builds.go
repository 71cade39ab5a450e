package notebook

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"golang.org/x/perf/benchmath"

	"codebreak/engine/partition"
	"codebreak/experiments/store"
	"codebreak/report"
)

// BenchCommands are the commands by which builds are compared: one-step trees, and
// exact searches. All are given --workers 1, so that their processor time is that of
// the work.
func BenchCommands() []string {
	return []string{
		"measure --game mm4x6 --criterion entropy",
		"measure --game bc4x10 --criterion entropy",
		"measure --game mm5x8 --criterion minimax",
		"measure --game mm5x8 --criterion entropy",
		"measure --game mm6x6 --criterion entropy",
		"solve --game mm4x6 --objective total",
		"solve --game bc4x8 --objective total",
		"solve --game mm4x7 --objective total",
		"solve --game mm4x6 --objective worst,count",
	}
}

// Builds asks how this program compares with the build of an earlier revision of its
// repository.
type Builds struct {
	Revision string   `json:"revision"` // as git reads it
	Commands []string `json:"commands"`
	Runs     int      `json:"runs"` // of each command by each build
}

// BuildTimes is how long the commands took.
type BuildTimes struct {
	Machine string `json:"machine"`
	// Commit is that of the revision; empty if there is no checkout to build it from,
	// and then nothing is compared.
	Commit string       `json:"commit,omitempty"`
	Times  []BuildTimed `json:"times,omitempty"`
}

// A BuildTimed is a command with what its runs took, by the other build and by this
// one.
type BuildTimed struct {
	Command string `json:"command"`
	Other   Runs   `json:"other"`
	This    Runs   `json:"this"`
}

// Runs are runs of a command by a build.
type Runs struct {
	Seconds []float64 `json:"seconds"` // of processor time, of each run
	Peak    int64     `json:"peak"`    // bytes: the largest resident size seen; 0 if the system does not tell
}

// Kind names the kind of question.
func (Builds) Kind() string { return "builds" }

func (q Builds) String() string { return "this program and that of " + q.Revision }

// Volatile is true: times are never kept in the store.
func (Builds) Volatile() bool { return true }

// Cost is that of the build, and of the commands.
func (q Builds) Cost() float64 { return 60 + 2*float64(q.Runs*len(q.Commands)) }

// Validate refuses what compares nothing.
func (q Builds) Validate(Env) error {
	if q.Runs < 1 || len(q.Commands) == 0 || q.Revision == "" {
		return fmt.Errorf("%d runs of %d commands by revision %q", q.Runs, len(q.Commands), q.Revision)
	}
	return nil
}

// Answer builds the revision, and times it and this program by turns.
func (q Builds) Answer(ctx context.Context, e Env) (BuildTimes, error) {
	b := BuildTimes{Machine: describeMachine()}
	scratch, err := os.MkdirTemp("", "codebreak-bench-")
	if err != nil {
		return b, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	own, err := os.Executable()
	if err != nil {
		return b, err
	}
	other, commit, err := BuildRevision(ctx, q.Revision, scratch, e.sayf)
	if errors.Is(err, ErrNoCheckout) {
		e.sayf("not compared with %s: %v", q.Revision, err)
		return b, nil
	}
	if err != nil {
		return b, err
	}
	b.Commit = commit
	b.Times, err = TimeBuilds(ctx, own, other, q.Commands, q.Runs, func() { e.Advance(1 / float64(q.Runs*len(q.Commands))) })
	return b, err
}

// Check returns an error if commands or runs are missing.
func (q Builds) Check(_ context.Context, b BuildTimes) error {
	if err := checkMachine(b.Machine); err != nil {
		return err
	}
	if b.Commit == "" && len(b.Times) == 0 {
		return nil
	}
	if strings.Trim(b.Commit, "0123456789abcdef") != "" || len(b.Times) != len(q.Commands) {
		return fmt.Errorf("it holds times of %d commands, at commit %q", len(b.Times), clip(b.Commit))
	}
	for i, t := range b.Times {
		if t.Command != q.Commands[i] {
			return fmt.Errorf("command %d is %q", i+1, clip(t.Command))
		}
		for _, r := range []Runs{t.Other, t.This} {
			if err := checkTimes(r.Seconds, q.Runs); err != nil {
				return err
			}
		}
	}
	return nil
}

// ErrNoCheckout says that there is no checkout of the repository to build from.
var ErrNoCheckout = errors.New("there is no checkout of the repository here, or no git")

// BuildRevision builds this program as it stands in a revision of the repository in
// whose checkout it runs, in a scratch folder, and returns the path of the build and
// the commit, which it tells before it begins to build. It takes git and go.
func BuildRevision(ctx context.Context, revision, scratch string, say func(format string, args ...any)) (path, commit string, err error) {
	commit, err = output(ctx, "git", "rev-parse", "--short=12", "--verify", "--end-of-options", revision+"^{commit}")
	if err != nil {
		if _, inside := output(ctx, "git", "rev-parse", "--show-toplevel"); inside != nil {
			return "", "", errors.Join(ctx.Err(), ErrNoCheckout)
		}
		return "", "", fmt.Errorf("revision %s: %w", revision, err)
	}
	root, err := output(ctx, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", "", err
	}
	say("building commit %s, to be compared with", commit)
	archive, source := filepath.Join(scratch, "source.zip"), filepath.Join(scratch, "source")
	if _, err := output(ctx, "git", "-C", root, "archive", "--format=zip", "--output="+archive, commit); err != nil {
		return "", "", err
	}
	files, err := zip.OpenReader(archive)
	if err != nil {
		return "", "", err
	}
	err = errors.Join(os.CopyFS(source, files), files.Close())
	if err != nil {
		return "", "", fmt.Errorf("revision %s: %w", revision, err)
	}
	path = filepath.Join(scratch, "codebreak")
	if _, err := output(ctx, "go", "build", "-C", source, "-o", path, "./experiments"); err != nil {
		return "", "", fmt.Errorf("revision %s: %w", revision, err)
	}
	return path, commit, nil
}

// output runs a program and returns what it prints, or an error with what it says.
func output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0") // as run.sh builds
	var says strings.Builder
	cmd.Stderr = &says
	text, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("%s %s: %w: %s", name, args[0], err, clip(strings.TrimSpace(says.String())))
	}
	return strings.TrimSpace(string(text)), nil
}

// TimeBuilds runs the commands by this build and the other, by turns, so often each.
// When the context ends, what was timed is returned beside its error.
func TimeBuilds(ctx context.Context, this, other string, commands []string, runs int, advance func()) ([]BuildTimed, error) {
	times := make([]BuildTimed, len(commands))
	for i, c := range commands {
		times[i].Command = c
	}
	for range runs {
		for i := range times {
			t := &times[i]
			if err := t.Other.run(ctx, other, t.Command); err != nil {
				return times, err
			}
			if err := t.This.run(ctx, this, t.Command); err != nil {
				return times, err
			}
			advance()
		}
	}
	return times, nil
}

// run runs a command once more.
func (r *Runs) run(ctx context.Context, path, command string) error {
	cmd := exec.CommandContext(ctx, path, append(strings.Fields(command), "--workers", "1", "--quiet")...)
	cmd.WaitDelay = time.Second // for what the program may have started
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Start()
	if err == nil {
		stop := watchPeak(cmd.Process.Pid)
		err = cmd.Wait()
		r.Peak = max(r.Peak, stop())
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", path, command, store.Cause(err), clip(strings.TrimSpace(out.String())))
	}
	r.Seconds = append(r.Seconds, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	return nil
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+([0-9]+) kB$`)

// PeakOf reads the largest resident size from what Linux says of a process in its file
// status: in bytes, 0 if it is not there.
func PeakOf(status []byte) (bytes int64) {
	m := highWater.FindSubmatch(status)
	if m == nil {
		return 0
	}
	kilobytes, _ := strconv.ParseInt(string(m[1]), 10, 64) // the pattern leaves only digits
	return kilobytes << 10
}

// watchPeak looks at the largest resident size of a program, every few milliseconds,
// until it is stopped, and then tells what it saw last. (What a parent learns of a
// child at its end will not do: it counts the parent's own memory, which the child
// shares when it begins.) It is 0 where the system does not tell.
func watchPeak(pid int) (stop func() (bytes int64)) {
	const often = 2 * time.Millisecond
	peak := func() int64 {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // none where the program has ended
		return PeakOf(status)
	}
	done, seen := make(chan struct{}), make(chan int64)
	most := peak() // at once, for short programs
	go func() {
		look := time.NewTicker(often)
		defer look.Stop()
		for {
			select {
			case <-done:
				seen <- most
				return
			case <-look.C:
				most = max(most, peak())
			}
		}
	}()
	return func() int64 {
		close(done)
		return <-seen
	}
}

// BuildsText says how the times that [BuildsTable] shows are to be read.
func BuildsText() string {
	return "Processor time with one worker; " + partition.Kernel() + " kernel. Medians, with their 95 % confidence intervals (which take six runs). A ratio is printed only where the difference is significant (Mann-Whitney test, p below 0.05); elsewhere it is marked ~. Peaks: the largest resident size seen, by a look every two milliseconds."
}

// BuildsTable compares the builds, command by command.
func BuildsTable(times []BuildTimed) *report.Table {
	return report.NewTable(times, []report.Column[BuildTimed]{
		{Title: "command", Wrap: 44, Value: func(t BuildTimed) any { return t.Command }},
		{Title: "other build", Align: report.Right, Value: func(t BuildTimed) any { return t.Other.summary() }},
		{Title: "this build", Align: report.Right, Value: func(t BuildTimed) any { return t.This.summary() }},
		{Title: "other / this", Align: report.Right, Value: func(t BuildTimed) any { return t.ratio() }},
		{Title: "peaks", Align: report.Right, Value: func(t BuildTimed) any {
			if t.Other.Peak == 0 || t.This.Peak == 0 {
				return nil
			}
			return humanize.IBytes(uint64(t.Other.Peak)) + ", " + humanize.IBytes(uint64(t.This.Peak))
		}},
	})
}

const confidence = 0.95

func (r Runs) sample() *benchmath.Sample {
	return benchmath.NewSample(r.Seconds, &benchmath.DefaultThresholds)
}

// summary is the median with its range; nothing if there was no run.
func (r Runs) summary() any {
	if len(r.Seconds) == 0 {
		return nil
	}
	s := benchmath.AssumeNothing.Summary(r.sample(), confidence)
	return report.Format(s.Center, "%s ± %s", time.Duration(s.Center*float64(time.Second)).Round(time.Millisecond/10), s.PctRangeString())
}

// ratio is how many times as long the other build takes, or ~ if that is not
// certain.
func (t BuildTimed) ratio() any {
	if len(t.This.Seconds) == 0 || len(t.Other.Seconds) == 0 {
		return nil
	}
	this, other := t.This.sample(), t.Other.sample()
	compared := benchmath.AssumeNothing.Compare(other, this)
	if compared.P >= compared.Alpha {
		return "~"
	}
	ratio := benchmath.AssumeNothing.Summary(other, confidence).Center / benchmath.AssumeNothing.Summary(this, confidence).Center
	return report.Decimals(ratio, 2)
}
