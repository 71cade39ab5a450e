package faults

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// foreignFolders are folders of somebody's own.
var foreignFolders = []map[string]string{
	{"index.html": "mine", ".git/config": "mine"},
	{"colours/holiday.png": "mine", "colours/table.csv": "mine", "colours/README.md": "mine"},
	{"codebreak.json": `{"name": "a package of mine"}`, "README.md": "mine"},
}

func foreign(t *testing.T, dir string, want map[string]string) (int, string) {
	tries := 0
	var last ended
	for _, files := range foreignFolders {
		own := t.TempDir()
		enginetest.WriteFiles(t, own, files)
		before := clitest.ResultFiles(t, own)
		for _, args := range clitest.Some([][]string{{"run", "colours"}, {"run", "colours", "--shard", "1/2"}, {"report"}, {"solve", "mm2x3", "total"}}, 3) {
			if last, _ = attack(t, append(args, "--results", own)...); last.Code != base.ExitUsage {
				t.Errorf("%q: %v", args, last)
			}
			last.Stderr = strings.ReplaceAll(last.Stderr, own, "folder")
			tries++
		}
		if after := clitest.ResultFiles(t, own); !maps.Equal(after, before) {
			t.Errorf("%v became %v", before, after)
		}
	}
	// Among files that codebreak made.
	completes(t, dir, want)
	mine := map[string]string{"/colours/holiday.png": "mine", "/colours/drawing.svg": "mine", "/colours/certificates/own.json": "mine", "/notes.txt": "mine"}
	enginetest.WriteFiles(t, dir, mine)
	for _, args := range clitest.Some([][]string{{"report", "--format", "svg,pdf"}, {"report"}, {"run", "colours", "digits"}}, 2) {
		if e, _ := attack(t, append(args, "--results", dir, "--quiet")...); e.Code != 0 {
			t.Errorf("%v: %v", args, e)
		}
		tries++
	}
	maps.Copy(mine, want)
	same(t, dir, mine)
	return tries, quote(dir, last)
}

func inTheWay(t *testing.T, dir string, want map[string]string) (int, string) {
	whole := filepath.Join(dir, "whole")
	completes(t, whole, want)
	tries := 0
	var last ended
	run := []string{"run", "colours", "digits", "--results", "."}
	for file, commands := range map[string][][]string{
		"digits/results.json": {{"report", "--results", "."}, run}, "README.md": {run}, "codebreak.json": {run},
		"slurm/x.json": {{"status", "--results", "."}}, "tree.json": {{"check", "tree.json"}, {"export", "tree.json", "--format", "csv"}},
	} {
		folder := filepath.Join(dir, fmt.Sprint(tries))
		path := filepath.Join(folder, file)
		if err := errors.Join(os.CopyFS(folder, os.DirFS(whole)), os.MkdirAll(filepath.Dir(path), 0o777), os.RemoveAll(path), syscall.Mkfifo(path, 0o666)); err != nil {
			t.Fatal(err)
		}
		for _, args := range commands {
			e, _ := attackIn(t, folder, clitest.Program(t, args...), nil)
			if e.Code != 0 && !strings.Contains(e.Stderr, filepath.Base(file)) {
				t.Errorf("a pipe for %s: %q does not name it: %v", file, args, e)
			}
			if file == "tree.json" {
				last = e
			}
			tries++
		}
	}
	return tries, "nothing waited, such as " + quote(dir, last)
}

func patterns(t *testing.T, dir string, want map[string]string) (int, string) {
	names := clitest.Some([]string{`*?{x,y}\b`, "r[1]"}, 2)
	for _, name := range names {
		folder := filepath.Join(dir, name)
		completes(t, folder, want)
		for _, format := range []string{"svg", "png"} {
			if e, _ := attack(t, "report", "--results", folder, "--format", format); e.Code != 0 {
				t.Error(e)
			}
		}
		same(t, folder, want)
	}
	return 3 * len(names), "the same files"
}

func controlCharacters(t *testing.T, dir string, want map[string]string) (int, string) {
	const nasty = "x\x1b[31m\r\x07\u202e\x9b"
	folder := filepath.Join(dir, nasty)
	completes(t, folder, want)
	enginetest.WriteFiles(t, folder, map[string]string{"tree.json": `{"game": "` + nasty + `"}`, "tree.txt": "9 (12: 1\x1b[2J\x07"})
	commands := [][]string{
		{nasty}, {"--" + nasty}, {"check", filepath.Join(folder, "tree.json")}, {"check", filepath.Join(folder, "tree.txt"), "--game", "mm2x3"},
		{"status", "--results", folder}, {"run", "colours", "--results", folder}, {"merge", nasty}, {"measure", "--game", nasty, "--criterion", nasty},
		{"export", "--game", "mm2x3", "--criterion", "entropy", "--format", "csv", "--output", filepath.Join(folder, nasty, nasty)},
	}
	for _, args := range commands {
		attack(t, args...)
	}
	sessions := []string{"assist", "play", "deduce"}
	for _, session := range sessions {
		cmd := clitest.Program(t, session, "--game", "mm2x3")
		cmd.Stdin = strings.NewReader(nasty + "\n" + nasty + " 0A0B\n12 " + nasty + "\n")
		attackIn(t, "", cmd, nil)
	}
	return len(commands) + len(sessions), "none"
}

// A stoppable is a command that goes on for long or for ever. begin gives it what it is to be
// stopped at, and returns what waits until it is there.
type stoppable struct {
	what  string
	begin func(t *testing.T, cmd *exec.Cmd) (begun func())
	args  []string
}

// silent is input of one line, after which nothing comes.
func silent(t *testing.T, cmd *exec.Cmd) (begun func()) {
	r, w := clitest.Pipe(t)
	cmd.Stdin = r
	if _, err := w.WriteString("3\n"); err != nil {
		t.Fatal(err)
	}
	return func() { clitest.Await(func() bool { return !holds(t, r) }) }
}

// endless is input without end.
func endless(t *testing.T, cmd *exec.Cmd) (begun func()) {
	r, w := clitest.Pipe(t)
	cmd.Stdin = r
	const much = 1 << 20 // more than a pipe holds, so that some of it has been read
	read := make(chan struct{})
	go func() {
		written := 0
		for err := error(nil); err == nil; { // until the pipe is closed
			var n int
			n, err = w.Write(bytes.Repeat([]byte("1234 0A0B\n"), 1000))
			if written < much && written+n >= much {
				close(read)
			}
			written += n
		}
	}()
	return func() { <-read }
}

// held is output that nobody reads.
func held(t *testing.T, cmd *exec.Cmd) (begun func()) {
	r, w := clitest.Pipe(t)
	cmd.Stdout = w
	return func() { clitest.Await(func() bool { return holds(t, r) }) }
}

// work is in progress some time after the beginning.
func work(t *testing.T, cmd *exec.Cmd) (begun func()) {
	return func() { awaitWork(t, cmd) }
}

// stopped stops commands that would go on: each in every way if the test may take long,
// else in one after the other.
func stopped(t *testing.T, dir string, _ map[string]string) (int, string) {
	tree := filepath.Join(dir, "tree.json")
	clitest.Must(t, "export", "--game", "mm5x8", "--criterion", "simple", "--format", "json", "--output", tree, "--quiet")
	results := filepath.Join(dir, "results")
	tries := 0
	for number, s := range []stoppable{
		{"waiting for input", silent, []string{"deduce"}},
		{"waiting for input", silent, []string{"assist", "--game", "mm4x6"}},
		{"waiting for input", silent, []string{"play", "--game", "mm4x6"}},
		{"input without end", endless, []string{"deduce", "--game", "mm4x6", "--max-memory", "1PB"}},
		{"nobody reads", held, []string{"export", tree, "--format", "csv"}},
		{"nobody reads", held, []string{"export", tree, "--format", "json"}},
		{"work", work, []string{"run", "long", "--full", "--results", results}},
		{"work", work, []string{"run", "long", "--full", "--shard", "1/2", "--results", results}},
		{"work", work, []string{"measure", "--game", "mm6x9", "--criterion", "entropy"}},
		{"work", work, []string{"solve", "bc5x10", "worst,count", "--results", filepath.Join(dir, "search")}},
	} {
		for i, how := range []os.Signal{os.Interrupt, syscall.SIGTERM, nil} {
			if enginetest.Long() || i == number%3 {
				s.stop(t, how)
				tries++
			}
		}
	}
	return tries, "all ended"
}

// stop sends a signal, or has the time limit end the command.
func (s stoppable) stop(t *testing.T, how os.Signal) {
	args := slices.Clone(s.args)
	if how == nil {
		args = append(args, "--time-limit", "500ms")
	}
	cmd := clitest.Program(t, args...)
	begun := s.begin(t, cmd)
	e, _ := attackIn(t, "", cmd, func() {
		if how == nil {
			return
		}
		begun()
		if err := cmd.Process.Signal(how); err != nil {
			t.Errorf("%s, %v, %q: %v", s.what, how, args, err)
		}
	})
	if e.Code != base.ExitInterrupted || !strings.Contains(e.Stderr, "interrupted") && !strings.Contains(e.Stderr, "stopped at the time limit") {
		t.Errorf("%s, %v, %q: %v", s.what, how, args, e)
	}
}
