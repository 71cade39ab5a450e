package agents

import (
	"io"
	"strings"
	"testing"
)

// RunProgram runs the program. The program imports this package, so that tests inside the package
// cannot import it; tests outside set this variable.
var RunProgram func(in io.Reader, args ...string) (code int, stdout, stderr string)

func run(in io.Reader, args ...string) (code int, stdout, stderr string) {
	return RunProgram(in, args...)
}

// mustRun runs the program, which must succeed, and returns its output.
func mustRun(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := run(nil, args...)
	if code != 0 {
		t.Fatalf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}
