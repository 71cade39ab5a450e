package agents

import (
	"io"
	"strings"
	"testing"
)

// RunProgram runs the program, which knows this package: what tests it from inside is told of
// the program by those that test it from outside.
var RunProgram func(in io.Reader, args ...string) (code int, stdout, stderr string)

func run(in io.Reader, args ...string) (code int, stdout, stderr string) {
	return RunProgram(in, args...)
}

// must runs the program, which must succeed, and returns what it prints.
func must(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := run(nil, args...)
	if code != 0 {
		t.Fatalf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}
