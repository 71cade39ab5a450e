package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"codebreak/engine"
	"codebreak/engine/strategy"
)

func linesOf(in io.Reader) *lineReader {
	return &lineReader{ctx: context.Background(), lines: readLines(context.Background(), in)}
}

// FuzzJudge feeds any bytes to the judge's puzzle: no panic, and every error
// is one line that points at a line of the input.
func FuzzJudge(f *testing.F) {
	f.Add([]byte("2\n4815 0 0\n2999 3 3\n0\n"))
	f.Add([]byte("1\n1234 9 9\n"))
	f.Add([]byte("-1\n"))
	f.Add([]byte("99999999999999999999\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 2000 {
			t.Skip("long inputs have a test of their own")
		}
		err := judge(linesOf(bytes.NewReader(input)), io.Discard, io.Discard, false)
		if err != nil && (!strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "\n") || len(err.Error()) > 500) {
			t.Errorf("input %q: error %q", input, err)
		}
	})
}

// FuzzAssist types anything at the assistant: no panic, and it ends when the
// input does.
func FuzzAssist(f *testing.F) {
	f.Add("why\n1A0B\nfix 1 0A0B\nundo\n0A0B\n0A0B\n?\n")
	f.Add("fix\nfix 9 9\nfix -1 -\nundo\nwhy\n")
	f.Fuzz(func(t *testing.T, input string) {
		c := engine.Configuration{Game: "mm2x3", Strategy: strategy.Strategy{Criterion: strategy.Entropy}}
		a, err := newAssistant(c, newSession(context.Background(), strings.NewReader(input), io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		if err := a.run(); err != nil {
			t.Errorf("input %q: %v", input, err)
		}
	})
}

// FuzzPlay types anything at the table.
func FuzzPlay(f *testing.F) {
	f.Add("hint\nbest\n11\nans=12\n12\nans\nr\n?\nq\n")
	f.Add("ans=\nans=é\n\x00\n")
	f.Fuzz(func(t *testing.T, input string) {
		for _, maker := range []string{"honest", "cunning"} {
			cmd := rootCommand()
			cmd.SetArgs([]string{"play", "--game", "mm2x3", "--codemaker", maker})
			cmd.SetIn(strings.NewReader(input))
			cmd.SetOut(io.Discard)
			cmd.SetErr(io.Discard)
			if err := cmd.Execute(); err != nil {
				t.Errorf("input %q: %v", input, err)
			}
		}
	})
}

// TestLongLines checks that a line of any length is refused in one line, and
// that the session goes on.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("1", 3*maxLine)
	var out bytes.Buffer
	s := newSession(context.Background(), strings.NewReader(long+"\nhello\n"), &out)
	text, err := s.ask("> ")
	if text != "hello" || err != nil || s.number != 2 {
		t.Errorf("read %q in line %d, %v", text, s.number, err)
	}
	if got := out.String(); got != "line 1: the line is longer than 4096 bytes\n" {
		t.Errorf("complaint %q", got)
	}
	if _, err := s.ask("> "); err != errEnd {
		t.Errorf("after the last line: %v", err)
	}
	if err := judge(linesOf(strings.NewReader("1\n"+long+" 1 1\n")), io.Discard, io.Discard, false); err == nil || len(err.Error()) > 200 {
		t.Errorf("a long guess: %v", err)
	}
	huge := strings.Repeat("1", 1<<20)
	if err := judge(linesOf(strings.NewReader("1\n"+huge)), io.Discard, io.Discard, false); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("a line of a mebibyte: %v", err)
	}
	if err := deduceGame(linesOf(strings.NewReader("1122 1A0B\n"+huge)), io.Discard, "mm4x6", false); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("a line of a mebibyte: %v", err)
	}
}

// TestLineLengths reads lines of about the greatest length, with and without
// an end.
func TestLineLengths(t *testing.T) {
	for _, length := range []int{maxLine - 1, maxLine, maxLine + 1, maxLine + 2, maxLine + 3, 2 * maxLine, 2*maxLine + 4} {
		for _, end := range []string{"", "\n", "\r\n"} {
			lines := readLines(context.Background(), strings.NewReader(strings.Repeat("x", length)+end))
			l, ok := <-lines
			if !ok || l.tooLong != (length > maxLine) || !l.tooLong && len(l.text) != length {
				t.Errorf("length %d, end %q: there %v, too long %v, %d bytes", length, end, ok, l.tooLong, len(l.text))
			}
			if _, more := <-lines; more {
				t.Errorf("length %d, end %q: a second line", length, end)
			}
		}
	}
}

// TestTwoPhaseAdvises asks the two-phase player after rounds that are not its
// own, which it must answer with a candidate.
func TestTwoPhaseAdvises(t *testing.T) {
	for _, args := range [][]string{
		{"play", "--game", "mm4x10-digits", "--criterion", "two-phase-described", "--seed", "4"},
		{"play", "--game", "mm4x10-digits", "--criterion", "two-phase", "--seed", "8"},
		{"assist", "--game", "mm4x10-digits", "--criterion", "two-phase"},
	} {
		input := "0000\n1111\n2222\n3333\n4444\n5555\n6666\n7777\n8888\n1234\nbest\nans\n"
		if args[0] == "assist" {
			input = "0A0B\n0A0B\n0A0B\n2A0B\n0A0B\n0A0B\n1A0B\n0A0B\n0A0B\n1A3B\nfix 1 1A0B\nundo\n"
		}
		cmd := rootCommand()
		cmd.SetArgs(args)
		cmd.SetIn(strings.NewReader(input))
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		if err := cmd.Execute(); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestInterruptSessions sends Ctrl-C to commands that wait for input.
func TestInterruptSessions(t *testing.T) {
	link := commandLink(t)
	for _, name := range []string{"play", "assist", "deduce"} {
		cmd := exec.Command(link, name)
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer stdin.Close()
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// The greeting, or an answer, says that the session has begun.
		if _, err := io.WriteString(stdin, "1\n1234 4 4\n"); err != nil {
			t.Fatal(err)
		}
		if name != "deduce" { // which writes when it is done
			if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(200 * time.Millisecond)
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the exit code says more
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(stderr.String(), "interrupted") {
			t.Errorf("%s: exit code %d, stderr %q", name, code, stderr.String())
		}
	}
}
