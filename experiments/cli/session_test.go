package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func judges() game.Game {
	g, err := game.Parse(judgesGame)
	if err != nil {
		panic(err)
	}
	return g
}

func linesOf(in io.Reader) *lineReader {
	return &lineReader{ctx: context.Background(), lines: readLines(context.Background(), in, math.MaxInt64)}
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
		err := judge(linesOf(bytes.NewReader(input)), io.Discard, io.Discard, judges(), false)
		if err != nil && (!strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "\n") || len(printable(err.Error())) > 500) {
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
		if code, _, stderr := runWith(strings.NewReader(input), "assist", "--game", "mm2x3"); code != 0 {
			t.Errorf("input %q: %s", input, stderr)
		}
	})
}

// FuzzPlay types anything at the codemakers.
func FuzzPlay(f *testing.F) {
	f.Add("hint\nbest\n11\nans=12\n12\nans\nr\n?\nq\n")
	f.Add("ans=\nans=é\n\x00\n")
	f.Fuzz(func(t *testing.T, input string) {
		for _, maker := range []string{honest, adversarial} {
			if code, _, stderr := runWith(strings.NewReader(input), "play", "--game", "mm2x3", "--codemaker", maker); code != 0 {
				t.Errorf("input %q: %s", input, stderr)
			}
		}
	})
}

// TestLongLines checks that a line of any length is refused in one line, and
// that the session goes on.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("1", 3*maxLine)
	var out bytes.Buffer
	s := newSession(context.Background(), strings.NewReader(long+"\nhello\n"), math.MaxInt64, &out)
	text, err := s.ask("> ")
	if text != "hello" || err != nil || s.number != 2 {
		t.Errorf("read %q in line %d, %v", text, s.number, err)
	}
	if got := out.String(); got != "line 1: the line is longer than 4096 bytes\n" {
		t.Errorf("complaint %q", got)
	}
	if _, err := s.ask("> "); err != io.EOF {
		t.Errorf("after the last line: %v", err)
	}
	if err := judge(linesOf(strings.NewReader("1\n"+long+" 1 1\n")), io.Discard, io.Discard, judges(), false); err == nil || len(err.Error()) > 200 {
		t.Errorf("a long guess: %v", err)
	}
	huge := strings.Repeat("1", 1<<20)
	if err := judge(linesOf(strings.NewReader("1\n"+huge)), io.Discard, io.Discard, judges(), false); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("a line of a mebibyte: %v", err)
	}
	if code, _, stderr := runWith(strings.NewReader("1122 1A0B\n"+huge), "deduce", "--game", "mm4x6"); code != exitUsage || !strings.HasPrefix(stderr, "codebreak: line 2: ") {
		t.Errorf("a line of a mebibyte: exit code %d: %s", code, stderr)
	}
}

// TestLineLengths reads lines of about the greatest length, with and without
// an end.
func TestLineLengths(t *testing.T) {
	for _, length := range []int{maxLine - 1, maxLine, maxLine + 1, maxLine + 2, maxLine + 3, 2 * maxLine, 2*maxLine + 4} {
		for _, end := range []string{"", "\n", "\r\n"} {
			lines := readLines(context.Background(), strings.NewReader(strings.Repeat("x", length)+end), math.MaxInt64)
			l, ok := <-lines
			if tooLong := l.err == errTooLong; !ok || tooLong != (length > maxLine) || !tooLong && len(l.text) != length {
				t.Errorf("length %d, end %q: there %v, %v, %d bytes", length, end, ok, l.err, len(l.text))
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
		if code, _, stderr := runWith(strings.NewReader(input), args...); code != 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}

// A broken input gives some lines and then an error.
type broken struct{ lines io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.lines.Read(p)
	if err == io.EOF {
		err = errors.New("the disk is gone")
	}
	return n, err
}

// TestInputThatCannotBeRead checks that an error is not taken for the end, of
// input or of what an answer goes by.
func TestInputThatCannotBeRead(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for _, args := range [][]string{
		{"deduce"}, {"deduce", "--game", "mm4x6"}, {"play", "--game", "mm4x6"}, {"assist", "--game", "mm4x6"},
	} {
		for name, in := range map[string]io.Reader{
			"a folder": folder, "lines": broken{strings.NewReader("\n")}, "half a line": broken{strings.NewReader(" ")},
		} {
			code, _, stderr := runWith(in, args...)
			if code != exitFailure || !strings.Contains(stderr, "standard input cannot be read: ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%v < %s: exit code %d: %s", args, name, code, stderr)
			}
		}
	}
}

// A failing input gives its text in small pieces, an error once, and then its
// text again.
type failing struct {
	text   string
	failed bool
	rest   *strings.Reader
}

func (f *failing) Read(p []byte) (int, error) {
	if f.rest.Len() == 0 && !f.failed {
		f.failed = true
		f.rest.Reset(f.text)
		return 0, errors.New("the disk is gone")
	}
	return f.rest.Read(p[:min(len(p), 7)])
}

// TestErrorsOfInputAreNotLost has an error come in the middle of lines of all
// lengths, once: it must be the last that is read, and the line before it none.
func TestErrorsOfInputAreNotLost(t *testing.T) {
	for _, length := range []int{1, 100, maxLine - 1, maxLine, maxLine + 1, maxLine + 2, maxLine + 3, 3 * maxLine} {
		text := strings.Repeat("x", length)
		var last line
		for last = range readLines(context.Background(), &failing{text: text, rest: strings.NewReader(text)}, math.MaxInt64) {
			if last.text != "" {
				t.Errorf("length %d: half a line is read as one", length)
			}
		}
		var unread inputError
		if !errors.As(last.err, &unread) {
			t.Errorf("length %d: line %d is %.20q, %v", length, last.number, last.text, last.err)
		}
	}
}

// TestLittleMemoryReadsRounds gives deduce and assist hardly more memory than they
// need, and thousands of rounds.
func TestLittleMemoryReadsRounds(t *testing.T) {
	for _, args := range [][]string{{"deduce", "--game", "bc4x10"}, {"assist", "--game", "bc4x10", "--criterion", "simple", "--pool", "consistent"}} {
		input := strings.Repeat("0123 0A0B\n", 5000)
		if args[0] == "assist" {
			input = strings.Repeat("0A0B\nundo\n", 3000) + "quit\n"
		}
		const limit = 32 << 20
		e, took := peak(t, input, append(args, "--max-memory", fmt.Sprintf("%dB", limit), "--workers", "1")...)
		if e.code != 0 || took > limit {
			t.Errorf("%q: %d bytes, %v", args, took, e)
		}
	}
}

// TestAssistantsPlayTheStrategy plays every secret with the assistant, which
// must guess what the tree of the strategy does.
func TestAssistantsPlayTheStrategy(t *testing.T) {
	type choice struct {
		game       string
		strategies []strategy.Strategy
		first      string
	}
	for _, c := range []choice{
		{"bc3x6", []strategy.Strategy{
			{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "first", Order: game.Swap},
			{Criterion: strategy.Minimax, Pool: strategy.Consistent, Ties: "first", Order: game.Swap},
			{Criterion: strategy.Entropy, Ties: "consistent,last", Order: game.Swap},
			{Criterion: strategy.Entropy, Ties: "random=7", Order: game.Swap},
			{Criterion: strategy.ExpectedSize, Endgame: 5, Order: game.Swap},
		}, ""},
		{"mm3x5", []strategy.Strategy{
			{Criterion: strategy.Minimax}, {Criterion: strategy.MostParts, Ties: "last"}, {Criterion: strategy.Entropy, Pool: "all-until=2"},
			{Criterion: strategy.ExpectedSize, Ties: "consistent,random=3", Endgame: 3},
		}, "112"},
		{"bp3x4", []strategy.Strategy{{Criterion: strategy.Entropy}}, ""},
		{"twod5", []strategy.Strategy{{Criterion: strategy.Entropy, Pool: strategy.Consistent}}, "22"},
	} {
		for _, s := range c.strategies {
			x, err := engine.Configuration{Game: c.game, Strategy: s, First: c.first}.Parse()
			if err != nil {
				t.Fatal(err)
			}
			grown, _, err := x.Play(context.Background(), tree.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			a, err := assist(x, newSession(context.Background(), strings.NewReader(""), math.MaxInt64, io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range slices.Clone(a.known.Candidates()) {
				a.known.Reset()
				for n := grown.Root; n != nil; {
					guess, err := a.next()
					if err != nil || guess != n.Guess {
						t.Fatalf("%s: secret %s, after %v: guess %s, want %s (%v)", x, x.Game.FormatCode(secret), a.known.Rounds(), x.Game.FormatCode(guess), x.Game.FormatCode(n.Guess), err)
					}
					feedback := x.Game.Feedback(secret, guess)
					a.known.Add(game.Round{Guess: guess, Feedback: feedback})
					n = n.Next(feedback)
				}
				if last := a.known.Rounds()[len(a.known.Rounds())-1]; last.Guess != secret {
					t.Fatalf("%s: secret %s is not found", x, x.Game.FormatCode(secret))
				}
			}
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
		// The greeting says that the session has begun; deduce points out
		// lines that contradict each other.
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if cmd.Stdout = write; name == "deduce" {
			cmd.Stdout = nil
		}
		cmd.Stderr = write
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		write.Close()
		if _, err := io.WriteString(stdin, "2\n1234 4 4\n1234 0 0\n"); err != nil {
			t.Fatal(err)
		}
		printed := bufio.NewReader(read)
		if _, err := printed.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(printed)
		if err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the exit code says more
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || !strings.Contains(string(rest), "codebreak: interrupted\n") {
			t.Errorf("%s: exit code %d, printed %q", name, code, rest)
		}
	}
}

// FuzzDeduce feeds any rounds to deduce, which ends with them, or points at a
// line.
func FuzzDeduce(f *testing.F) {
	f.Add("11 1A0B\n12 0A1B\n")
	f.Add("11 1A0B\n11 0A0B\n")
	f.Add("12 9A9B\n")
	f.Fuzz(func(t *testing.T, input string) {
		code, _, stderr := runWith(strings.NewReader(input), "deduce", "--game", "mm2x3")
		if code != 0 && code != exitFailure && code != exitUsage || strings.Count(stderr, "\n") > 1 || printable(strings.TrimSuffix(stderr, "\n")) != strings.TrimSuffix(stderr, "\n") {
			t.Errorf("input %q: exit code %d, %q", input, code, stderr)
		}
	})
}

// FuzzFlags gives any text to flags that read sizes, times, numbers, shares and
// names: what is refused is refused in one line.
func FuzzFlags(f *testing.F) {
	for _, text := range []string{"1", "1/2", "4GiB", "90s", "all-until=3", "random=7", "consistent,last", "12", "svg,pdf", "swap", "mm2x3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsRune(text, 0) {
			return // no program can be given it
		}
		submit := []string{"submit", "colours", "--dry-run", "--program", "/bin/true", "--tasks", "2", "--time", "1h", "--mem", "1GiB"}
		measure := []string{"measure", "--game", "mm2x3", "--criterion", "entropy"}
		for _, args := range [][]string{
			append(slices.Clone(submit), "--tasks="+text), append(slices.Clone(submit), "--time="+text), append(slices.Clone(submit), "--mem="+text),
			append(slices.Clone(submit), "--cpus="+text), append(slices.Clone(submit), "--partition="+text), append(slices.Clone(submit), "--program=/"+text),
			append(slices.Clone(measure), "--pool="+text), append(slices.Clone(measure), "--ties="+text), append(slices.Clone(measure), "--first="+text),
			append(slices.Clone(measure), "--endgame="+text), append(slices.Clone(measure), "--order="+text),
		} {
			code, _, stderr := runWith(nil, args...)
			if code != 0 && (code != exitUsage || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "strconv")) {
				t.Errorf("%q: exit code %d, %q", args, code, stderr)
			}
		}
	})
}
