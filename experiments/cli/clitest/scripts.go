package clitest

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"codebreak/engine/enginetest"
)

// Scripts types the commands of the package's scripts as a user would. "exits N command…" runs
// a command that must end with exit code N, one line on standard error and, unless N is 0,
// nothing on standard output. Lines marked [long] run only with
// tests of minutes.
func Scripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:         filepath.Join("testdata", "script"),
		WorkdirRoot: t.TempDir(), // else a folder is left if -run names one script
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return enginetest.Long(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits is the command "exits" of scripts.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)

	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
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
}
