// Package clitest is for tests of commands: it types them as a user does, in scripts, in processes
// of their own, and within the test.
//
// A package of tests begins with
//
//	func TestMain(m *testing.M) { clitest.Main(m) }
//
// which makes its test binary the program codebreak, with a small notebook, wherever a test
// starts a program of that name.
package clitest

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli"
)

// Some returns all cases if tests of minutes run, and otherwise the first of each oneIn cases.
func Some[T any](all []T, oneIn int) []T {
	if enginetest.Long() {
		return all
	}
	var few []T
	for i := 0; i < len(all); i += oneIn {
		few = append(few, all[i])
	}
	return few
}

// Main runs the tests of a package, and is the program codebreak where they start it.
func Main(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"codebreak": func() {
		code := cli.Run(Entries, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		notePeak()
		os.Exit(code)
	}})
}

// tests run without the caller's settings: without the signals that it ignores, and without the
// variables that the program reads.
type tests struct{ *testing.M }

func (t tests) Run() int {
	catchIgnored()
	for _, name := range []string{base.ListsVariable, "CODEBREAK_COMMAND", "GOGC", "GOMEMLIMIT", "NO_COLOR"} {
		os.Unsetenv(name) // which fails for invalid names alone
	}
	// Within a test the program has the name of the test. Tests type the command lines that it
	// prints.
	os.Setenv("CODEBREAK_COMMAND", "codebreak")
	return t.M.Run()
}

// Run runs the program within the test.
func Run(in io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	code = cli.Run(Entries, args, in, &out, &errOut)
	return code, out.String(), errOut.String()
}

// Must runs the program within the test, and returns its output. The program must succeed.
func Must(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	code, stdout, stderr := Run(nil, args...)
	if code != 0 {
		t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
	}
	return stdout, stderr
}
