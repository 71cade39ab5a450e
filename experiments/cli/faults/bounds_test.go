package faults

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

func hostileTexts(t *testing.T, dir string, _ map[string]string) (int, string) {
	const size = 24 << 20
	const limit, tolerance = 64 << 20, 1.2
	tries := 0
	most := int64(0)
	attempt := func(stdin string, args ...string) {
		tries++
		e, took := peak(t, stdin, args...)
		most = max(most, took)
		if e.Code == 0 || len(e.Stderr) > 500 || strings.Contains(e.Stderr, "\n") {
			t.Errorf("%q: exit code %d, %d bytes said: %.500s", args, e.Code, len(e.Stderr), e.Stderr)
		}
		if float64(took) > limit*tolerance {
			t.Errorf("%q with %s MiB takes %s", args, mebibytes(limit), mebibytes(took))
		}
	}
	for name, text := range hostileTrees(size) {
		path := filepath.Join(dir, name)
		for _, part := range clitest.Some([]string{text, text[:min(len(text), 700<<10)]}, 2) { // the shorter is read
			enginetest.WriteFile(t, path, part)
			args := []string{"check", path, "--max-memory", fmt.Sprintf("%dB", limit)}
			if !strings.HasSuffix(name, ".json") {
				args = append(args, "--game", "mm2x3")
			}
			attempt("", args...)
		}
	}
	for _, text := range []string{strings.Repeat("x", size), strings.Repeat("1234 0A0B\n", size/10), strings.Repeat("\n", size) + "x"} {
		attempt(text, "deduce", "--game", "mm4x4", "--max-memory", fmt.Sprintf("%dB", limit))
	}
	return tries, fmt.Sprintf("files and inputs of %s MiB: none takes more than %s of %s MiB", mebibytes(size), mebibytes(most), mebibytes(limit))
}

// hostileTrees are texts that are not trees, by what is at their end.
func hostileTrees(size int) map[string]string {
	long := func(begin, unit string) string { return begin + strings.Repeat(unit, size/len(unit)) }
	many := `{"guess":"12"}`
	for range 3 {
		children := make([]string, 30)
		for i := range children {
			children[i] = fmt.Sprintf(`"%d":%s`, i, many)
		}
		many = `{"guess":"12","next":{` + strings.Join(children, ",") + "}}"
	}
	return map[string]string{
		"key.json":     long(`{"`, "k"),
		"nested.json":  long("", "["),
		"escapes.json": long(`{"game":"mm2x3","root":{"guess":"`, `\u001b`),
		"many.json":    `{"game":"mm2x3","root":` + many + long("}", " "),
		"deep.txt":     long("9", "(1:1"),
		"size.txt":     long("9", "9"),
	}
}

func hugeFiles(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	const limit, tolerance = 64 << 20, 1.2
	attempt := func(code int, says []string, args ...string) {
		t.Helper()
		e, took := peak(t, "", append(args, "--results", dir, "--quiet", "--max-memory", fmt.Sprintf("%dB", limit))...)
		if lacks := slices.ContainsFunc(says, func(s string) bool { return !strings.Contains(e.Stderr, s) }); e.Code != code || lacks || float64(took) > limit*tolerance {
			t.Errorf("%q: %s of %s MiB, %v; want %q", args, mebibytes(took), mebibytes(limit), e, says)
		}
	}
	answer, record := anAnswer(t, dir, 1), filepath.Join(dir, "digits", "results.json")
	text := enginetest.ReadFile(t, record)
	// Longer than fits: files of holes, which take no room on the disk.
	const tooLong = "within the limit of memory (--max-memory)"
	for _, path := range []string{answer, record} {
		if err := os.Truncate(path, 4<<30); err != nil {
			t.Fatal(err)
		}
	}
	attempt(base.ExitFailure, []string{answer, tooLong}, faultEntries...)
	attempt(0, []string{record, tooLong}, "report")
	// As long as just fits.
	if err := errors.Join(os.Remove(answer), os.WriteFile(record, []byte(strings.Replace(text, `"tree":"`, `"tree":"`+strings.Repeat("0", 3<<20), 1)), 0o666)); err != nil {
		t.Fatal(err)
	}
	attempt(0, []string{"digits"}, "report")
	completes(t, dir, want)
	return 3, "with 64 MiB, files of 4 GiB are named and not read, and one of 3 MiB is read and left out"
}

func addressSpaces(t *testing.T, _ string, _ map[string]string) (int, string) {
	done, refused := 0, 0
	// With less, the runtime of Go may end a program before it does anything;
	// run.sh says so.
	for _, kilobytes := range clitest.Some([]int{3000000, 2200000}, 2) {
		script := fmt.Sprintf(`ulimit -v %d || exit 99; exec "$0" "$@"`, kilobytes)
		for _, args := range [][]string{{"measure", "mm4x6", "entropy"}, {"export", "mm6x7", "simple", "--format", "csv"}, {"solve", "mm5x8", "--time-limit", "1s"}} {
			cmd := exec.Command("sh", append([]string{"-c", script, "codebreak"}, append(args, "--quiet")...)...)
			cmd.Stdout = io.Discard
			e, _ := attackIn(t, "", cmd, nil)
			switch {
			case e.Code == 0 || e.Code == base.ExitInterrupted:
				done++
			case e.Code == base.ExitUsage && (strings.Contains(e.Stderr, "(ulimit -v)") || strings.Contains(e.Stderr, "--max-memory")) && !strings.Contains(e.Stderr, "\n"):
				refused++
			default:
				t.Errorf("%d kB, %q: %v", kilobytes, args, e)
			}
		}
	}
	if done == 0 {
		t.Error("nothing is done in any address space")
	}
	return done + refused, fmt.Sprintf("%d done, %d refused", done, refused)
}
