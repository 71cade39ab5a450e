package board_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

func TestScripts(t *testing.T) { clitest.Scripts(t) }

// FuzzSessions types anything at the commands that hold a conversation: no panic, and
// it ends when the input does, or with one line that does not steer the terminal.
func FuzzSessions(f *testing.F) {
	f.Add("why\n1A0B\nfix 1 0A0B\nundo\n0A0B\n0A0B\n?\n")
	f.Add("hint\nbest\n11\nans=12\n12\nans\nr\n?\nq\n")
	f.Add("11 1A0B\n11 0A0B\n12 9A9B\n")
	f.Fuzz(func(t *testing.T, input string) {
		for _, args := range [][]string{{"assist"}, {"play", "--codemaker", "honest"}, {"play", "--codemaker", "adversarial"}, {"deduce"}} {
			code, _, stderr := clitest.Run(strings.NewReader(input), append(args, "--game", "mm2x3")...)
			line := strings.TrimSuffix(stderr, "\n")
			if refused := args[0] == "deduce" && (code == base.ExitFailure || code == base.ExitUsage); code != 0 && !refused || strings.Contains(line, "\n") || base.Printable(line) != line {
				t.Errorf("%q, input %q: exit code %d, %q", args, input, code, stderr)
			}
		}
	})
}

// TestLongLineOfRounds refuses a line of a mebibyte, and says which line it is.
func TestLongLineOfRounds(t *testing.T) {
	input := "1122 1A0B\n" + strings.Repeat("1", 1<<20)
	code, _, stderr := clitest.Run(strings.NewReader(input), "deduce", "--game", "mm4x6")
	if code != base.ExitUsage || !strings.HasPrefix(stderr, "codebreak: line 2: ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
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
			"a folder": folder, "lines": clitest.Broken{Lines: strings.NewReader("\n")}, "half a line": clitest.Broken{Lines: strings.NewReader(" ")},
		} {
			code, _, stderr := clitest.Run(in, args...)
			if code != base.ExitFailure || !strings.Contains(stderr, "standard input cannot be read: ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%v < %s: exit code %d: %s", args, name, code, stderr)
			}
		}
	}
}

// TestLittleMemoryReadsRounds gives deduce and assist hardly more memory than they
// need, and thousands of rounds.
func TestLittleMemoryReadsRounds(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes are read")
	}
	for _, args := range [][]string{{"deduce", "--game", "bc4x10"}, {"assist", "--game", "bc4x10", "--criterion", "simple", "--pool", "consistent", "--workers", "1"}} {
		input := strings.Repeat("0123 0A0B\n", 5000)
		if args[0] == "assist" {
			input = strings.Repeat("0A0B\nundo\n", 3000) + "quit\n"
		}
		const limit, above = 34 << 20, 1.1
		cmd := clitest.Program(t, append(args, "--max-memory", fmt.Sprintf("%dB", limit))...)
		cmd.Stdin, cmd.Stderr = strings.NewReader(input), t.Output()
		var err error
		took := clitest.Peak(t, cmd, func() { err = cmd.Run() })
		if err != nil || float64(took) > above*limit {
			t.Errorf("%q: %d bytes, %v", args, took, err)
		}
	}
}
