package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/dustin/go-humanize"

	"codebreak/engine/game"
	"codebreak/experiments/notebook"
)

// bounds are work that is too large, and work that is to end soon.
func bounds() []fault {
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
	if bytes = notebook.PeakOf(status); err != nil || bytes == 0 {
		t.Skip("this system does not tell how much memory a program takes")
	}
	return e, bytes
}

var neededMemory = regexp.MustCompile(`needs about ([0-9.]+ [KMG]?i?B) of memory`)

// memoryNeeded returns how much memory a command that was refused needs, or a
// little more, since the message has two digits or three; 0 if that was not why.
func memoryNeeded(t *testing.T, e ended) int64 {
	t.Helper()
	m := neededMemory.FindStringSubmatch(e.stderr)
	if e.code != exitUsage || m == nil {
		return 0
	}
	need, err := humanize.ParseBytes(m[1])
	if err != nil {
		t.Fatal(err)
	}
	const rounding = 40
	return int64(need + need/rounding)
}

func mebibytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/(1<<20)) }

// conflicting writes rounds of a game that cannot all be true.
func conflicting(t *testing.T, name string) string {
	t.Helper()
	g, err := game.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	var b strings.Builder
	for range 8 {
		guess := guesses[rng.IntN(len(guesses))]
		fmt.Fprintf(&b, "%s %s\n", g.FormatCode(guess), g.FormatFeedback(g.Feedback(secrets[rng.IntN(len(secrets))], guess)))
	}
	return b.String()
}

func memoryLadder(t *testing.T, dir string, _ map[string]string) (int, string) {
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, format := range []string{"json", "knuth"} {
		must(t, "export", "--game", "mm6x6", "--criterion", "simple", "--format", format, "--output", file("mm6x6."+format), "--quiet")
	}
	const above, below = 1.2, 0.75
	type work struct {
		what  string
		stdin string
		open  bool // it is stopped before its end
		args  []string
	}
	ladder := []work{
		{what: "deduce bc4x10", stdin: conflicting(t, "bc4x10"), args: []string{"deduce", "--game", "bc4x10"}},
		{what: "deduce mm6x9", stdin: conflicting(t, "mm6x9"), args: []string{"deduce", "--game", "mm6x9"}},
		{what: "check mm6x6, JSON", args: []string{"check", file("mm6x6.json")}},
		{what: "check mm6x6, compact", args: []string{"check", file("mm6x6.knuth"), "--game", "mm6x6"}},
		{what: "run values", args: []string{"run", "values", "--full", "--results", file("values")}},
	}
	exported, solved, formats, begun := []string{"bc4x10", "mm6x7"}, []string{"bc4x10", "mm6x6"}, []string{"json", "csv"}, "1s"
	if thorough {
		exported, solved = []string{"bc4x10", "mm5x8", "bc6x9", "mm6x7", "mm6x9"}, []string{"mm4x6", "mm5x6", "bc4x10", "mm6x6", "mm6x7"}
		formats, begun = []string{"json", "csv", "dot", "knuth", "markdown"}, "5s"
	}
	for _, name := range exported {
		for _, format := range formats {
			ladder = append(ladder, work{what: "export " + name + ", " + format, args: []string{"export", "--game", name, "--criterion", "simple", "--format", format}})
		}
	}
	for _, name := range solved {
		for _, objective := range []string{"total", "worst"} {
			ladder = append(ladder, work{what: "solve " + name + ", " + objective, open: true, args: []string{"solve", "--game", name, "--objective", objective, "--time-limit", begun}})
		}
		ladder = append(ladder, work{what: "split " + name, open: true, args: []string{"solve", "split", file("split-" + name), "--game", name, "--objective", "worst,count", "--time-limit", begun}})
	}
	var least, most rung
	for _, w := range ladder {
		args := append(w.args, "--workers", "2", "--quiet")
		tooLittle := int64(1 << 20)
		if w.args[0] == "check" {
			info, err := os.Stat(w.args[1])
			if err != nil {
				t.Fatal(err)
			}
			tooLittle = max(tooLittle, info.Size())
		}
		r := rung{what: w.what}
		var e ended
		for needs := tooLittle; needs > 0; needs = memoryNeeded(t, e) { // until it is not refused, for this need or another
			r.limit = needs
			e, r.peak = peak(t, w.stdin, append(args, "--max-memory", fmt.Sprintf("%dB", r.limit))...)
		}
		conflict := e.code == exitUsage && strings.Contains(e.stderr, "cannot all be true") // what deduce is to find
		switch {
		case e.code != 0 && !conflict && !(w.open && e.code == exitInterrupted):
			t.Errorf("%s: %v", r, e)
		case r.ratio() > above, r.ratio() < below && !w.open:
			t.Errorf("%s is out of bounds", r)
		}
		t.Log(r)
		if most.limit == 0 || r.ratio() > most.ratio() {
			most = r
		}
		if !w.open && (least.limit == 0 || r.ratio() < least.ratio()) {
			least = r
		}
	}
	return len(ladder), fmt.Sprintf("from %s to %s", least, most)
}

// A rung is work, the peak that it came to, and the limit it had.
type rung struct {
	what        string
	peak, limit int64 // bytes
}

func (r rung) ratio() float64 { return float64(r.peak) / float64(r.limit) }

func (r rung) String() string {
	return fmt.Sprintf("%.0f %% (%s: %s of %s MiB)", 100*r.ratio(), r.what, mebibytes(r.peak), mebibytes(r.limit))
}

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
