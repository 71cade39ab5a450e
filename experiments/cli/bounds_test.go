package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// largeFaults are work that is too large, and work that is to end soon.
func largeFaults() []fault {
	return []fault{
		{"hostile trees and inputs of tens of megabytes", "refused in one short line, within the memory limit", hostileTexts},
		{"answers and results.json of many megabytes", "what is longer than fits the limit is not read, and named; what is read keeps to the limit", hugeFiles},
		{"a limited address space (ulimit -v)", "the work is done, or a line says that there is no room", addressSpaces},
	}
}

// peakVariable names a file that the program writes its state into when it ends,
// for tests.
const peakVariable = "CODEBREAK_TEST_STATUS"

// notePeak writes that file. What a parent learns of a child's peak will not do: it
// counts the parent's own memory, which the child shares when it begins.
func notePeak() {
	path := os.Getenv(peakVariable)
	if path == "" {
		return
	}
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		err = os.WriteFile(path, status, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// peak runs the program and returns the peak of its resident size, in bytes.
func peak(t *testing.T, stdin string, args ...string) (e ended, bytes int64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "status")
	cmd := exec.Command(commandLink(t), args...)
	cmd.Env = append(os.Environ(), peakVariable+"="+file, "GOMAXPROCS=2") // each processor has memory of its own
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout = io.Discard
	e, _ = attackIn(t, "", cmd)
	status, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("this system does not tell how much memory a program takes")
	}
	m := highWater.FindSubmatch(status)
	if err != nil || m == nil {
		t.Skip("this system does not tell how much memory a program takes")
	}
	kilobytes, _ := strconv.ParseInt(string(m[1]), 10, 64) // the pattern leaves only digits
	return e, kilobytes << 10
}

// highWater is the largest resident size in what Linux says of a process.
var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+([0-9]+) kB$`)

func mebibytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/(1<<20)) }

// hostileTrees are texts of trees that are none, by what is at their end.
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
		"game.json":    long(`{"game":"`, "k"),
		"number.json":  long(`{"game":`, "1"),
		"lines.json":   long("{", "\n"),
		"answers.json": long(`{"game":"mm2x3","root":{"guess":"12","next":{`, `"a":null,`),
		"escapes.json": long(`{"game":"mm2x3","root":{"guess":"`, `\u001b`),
		"many.json":    `{"game":"mm2x3","root":` + many + long("}", " "),
		"zeros":        long("", "\x00"),
		"guess.txt":    long("9 (", "A"),
		"deep.txt":     long("9", "(1:1"),
		"size.txt":     long("9", "9"),
		"row.txt":      long("9(12: ", "1,"),
		"blank.txt":    long("", " "),
	}
}

func hostileTexts(t *testing.T, dir string, _ map[string]string) (int, string) {
	const size = 24 << 20
	const limit, tolerance = 64 << 20, 1.2
	tries := 0
	most := int64(0)
	attempt := func(stdin string, args ...string) {
		tries++
		e, took := peak(t, stdin, args...)
		most = max(most, took)
		if e.code == 0 || len(e.stderr) > 500 || strings.Contains(e.stderr, "\n") {
			t.Errorf("%q: exit code %d, %d bytes said: %.500s", args, e.code, len(e.stderr), e.stderr)
		}
		if float64(took) > limit*tolerance {
			t.Errorf("%q with %s MiB takes %s", args, mebibytes(limit), mebibytes(took))
		}
	}
	for name, text := range hostileTrees(size) {
		path := filepath.Join(dir, name)
		for _, part := range []string{text, text[:min(len(text), 700<<10)]} { // the shorter is read
			if err := os.WriteFile(path, []byte(part), 0o666); err != nil {
				t.Fatal(err)
			}
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

func hugeFiles(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	const limit, tolerance = 64 << 20, 1.2
	limited := fmt.Sprintf("%dB", limit)
	answer, record := anAnswer(t, dir, 1), filepath.Join(dir, "digits", "results.json")
	run := []string{"run", "colours", "digits", "--results", dir, "--quiet", "--max-memory", limited}
	report := []string{"report", "--results", dir, "--quiet", "--max-memory", limited}
	attempt := func(code int, says string, args ...string) {
		t.Helper()
		e, took := peak(t, "", args...)
		if e.code != code || !strings.Contains(e.stderr, says) || float64(took) > limit*tolerance {
			t.Errorf("%q: %s of %s MiB, %v; want %q", args, mebibytes(took), mebibytes(limit), e, says)
		}
	}
	// Longer than fits: a file of holes, which takes no room on the disk.
	for path, test := range map[string]struct {
		code int
		args []string
	}{answer: {exitFailure, run}, record: {0, report}} {
		before := read(t, path)
		if err := os.Truncate(path, 4<<30); err != nil {
			t.Fatal(err)
		}
		attempt(test.code, path, test.args...)
		attempt(test.code, "within the limit of memory (--max-memory)", test.args...)
		writeFiles(t, filepath.Dir(path), map[string]string{filepath.Base(path): before})
	}
	// As long as just fits, and forged.
	const fits = 3 << 20
	forge(t, answer, replace(`"tree":"`, `"tree":"`+strings.Repeat("0", fits)))
	attempt(0, answer+" is damaged: ", run...)
	text := read(t, record)
	for _, forged := range []string{strings.Replace(text, `"tree":"`, `"tree":"`+strings.Repeat("0", fits), 1), `{"version": 2, "entry": "` + strings.Repeat("k", fits) + `"}`, strings.Replace(text, `"answers": [`, `"answers": [`+strings.Repeat("{},", fits/3), 1)} {
		writeFiles(t, dir, map[string]string{"digits/results.json": forged})
		attempt(0, "digits", report...)
	}
	completes(t, dir, want)
	return 8, "with 64 MiB, files of 4 GiB are named and not read, and forged ones of 3 MiB are read and left out"
}

func addressSpaces(t *testing.T, _ string, _ map[string]string) (int, string) {
	commands := [][]string{
		{"measure", "--game", "mm4x6", "--criterion", "entropy"}, {"solve", "--game", "mm3x4", "--objective", "total"},
		{"export", "--game", "mm6x7", "--criterion", "simple", "--format", "csv"}, {"solve", "--game", "mm5x8", "--objective", "worst", "--time-limit", "1s"},
	}
	done, refused := 0, 0
	// With less, the runtime of Go may end a program before it does anything;
	// run.sh says so.
	for kilobytes := 2200000; kilobytes <= 3000000; kilobytes += 200000 {
		script := fmt.Sprintf(`ulimit -v %d || exit 99; exec "$0" "$@"`, kilobytes)
		for _, args := range commands {
			cmd := exec.Command("sh", append([]string{"-c", script, commandLink(t)}, append(args, "--quiet")...)...)
			cmd.Stdout = io.Discard
			e, _ := attackIn(t, "", cmd)
			switch {
			case e.code == 0 || e.code == exitInterrupted:
				done++
			case e.code == exitUsage && (strings.Contains(e.stderr, "(ulimit -v)") || strings.Contains(e.stderr, "--max-memory")) && !strings.Contains(e.stderr, "\n"):
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

// heldUp stops commands that would go on for ever.
func heldUp(t *testing.T, dir string, _ map[string]string) (int, string) {
	tree := filepath.Join(dir, "tree.json")
	must(t, "export", "--game", "mm5x8", "--criterion", "simple", "--format", "json", "--output", tree, "--quiet")
	export := []string{"export", "--tree", tree, "--quiet"}
	round := []byte("1234 0A0B\n")
	type work struct {
		what  string
		stdin func() (io.Reader, func())
		held  bool // nobody reads what it prints
		args  []string
	}
	silent := func() (io.Reader, func()) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		return r, func() { w.Close(); r.Close() }
	}
	endless := func() (io.Reader, func()) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for err := error(nil); err == nil; {
				_, err = w.Write(bytes.Repeat(round, 1000))
			}
		}()
		return r, func() { r.Close(); w.Close() }
	}
	tries := 0
	for number, w := range []work{
		{what: "waiting for input", stdin: silent, args: []string{"deduce", "--game", "mm4x6"}},
		{what: "waiting for input", stdin: silent, args: []string{"deduce"}},
		{what: "waiting for input", stdin: silent, args: []string{"assist", "--game", "mm4x6"}},
		{what: "waiting for input", stdin: silent, args: []string{"play", "--game", "mm4x6"}},
		{what: "input without end", stdin: endless, args: []string{"deduce", "--game", "mm4x6", "--max-memory", "1PB"}},
		{what: "nobody reads", held: true, args: append(export, "--format", "csv")},
		{what: "nobody reads", held: true, args: append(export, "--format", "dot")},
		{what: "nobody reads", held: true, args: append(export, "--format", "json")},
		{what: "nobody reads", held: true, args: append(export, "--format", "knuth")},
	} {
		for i, how := range []os.Signal{os.Interrupt, syscall.SIGTERM, nil} {
			if !thorough && i != number%3 {
				continue
			}
			args := w.args
			if how == nil {
				args = append(args, "--time-limit", "500ms")
			}
			ctx, stop := t.Context(), func() {}
			if how != nil {
				const begun = time.Second // on a busy machine
				ctx, stop = context.WithTimeout(ctx, begun)
			}
			cmd := exec.CommandContext(ctx, commandLink(t), args...)
			cmd.Cancel = func() error { return cmd.Process.Signal(how) }
			if w.stdin != nil {
				in, end := w.stdin()
				cmd.Stdin = in
				defer end()
			}
			if w.held {
				r, held, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				defer held.Close()
				cmd.Stdout = held
			}
			if e, _ := attackIn(t, "", cmd); e.code != exitInterrupted || !strings.Contains(e.stderr, "interrupted") && !strings.Contains(e.stderr, "stopped at the time limit") {
				t.Errorf("%s, %v, %q: %v", w.what, how, args, e)
			}
			stop()
			tries++
		}
	}
	return tries, "all ended"
}
