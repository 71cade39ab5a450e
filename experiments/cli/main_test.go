package cli

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"codebreak/engine/game"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"codebreak": main})
}

// TestScripts types commands as a user would. "exits N command…" runs a
// command that must end with exit code N, one line on standard error and,
// unless N is 0, nothing on standard output.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits code command [args...]")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				err = ts.Exec(args[1], args[2:]...)
				got := 0
				if exit, ok := err.(*exec.ExitError); ok {
					got = exit.ExitCode()
				} else if err != nil {
					ts.Fatalf("%v", err)
				}
				if got != want {
					ts.Fatalf("exit code %d, want %d", got, want)
				}
				if stderr := ts.ReadFile("stderr"); want != 0 && strings.Count(stderr, "\n") != 1 {
					ts.Fatalf("standard error is not one line: %q", stderr)
				}
				if stdout := ts.ReadFile("stdout"); want != 0 && stdout != "" {
					ts.Fatalf("standard output is not empty: %q", stdout)
				}
			},
		},
	})
}

// TestNotebookIsWellFormed checks every configuration of every entry, without
// playing it.
func TestNotebookIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range notebook() {
		if seen[e.name] || e.name == "" || e.title == "" || e.question == "" || e.tell == nil {
			t.Errorf("entry %q stands twice or lacks something", e.name)
		}
		seen[e.name] = true
		if len(e.configurations) == 0 {
			t.Errorf("entry %s plays nothing", e.name)
		}
		for _, c := range e.configurations {
			if _, err := c.Parse(); err != nil {
				t.Errorf("entry %s, %s: %v", e.name, c, err)
			}
		}
	}
}

// TestStrategiesStartFromEveryPattern checks that the entry's first guesses
// are all the kinds there are.
func TestStrategiesStartFromEveryPattern(t *testing.T) {
	firsts := map[string][]string{}
	for _, c := range strategiesEntry().configurations {
		if !slices.Contains(firsts[c.Game], c.First) {
			firsts[c.Game] = append(firsts[c.Game], c.First)
		}
	}
	for name, got := range firsts {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, c := range game.CanonicalGuesses(g) {
			want = append(want, g.FormatCode(c))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: first guesses %v, want %v", name, got, want)
		}
	}
}

// readTree returns the content of all files below a folder, timings aside.
func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "timings.json" || strings.Contains(path, "/cells/times/") {
			return err
		}
		content, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestResultsDoNotDependOnWorkers runs an entry with one worker and with
// four: the same bytes must come out, pictures included.
func TestResultsDoNotDependOnWorkers(t *testing.T) {
	runs := []map[string]string{}
	for _, workers := range []string{"1", "4"} {
		dir := t.TempDir()
		var stdout, stderr bytes.Buffer
		if code := run([]string{"run", "strategies", "--results", dir, "--workers", workers}, &stdout, &stderr); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr.String())
		}
		files := readTree(t, dir)
		files["standard output"] = stdout.String()
		runs = append(runs, files)
	}
	if len(runs[0]) < 8 {
		t.Errorf("only %d files", len(runs[0]))
	}
	for name, content := range runs[0] {
		if runs[1][name] != content {
			t.Errorf("%s differs with four workers", name)
		}
	}
}

// commandLink returns a path under which the test binary acts as the program:
// testscript.Main looks at the name it was called by.
func commandLink(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "codebreak")
	if err := os.Symlink(exe, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	return link
}

// TestInterrupt sends Ctrl-C while a long entry runs after a finished one.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(commandLink(t), "run", "strategies", "conventions-mm5x8", "--results", dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	finished := filepath.Join(dir, "strategies", "results.json")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(finished); err == nil {
			break
		}
		if time.Now().After(deadline) {
			cmd.Process.Kill()
			t.Fatal("the first entry did not finish")
		}
	}
	time.Sleep(200 * time.Millisecond)
	start := time.Now()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the exit code says more
	t.Logf("stopped %v after the signal", time.Since(start))
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d; stderr: %s", code, exitInterrupted, stderr.String())
	}
	if want := "interrupted; finished and kept: strategies; missing: conventions-mm5x8"; !strings.Contains(stderr.String(), want) {
		t.Errorf("standard error %q lacks %q", stderr.String(), want)
	}
	files := readTree(t, dir)
	for name := range files {
		if name != "/README.md" && name != "/index.html" && !strings.HasPrefix(name, "/strategies/") && !strings.HasPrefix(name, "/cells/") || strings.Contains(name, "tmp") {
			t.Errorf("%s was left behind", name)
		}
	}
	if !strings.Contains(files["/README.md"], "[strategies](strategies/README.md)") {
		t.Error("the front page lacks the finished entry")
	}
}

// TestProgressBar checks that nothing is drawn where there is no terminal.
func TestProgressBar(t *testing.T) {
	opts := options{stderr: new(bytes.Buffer)}
	if bar := opts.newProgress(10); bar.bar != nil {
		t.Error("a progress bar was drawn on something that is no terminal")
	}
	silent := &progress{}
	silent.describe("x")
	silent.add(1)
	silent.clear()
	silent.finish()
}

func Example() {
	run([]string{"measure", "--game", "mm2x2", "--criterion", "minimax", "--tree"}, os.Stdout, os.Stderr)
	// Output:
	// 11
	//   0A0B 22
	//     2A0B hit
	//   1A0B 12
	//     0A2B 21
	//       2A0B hit
	//     2A0B hit
	//   2A0B hit
}
