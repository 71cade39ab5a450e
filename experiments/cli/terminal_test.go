//go:build unix

package cli_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creack/pty"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// onTerminal runs the program with its standard output on a terminal of the
// given width and returns what it prints there. (The terminals of testscript
// have no standard output and no width.)
func onTerminal(t *testing.T, width uint16, env []string, args ...string) string {
	t.Helper()
	cmd := clitest.Program(t, args...)
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

// interrupt runs a command, with its standard error on a terminal, until the progress that it
// shows has what is wanted, and interrupts it then. It returns what the command says after that.
func interrupt(t *testing.T, wanted string, stdout io.Writer, args ...string) (messages string) {
	t.Helper()
	terminal, messagesTo, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	defer terminal.Close()
	cmd := clitest.Program(t, args...)
	cmd.Stdout, cmd.Stderr = stdout, messagesTo
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	messagesTo.Close()

	said := awaitText(t, terminal, regexp.MustCompile(wanted))
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(terminal) // Linux ends it with an error
	_ = cmd.Wait()                  // the exit code says more
	if code := cmd.ProcessState.ExitCode(); code != base.ExitInterrupted {
		t.Errorf("%q: exit code %d\n%s%s", args, code, said, rest)
	}
	return string(rest)
}

// TestStoppedSearchKeepsTree interrupts searches that are far from their proof as soon as they
// have a tree. It is checked and written, even if nobody reads what is printed.
func TestStoppedSearchKeepsTree(t *testing.T) {
	if testing.Short() {
		t.Skip("trees of thousands of secrets are found first")
	}
	const upperBound, tried = ` between .* and \d`, `first guess \d`
	t.Run("total", func(t *testing.T) {
		if !enginetest.Long() {
			t.Skip("the tree of another total is written below, where nobody reads")
		}
		t.Parallel()
		file := filepath.Join(t.TempDir(), "tree.json")
		var out bytes.Buffer
		interrupt(t, upperBound, &out, "solve", "mm5x8-distinct", "total", "--tree", file)
		if !strings.Contains(out.String(), "(not proved)") {
			t.Errorf("printed %q", out.String())
		}
		clitest.Must(t, "check", file)
	})
	t.Run("worst", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "tree.json")
		var out bytes.Buffer
		interrupt(t, tried, &out, "solve", "mm5x8-distinct", "worst", "--tree", file)
		if !strings.Contains(out.String(), "(not proved)") {
			t.Errorf("printed %q", out.String())
		}
		clitest.Must(t, "check", file)
	})
	t.Run("held", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "tree.json")
		_, w := clitest.Pipe(t) // of which nobody reads the outline
		said := interrupt(t, upperBound, w, "solve", "mm5x8-distinct", "total", "--outline", "--tree", file)
		if !strings.Contains(said, "interrupted; not all is printed") {
			t.Errorf("said %q", said)
		}
		clitest.Must(t, "check", file)
	})
}

// TestStoppedStaticPrints interrupts searches for sets of questions while they look for a
// smaller one than they have.
func TestStoppedStaticPrints(t *testing.T) {
	if testing.Short() {
		t.Skip("sets of questions are found first")
	}
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{nil, `^bc5x6: the least number of questions asked in advance that identify every secret is between [3-6] and [67] \(not proved\)\.\n`},
		{[]string{"--questions", "6", "--seed", "1", "--json"}, `"questions":7,"lower":[3-6],"proved":false,.*"asked":6}\n$`},
	} {
		var out bytes.Buffer
		said := interrupt(t, `of [56] questions`, &out, append([]string{"static", "bc5x6"}, test.flags...)...)
		if !regexp.MustCompile(test.want).MatchString(out.String()) || !strings.Contains(said, "interrupted; what has been proved is printed") {
			t.Errorf("%q: printed %q, said %q", test.flags, out.String(), said)
		}
	}
}

// awaitText reads until the text matches a pattern, and returns the text.
func awaitText(t *testing.T, from io.Reader, wanted *regexp.Regexp) string {
	t.Helper()
	var text []byte
	piece := make([]byte, 1000)
	for !wanted.Match(text) {
		n, err := from.Read(piece)
		text = append(text, piece[:n]...)
		if err != nil {
			t.Fatalf("waiting for %s: %v after %q", wanted, err, text)
		}
	}
	return string(text)
}
