package faults

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
	"codebreak/experiments/store"
	"codebreak/report"
)

// writeRobustness is where the table of faults goes.
var writeRobustness = flag.String("robustness", "", "write the table of faults and outcomes to this file, such as ../../../results/robustness.md")

// faultEntries are run while things go wrong.
var faultEntries = []string{"run", "colours", "digits"}

// completes reruns the program, which must finish what was begun.
func completes(t *testing.T, dir string, want map[string]string) ended {
	t.Helper()
	e, _ := attack(t, append(slices.Clone(faultEntries), "--results", dir, "--quiet")...)
	if e.Code != 0 {
		t.Fatalf("the rerun ends with %d: %s", e.Code, e.Stderr)
	}
	same(t, dir, want)
	return e
}

// A fault is something that goes wrong, or that somebody does, and what must hold
// then. try does it in a results folder, and returns how often and what came of
// it; want is what an undisturbed run leaves.
type fault struct {
	what, must string
	try        func(t *testing.T, dir string, want map[string]string) (tries int, outcome string)
}

// recovers is what must hold after most faults.
const recovers = "what is wrong is named; the same command again leaves what an undisturbed run leaves, byte for byte"

// A triedFault is one with what came of it.
type triedFault struct {
	fault
	tries   int
	outcome string
}

// TestFaults tries every fault: what must hold holds. If the test may take long there are
// more tries of some.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of programs are run and killed")
	}
	t.Parallel()
	whole := t.TempDir()
	if e, _ := attack(t, append(slices.Clone(faultEntries), "--results", whole, "--quiet")...); e.Code != 0 {
		t.Fatal(e)
	}
	want := clitest.ResultFiles(t, whole)
	all := faults()
	tried := make([]triedFault, len(all))
	tryAll := func(t *testing.T) {
		for i, f := range all {
			t.Run(f.what, func(t *testing.T) {
				t.Parallel() // each has a folder of its own, and most wait for programs
				tried[i] = try(t, f, want)
			})
		}
	}
	t.Run("all", tryAll) // which returns when all are done
	if *writeRobustness == "" || t.Failed() {
		return
	}
	var text bytes.Buffer
	fmt.Fprint(&text, "# Robustness\n\nWhat was done to the program, what must hold then, and what came of it, with a notebook of two small entries. Where nothing else is said the same command was run again after each fault: it completed, and everything in the results folder was, byte for byte, as after an undisturbed run. Made by `CODEBREAK_LONG=1 go test ./experiments/cli/faults -run TestFaults -robustness ../../../results/robustness.md`.\n\n")
	text.WriteString(report.TableOf(tried, func(f triedFault) report.Row {
		return report.Cells(
			"fault", f.what,
			"tries", f.tries,
			"what must hold", f.must,
			"result", f.outcome,
		)
	}).Markdown() + notPromised)
	if err := store.WriteFile(*writeRobustness, text.Bytes()); err != nil {
		t.Fatal(err)
	}
}

// try does a fault in a folder of its own.
func try(t *testing.T, f fault, want map[string]string) triedFault {
	short, err := os.MkdirTemp("", "cb") // so that messages hold the path in full
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(short) })
	dir := filepath.Join(short, "results")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	tries, outcome := f.try(t, dir, want)
	return triedFault{f, tries, outcome}
}

// killed kills runs at random moments, until enough were killed before they were
// done, and lets every fifth folder be finished.
func killed(t *testing.T, dir string, want map[string]string) (int, string) {
	const perFolder = 5
	rng := rand.New(rand.NewPCG(9, 9))
	kills := 2 // before a run is done
	if enginetest.Long() {
		kills = 100
	}
	began := time.Now()
	completes(t, dir, want)
	took := time.Since(began) // about, by an undisturbed run; moments are drawn from it
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}

	killed, midway, kept := 0, 0, 0 // midway: before the run was done; kept: and with finished answers
	finished := map[string]string{}
	for midway < kills || kept < kills/2 {
		cmd := clitest.Program(t, append(slices.Clone(faultEntries), "--results", dir, "--quiet")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		moment := time.Duration(rng.Int64N(int64(took)))
		time.Sleep(moment)
		_ = cmd.Process.Kill() // it may be done already
		_ = cmd.Wait()
		killed++
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		unfinished := ok && status.Signaled()
		if unfinished {
			midway++
			took += took / 20 // the machine may have become busier
		} else {
			took = min(took, moment)
		}
		files := map[string]string{}
		if _, err := os.Stat(dir); err == nil {
			files = clitest.ResultFiles(t, dir)
		}
		for name, content := range finished {
			if files[name] != content {
				t.Fatalf("kill %d: the finished answer %s is lost", killed, name)
			}
		}
		answers := 0
		for name, content := range files {
			if !strings.HasPrefix(name, "/store/") {
				continue
			}
			answers++
			if want[name] != content {
				t.Fatalf("kill %d: the answer %s is wrong", killed, name)
			}
			finished[name] = content
		}
		if unfinished && answers > 0 {
			kept++
		}
		if killed%perFolder != 0 {
			continue
		}
		if e := completes(t, dir, want); e.Stderr != "" {
			t.Fatalf("kill %d: the rerun says %s", killed, e.Stderr)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		finished = map[string]string{}
	}
	return killed, fmt.Sprintf("%d runs killed before they were done, %d of them with finished answers, each folder finished after %d: no answer was wrong or lost, nothing was half written", midway, kept, perFolder)
}

// anAnswer returns the file of a finished run's answer, the n-th by name.
func anAnswer(t *testing.T, dir string, n int) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "store", "*.json"))
	if err != nil || len(files) <= n {
		t.Fatal(files, err)
	}
	return files[n]
}

// quote is what a command said, without the folder's place.
func quote(dir string, e ended) string {
	text := strings.ReplaceAll(e.Stderr, dir, "results")
	return strings.TrimSuffix(fmt.Sprintf("exit code %d: %s", e.Code, text), ": ")
}

// mount mounts a small file system in memory, and skips the test where that is
// not allowed.
func mount(t *testing.T, dir, size string) {
	t.Helper()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).Run(); err != nil {
		t.Skip("a small disk cannot be mounted here:", err)
	}
	t.Cleanup(func() { _ = exec.Command("umount", dir).Run() })
}

func diskFull(t *testing.T, dir string, want map[string]string) (int, string) {
	mount(t, dir, "60k")
	e, _ := attack(t, append(slices.Clone(faultEntries), "--results", dir, "--quiet")...)
	if e.Code != base.ExitFailure || !strings.Contains(e.Stderr, "no space left on device") {
		t.Errorf("on a full disk: %v", e)
	}
	remount(t, dir, "size=20m")
	completes(t, dir, want)
	return 1, quote(dir, e)
}

func together(t *testing.T, dir string, want map[string]string) (int, string) {
	const programs = 4
	var commands []*exec.Cmd
	var said [programs]bytes.Buffer
	for i := range programs {
		cmd := clitest.Program(t, append(slices.Clone(faultEntries), "--results", dir, "--quiet")...)
		cmd.Stderr = &said[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		commands = append(commands, cmd)
	}
	for i, cmd := range commands {
		if err := cmd.Wait(); err != nil || said[i].Len() > 0 {
			t.Errorf("program %d: %v: %s", i, err, said[i].String())
		}
	}
	same(t, dir, want)
	return programs, fmt.Sprintf("%d programs at once: all end well", programs)
}

func faults() []fault {
	return []fault{
		{"kill -9 at random moments", "no answer is wrong or lost, nothing is half written, and the same command resumes", killed},
		{"Ctrl-C, SIGTERM and the end of the time limit: in the middle of work, of waiting for input, of input without end, of output that nobody reads", "exit code 130, soon", stopped},
		{"an answer cut off, emptied, a bit of it turned, another's in its place", recovers, damaged},
		{"temporary files of a killed run", "those older than a day are removed", leftovers},
		{"disk full", recovers, diskFull},
		{"results folder, or a folder in it, read-only", "refused before any work", readOnly},
		{"results folder deleted while running", "never a success without all files, unless the folder was deleted after the end", deleted},
		{"several runs on one folder at once", "each answer is computed once, and all end well", together},
		{"a results folder that holds other files", "it is refused, and nothing in it is touched; in one of codebreak's own, files that it did not make stay", foreign},
		{"pipes in the place of files", "nothing waits; what cannot be used is named", inTheWay},
		{"names of folders with characters of patterns", "the same files as elsewhere, and pictures that are not asked for are removed", patterns},
		{"control characters in names, paths, games, codes and files", "none reaches the terminal", controlCharacters},
		{"hostile trees and inputs of tens of megabytes", "refused in one short line, within the memory limit", hostileTexts},
		{"answers and results.json of many megabytes", "what is longer than fits the limit is not read, and named; what is read keeps to the limit", hugeFiles},
		{"word lists that are pipes, folders, devices, of binary data or larger than any list", "refused at once, in one line that names the file", wordLists},
		{"players that join the program's process group, ignore signals and the end of input, or start others in sessions of their own; Ctrl-C, a hangup, kill -9", "the program ends soon, and no player is left (Linux)", players},
		{"samples of 5, 10 and 30 games", "at least 98.5% of the 99% intervals hold the exact mean, and none is of width 0", intervals},
		{"a limited address space (ulimit -v)", "the work is done, or a line says that there is no room", addressSpaces},
	}
}

func damaged(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	path := anAnswer(t, dir, 1)
	whole, other := enginetest.ReadFile(t, path), enginetest.ReadFile(t, anAnswer(t, dir, 0))
	turned := []byte(whole)
	turned[len(turned)/2] ^= 4
	texts := clitest.Some([]string{string(turned), "", other, whole[:len(whole)/2]}, 2)
	var last ended
	for _, text := range texts {
		enginetest.WriteFile(t, path, text)
		last = completes(t, dir, want)
		if !strings.Contains(last.Stderr, path+" is damaged: ") || !strings.Contains(last.Stderr, "it is set aside in") {
			t.Errorf("%q: the rerun says %q", text, last.Stderr)
		}
	}
	return len(texts), quote(dir, last)
}

func leftovers(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	when := time.Now().AddDate(0, 0, -2)
	left := []string{filepath.Join(dir, "store", ".codebreak.tmp-0123456789abcdef"), filepath.Join(dir, "digits", ".codebreak.tmp-fedcba9876543210")}
	for _, path := range left {
		if err := errors.Join(os.WriteFile(path, []byte("half"), 0o644), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	completes(t, dir, want)
	for _, path := range left {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is still there", path)
		}
	}
	return len(left), "they are removed"
}

// remount makes a file system read-only ("ro") or writable ("rw"), or gives it a size.
func remount(t *testing.T, dir, option string) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,"+option, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func readOnly(t *testing.T, dir string, want map[string]string) (int, string) {
	mount(t, dir, "20m")
	completes(t, dir, want)
	var last ended
	folders := []string{"", "store/locks", "colours/certificates"}
	for _, below := range folders {
		folder := filepath.Join(dir, below)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if below != "" {
			mount(t, folder, "20m")
		}
		remount(t, folder, "ro")
		last, _ = attack(t, append(slices.Clone(faultEntries), "--force", "--results", dir, "--quiet")...)
		remount(t, folder, "rw")
		if last.Code != base.ExitUsage || !strings.Contains(last.Stderr, "read-only file system") {
			t.Errorf("%q read-only: %v", below, last)
		}
	}
	completes(t, dir, want)
	return len(folders), quote(dir, last)
}

// deleted removes the folder under a run's feet, or before the run makes it.
func deleted(t *testing.T, dir string, want map[string]string) (int, string) {
	runs := 2
	if enginetest.Long() {
		runs = 4
	}
	began := time.Now()
	completes(t, dir, want)
	took := time.Since(began)
	said := "all had not begun or were done"
	for n := range runs {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd := clitest.Program(t, append(slices.Clone(faultEntries), "--results", dir, "--quiet")...)
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(n) / time.Duration(runs))
		for os.RemoveAll(dir) != nil { // while the run makes files
		}
		_ = cmd.Wait() // the exit code says more
		e := ended{Code: cmd.ProcessState.ExitCode(), Stderr: strings.TrimSpace(stderr.String())}
		if _, err := os.Stat(dir); err == nil && e.Code == 0 {
			same(t, dir, want)
		}
		if e.Code != 0 {
			if !strings.HasPrefix(e.Stderr, "codebreak: ") || strings.Contains(e.Stderr, "goroutine") {
				t.Error(e)
			}
			said = "such as " + quote(dir, e)
		}
		completes(t, dir, want)
	}
	return runs, said
}
