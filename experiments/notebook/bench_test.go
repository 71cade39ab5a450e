package notebook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
)

// broken, if set, has the program that stands in for this one fail.
const broken = "NOTEBOOK_TEST_BROKEN"

// TestMain stands in for the program when a benchmark runs it.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "measure" {
		os.Exit(m.Run())
	}
	if os.Getenv(broken) != "" {
		fmt.Fprintln(os.Stderr, "no such luck")
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, `{"seconds": 0.5, "memory": %d}`, 3<<20)
}

// TestBench times a small game, with a stand-in for the programs of their own.
func TestBench(t *testing.T) {
	q := NewBench(engine.Configuration{Game: "mm3x4", Strategy: strategy.Strategy{Criterion: strategy.MostParts}, First: "123"}, 5)
	b, err := q.Answer(context.Background(), Env{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Check(context.Background(), b); err != nil {
		t.Error(err)
	}
	if len(b.Process) != 5 || b.Memory != 3<<20 || b.Workers != 2 || b.Result.Secrets != 64 || b.Comparisons == 0 || b.Machine == "" {
		t.Errorf("it took %+v", b)
	}
	t.Setenv(broken, "1")
	if _, err := q.Answer(context.Background(), Env{Workers: 2}); err == nil || !strings.Contains(err.Error(), "mm3x4, most-parts, first guess 123: exit status 1: no such luck") {
		t.Errorf("failing program: %v", err)
	}
}

// TestBenchSearch times the search of a small game.
func TestBenchSearch(t *testing.T) {
	q := NewBenchSearch("mm3x4", 2, 1)
	b, err := q.Answer(context.Background(), Env{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Check(context.Background(), b); err != nil {
		t.Error(err)
	}
	if b.Total != 206 || b.Secrets != 64 || len(b.All) != 2 || b.Sets == 0 {
		t.Errorf("it took %+v", b)
	}
	b.One = b.One[:1]
	if err := q.Check(context.Background(), b); err == nil || !strings.Contains(err.Error(), "1 runs, not 2") {
		t.Errorf("a run is missing: %v", err)
	}
}

// TestWatchPeak watches this program, which has grown, and one that has ended.
func TestWatchPeak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells")
	}
	held := make([]byte, 64<<20)
	for i := range held {
		held[i] = 1
	}
	if peak := watchPeak(os.Getpid())(); peak < int64(len(held)) {
		t.Errorf("of a program that holds 64 MiB the peak is %d", peak)
	}
	runtime.KeepAlive(held)
	if peak := watchPeak(1 << 30)(); peak != 0 {
		t.Errorf("a program that is not there has a peak of %d", peak)
	}
}

// TestBuilds builds the commit before of a repository and times it.
func TestBuilds(t *testing.T) {
	for _, program := range []string{"git", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not here", program)
		}
	}
	folder := t.TempDir()
	t.Chdir(folder)
	if _, _, err := BuildRevision(context.Background(), "HEAD", t.TempDir(), Env{}.sayf); !errors.Is(err, ErrNoCheckout) {
		t.Fatalf("no repository: %v", err)
	}
	write := func(name, text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		if text, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=b"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, text)
		}
	}
	write("go.mod", "module former\n")
	write("experiments/main.go", "package main\n\nimport (\n\t\"os\"\n\t\"time\"\n)\n\nfunc main() {\n\tif os.Args[1] != \"measure\" {\n\t\tos.Exit(3)\n\t}\n\ttime.Sleep(100 * time.Millisecond)\n}\n")
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "first")
	write("experiments/main.go", "no program")
	git("commit", "-q", "-a", "-m", "second")
	q := Builds{Revision: "HEAD~1", Commands: []string{"measure a", "measure b"}, Runs: 2}
	b, err := q.Answer(context.Background(), Env{})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Check(context.Background(), b); err != nil {
		t.Error(err)
	}
	if len(b.Commit) != 12 || len(b.Times[1].Other.Seconds) != 2 || runtime.GOOS == "linux" && b.Times[1].This.Peak == 0 {
		t.Errorf("it took %+v", b)
	}
	for _, wrong := range []struct{ revision, command, says string }{
		{"HEAD", "measure a", "revision HEAD: go build: exit status 1"},
		{"v9", "measure a", "revision v9: git rev-parse: exit status 128"},
		{"HEAD~1", "solve a", "codebreak solve a: exit status 3"},
	} {
		q := Builds{Revision: wrong.revision, Commands: []string{wrong.command}, Runs: 1}
		if _, err := q.Answer(context.Background(), Env{}); err == nil || !strings.Contains(err.Error(), wrong.says) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}
