//go:build unix

package cli

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creack/pty"
)

// onTerminal runs the program with its standard output on a terminal of the
// given width and returns what it prints there. (The terminals of testscript
// have no standard output and no width.)
func onTerminal(t *testing.T, width uint16, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("codebreak", args...)
	cmd.Env = append(cmd.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: width})
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	defer terminal.Close()
	printed, _ := io.ReadAll(terminal) // Linux ends it with an error
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %v: %s", args, err, stderr.String())
	}
	return strings.ReplaceAll(string(printed), "\r\n", "\n")
}

// TestTerminalDrawsHistograms checks that measure draws bars, to the width of
// the terminal, and paints the verdict unless colours are unwanted.
func TestTerminalDrawsHistograms(t *testing.T) {
	knuth := []string{"measure", "--game", "mm4x6", "--criterion", "minimax"}
	wide := onTerminal(t, 80, []string{"TERM=dumb"}, knuth...)
	for _, want := range []string{"│       5 │     694 │ 53.55% │    100.00% │\n", "\n4  533   41.13%  ██████████████████████████████████████████████", "published as knuth/minimax: exact"} {
		if !strings.Contains(wide, want) {
			t.Errorf("a terminal lacks %q:\n%s", want, wide)
		}
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		if got := onTerminal(t, 80, []string{env}, knuth...); got != wide {
			t.Errorf("with %s:\n%q\nwithout:\n%q", env, got, wide)
		}
	}
	if got := onTerminal(t, 80, []string{"NO_COLOR=", "TERM=xterm"}, knuth...); got != strings.NewReplacer(": exact", ": \033[32mexact\033[0m", ": as published", ": \033[32mas published\033[0m").Replace(wide) {
		t.Errorf("in colours:\n%q", got)
	}
	if got := onTerminal(t, 0, []string{"TERM=dumb"}, knuth...); got != wide {
		t.Errorf("a terminal that does not tell its width is not taken for the usual one:\n%s", got)
	}
	if got := onTerminal(t, 80, nil, append(knuth, "--format", "markdown")...); strings.ContainsAny(got, "│█") || !strings.Contains(got, "|       5 |     694 | 53.55% |    100.00% |\n") {
		t.Errorf("as Markdown:\n%s", got)
	}
}

// TestTerminalFolds checks that nothing is wider than a narrow terminal.
func TestTerminalFolds(t *testing.T) {
	for _, test := range []struct {
		width uint16
		args  []string
	}{
		{60, []string{"measure", "--game", "mm4x6", "--criterion", "minimax"}},
		{40, []string{"measure", "--game", "mm4x6", "--criterion", "minimax"}},
		{90, []string{"run", "digits", "--results", t.TempDir()}},
		{60, []string{"list"}},
	} {
		got := onTerminal(t, test.width, []string{"NO_COLOR=1"}, test.args...)
		for line := range strings.SplitSeq(got, "\n") {
			if n := utf8.RuneCountInString(line); n > int(test.width) {
				t.Errorf("%v on a terminal of width %d: %d characters in %q", test.args, test.width, n, line)
			}
		}
	}
}
