package cli_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
	"codebreak/experiments/transcript"
)

// readers are commands that read a file which the user names: where FILE stands.
var readers = [][]string{
	{"judge", "FILE"}, {"judge", "FILE", "--game", "mm4x6", "--from", "plain"}, {"verify", "FILE"},
	{"check", "FILE"}, {"check", "FILE", "--game", "mm4x6"}, {"export", "FILE", "--format", "csv"}, {"measure", "FILE"},
	{"measure", "mm2x2", "entropy", "--weights", "FILE"}, {"solve", "mm2x2", "--weights", "FILE"},
	{"solve", "mm2x2", "--width", "1", "--resume", "FILE"},
	{"measure", "wordle", "--answers", "FILE"}, {"measure", "wordle", "--answers", "good.txt", "--allowed", "FILE"},
	{"measure", "mm2x2", "--player", "true", "--secrets", "2", "--games", "FILE"},
}

// TestNoRegularFile gives each command that reads a file a pipe that nobody writes to, devices
// without end, and a folder. All refuse them at once, in the same words.
func TestNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	enginetest.WriteFiles(t, dir, map[string]string{"good.txt": "crane\nslate\n"})
	if err := errors.Join(syscall.Mkfifo("pipe.json", 0o666), os.Mkdir("folder.json", 0o777), os.Symlink("/dev/zero", "zero.json"), os.Symlink("/dev/full", "full.json")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"pipe.json", "folder.json", "zero.json", "full.json"} {
		for _, reader := range readers {
			args := strings.Fields(strings.ReplaceAll(strings.Join(reader, " "), "FILE", file))
			code, stdout, stderr := clitest.Run(nil, args...)
			if code != base.ExitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, file) || !strings.Contains(stderr, "it is not a regular file") {
				t.Errorf("%q: exit code %d, %q%q", args, code, stdout, stderr)
			}
		}
	}
}

// TestReadingEndsWithTheContext has commands read what never comes, and lines without
// content: they end with their time.
func TestReadingEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	enginetest.WriteFiles(t, dir, map[string]string{"blank.jsonl": strings.Repeat("\n", 1<<20), "comments.txt": strings.Repeat("# no game\n", 1<<17)})
	silence, _ := clitest.Pipe(t)
	for _, args := range [][]string{
		{"judge", "-"}, {"judge", "-", "--game", "mm4x6"}, {"verify", "-"}, {"assist", "mm4x6"}, {"play", "mm4x6"}, {"deduce", "mm4x6"},
		{"judge", filepath.Join(dir, "blank.jsonl")}, {"judge", filepath.Join(dir, "comments.txt"), "--game", "mm4x6"},
		{"measure", "mm2x2", "--player", "true", "--secrets", "2", "--games", filepath.Join(dir, "blank.jsonl")},
		{"assist", "mm4x6", "--after", "1122 1A1B", "--json"},
	} {
		code, _, stderr := clitest.Run(silence, append(args, "--time-limit", "1ns")...)
		if code != base.ExitInterrupted || !strings.Contains(stderr, "stopped at the time limit of 1ns") {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// digits is a text without lines or end.
type digits struct{}

func (digits) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '1'
	}
	return len(p), nil
}

// TestEndlessInput has commands read a line without end from the standard input.
func TestEndlessInput(t *testing.T) {
	for _, args := range [][]string{
		{"judge", "-", "--game", "mm4x6"}, {"verify", "-"}, {"assist", "mm4x6"}, {"play", "mm4x6"}, {"deduce", "mm4x6"},
	} {
		code, _, stderr := clitest.Run(digits{}, append(args, "--max-memory", "200MB")...)
		if code == 0 || code == base.ExitInterrupted || !strings.Contains(stderr, "longer than ") || len(stderr) > 500 {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// TestInputOfGamesThatCannotBeRead holds that an error of reading is not taken for a bad line.
func TestInputOfGamesThatCannotBeRead(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for _, args := range [][]string{{"judge", "-", "--game", "mm4x6"}, {"verify", "-"}} {
		for name, in := range map[string]io.Reader{"a folder": folder, "a broken input": clitest.Broken{Lines: strings.NewReader("\n")}} {
			code, stdout, stderr := clitest.Run(in, args...)
			if code != base.ExitFailure || stdout != "" || !strings.Contains(stderr, "standard input cannot be read: ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%v < %s: exit code %d: %q%s", args, name, code, stdout, stderr)
			}
		}
	}
}

// TestNumbersOfGames judges games whose numbers no flag would take.
func TestNumbersOfGames(t *testing.T) {
	dir := t.TempDir()
	const most = "9223372036854775807"
	text := ""
	for _, number := range []string{
		`"limit":` + most, `"limit":9223372036854775806`, `"limit":1000000000`, `"limit":101`, `"limit":-1`,
		`"format_failures":` + most, `"format_failures":60000000`, `"format_failures":101`,
	} {
		text += `{"game":"mm3x4","agent":"a","secret":"112",` + number + `,"rounds":[["112"]]}` + "\n"
	}
	text += `{"game":"mm3x4","secret":"112","rounds":[["111"]` + strings.Repeat(`,["111"]`, transcript.MaxTurns) + "]}\n"
	enginetest.WriteFiles(t, dir, map[string]string{"games.jsonl": text})
	// Of faults alone three are printed; all are in the JSON.
	for _, args := range [][]string{{}, {"--plot", filepath.Join(dir, "x.svg")}, {"--costs=false", "--json"}} {
		code, stdout, stderr := clitest.Run(nil, append([]string{"judge", filepath.Join(dir, "games.jsonl"), "--quiet"}, args...)...)
		faults := strings.Count(stdout, "games.jsonl:")
		if slices.Contains(args, "--json") != (faults == 9) {
			t.Errorf("%q: %d faults in %s", args, faults, stdout)
		}
		if code != base.ExitFailure || strings.Count(stderr, "; it must be at most 100") != 3 || strings.Contains(stderr, "goroutine") {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// TestLongLineOfWeights refuses a line of megabytes without quoting it.
func TestLongLineOfWeights(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.txt")
	enginetest.WriteFile(t, path, bytes.Repeat([]byte("x"), 7_000_000))
	code, _, stderr := clitest.Run(nil, "measure", "mm2x2", "entropy", "--weights", path)
	if code != base.ExitUsage || !strings.HasSuffix(stderr, "line 1: the line is longer than 4,096 bytes\n") {
		t.Errorf("exit code %d, %.300s", code, stderr)
	}
}
