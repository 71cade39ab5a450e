package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"codebreak/engine/game"
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
	writeFiles(t, dir, map[string]string{"good.txt": "crane\nslate\n"})
	if err := errors.Join(syscall.Mkfifo("pipe.json", 0o666), os.Mkdir("folder.json", 0o777), os.Symlink("/dev/zero", "zero.json"), os.Symlink("/dev/full", "full.json")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"pipe.json", "folder.json", "zero.json", "full.json"} {
		for _, reader := range readers {
			args := strings.Fields(strings.ReplaceAll(strings.Join(reader, " "), "FILE", file))
			code, stdout, stderr := runWith(nil, args...)
			if code != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, file) || !strings.Contains(stderr, "it is not a regular file") {
				t.Errorf("%q: exit code %d, %q%q", args, code, stdout, stderr)
			}
		}
	}
}

// TestReadingEndsWithTheContext has commands read what never comes, and lines without
// content: they end with their time.
func TestReadingEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"blank.jsonl": strings.Repeat("\n", 1<<20), "comments.txt": strings.Repeat("# no game\n", 1<<17)})
	silence, _ := pipe(t)
	for _, args := range [][]string{
		{"judge", "-"}, {"judge", "-", "--game", "mm4x6"}, {"verify", "-"}, {"assist", "mm4x6"}, {"play", "mm4x6"}, {"deduce", "mm4x6"},
		{"judge", filepath.Join(dir, "blank.jsonl")}, {"judge", filepath.Join(dir, "comments.txt"), "--game", "mm4x6"},
		{"measure", "mm2x2", "--player", "true", "--secrets", "2", "--games", filepath.Join(dir, "blank.jsonl")},
		{"assist", "mm4x6", "--after", "1122 1A1B", "--json"},
	} {
		code, _, stderr := runWith(silence, append(args, "--time-limit", "1ns")...)
		if code != exitInterrupted || !strings.Contains(stderr, "stopped at the time limit of 1ns") {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// zeros is a device without lines or end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestEndlessInput has commands read a line without end from the standard input.
func TestEndlessInput(t *testing.T) {
	for _, args := range [][]string{
		{"judge", "-", "--game", "mm4x6"}, {"verify", "-"}, {"assist", "mm4x6"}, {"play", "mm4x6"}, {"deduce", "mm4x6"},
	} {
		code, _, stderr := runWith(zeros{}, append(args, "--max-memory", "200MB")...)
		if code == 0 || code == exitInterrupted || !strings.Contains(stderr, "longer than ") || len(stderr) > 500 {
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
		for name, in := range map[string]io.Reader{"a folder": folder, "a broken input": broken{strings.NewReader("\n")}} {
			code, stdout, stderr := runWith(in, args...)
			if code != exitFailure || stdout != "" || !strings.Contains(stderr, "standard input cannot be read: ") || strings.Count(stderr, "\n") != 1 {
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
	writeFiles(t, dir, map[string]string{"games.jsonl": text})
	// Of faults alone three are printed; all are in the JSON.
	for _, args := range [][]string{{}, {"--plot", filepath.Join(dir, "x.svg")}, {"--costs=false", "--json"}} {
		code, stdout, stderr := runWith(nil, append([]string{"judge", filepath.Join(dir, "games.jsonl"), "--quiet"}, args...)...)
		faults := strings.Count(stdout, "games.jsonl:")
		if slices.Contains(args, "--json") != (faults == 9) {
			t.Errorf("%q: %d faults in %s", args, faults, stdout)
		}
		if code != exitFailure || strings.Count(stderr, "; it must be at most 100") != 3 || strings.Contains(stderr, "goroutine") {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
	}
}

// TestFileWithoutGames gives up a file that holds something else.
func TestFileWithoutGames(t *testing.T) {
	text := strings.Repeat("no game\n\n", mostKept+10)
	code, stdout, stderr := runWith(strings.NewReader(text), "judge", "-", "--game", "mm4x6", "--quiet")
	if code != exitFailure || stdout != "" || !strings.Contains(stderr, "standard input: 10,000 faults; the rest is not read") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// TestLongLineOfWeights refuses a line of megabytes without quoting it.
func TestLongLineOfWeights(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("x"), 7_000_000), 0o666); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := runWith(nil, "measure", "mm2x2", "entropy", "--weights", path)
	if code != exitUsage || !strings.HasSuffix(stderr, "line 1: the line is longer than 4096 bytes\n") {
		t.Errorf("exit code %d, %.300s", code, stderr)
	}
}

// FuzzWeights reads any bytes as weights: no panic, and an error is short and names a line.
func FuzzWeights(f *testing.F) {
	f.Add([]byte("11 1\n# comment\n\n12 2\r\n"))
	f.Add([]byte("\ufeff11 1\n11 2\n"))
	f.Add([]byte("11 -1\n12 99999999999999999999\n"))
	f.Add([]byte("11 1 1\n\x00\x1b"))
	g, err := game.Parse("mm2x3")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		weights, err := parseWeights(t.Context(), g, text)
		if err != nil && (!strings.HasPrefix(err.Error(), "line ") || len(printable(err.Error())) > 500) {
			t.Errorf("%q: %v", text, err)
		}
		for code, weight := range weights {
			if !g.IsSecret(code) || weight < 0 || weight > mostWeight {
				t.Errorf("%q: %s weighs %d", text, g.FormatCode(code), weight)
			}
		}
	})
}

// seriesOf is a series of three games that are still to be played.
func seriesOf(t *testing.T) (g game.Game, games []transcript.Game) {
	g, err := game.Parse("mm2x3")
	if err != nil {
		t.Fatal(err)
	}
	for i, secret := range []string{"11", "12", "33"} {
		games = append(games, transcript.Game{Game: "mm2x3", Agent: "me", ID: fmt.Sprintf("1/%d", i+1), Limit: 4, Secret: secret})
	}
	return g, games
}

// FuzzSeries reads any bytes as the games of a series, and adds them up: no panic, and an
// error is short and names the file.
func FuzzSeries(f *testing.F) {
	const line = `{"v":1,"game":"mm2x3","agent":"me","id":"1/1","limit":4,"secret":"11",`
	f.Add([]byte(line + `"rounds":[["12","1A0B"],["11","2A0B"]]}` + "\n"))
	f.Add([]byte(line + `"rounds":[],"format_failures":1}` + "\n"))
	f.Add([]byte(line + `"rounds":[["11"]],"format_failures":60000000}` + "\n"))
	f.Add([]byte(line + `"rounds":[["12"],["12"],["12"],["12"],["12"]]}` + "\n"))
	f.Add([]byte(line + `"rounds":[["",null,"format"]],"meta":{"cost":-1e308}}` + "\n{\"v\":1,\"ga"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g, games := seriesOf(t)
		if err := readSeries(t.Context(), "games.jsonl", text, games, seriesMeta{}); err != nil {
			if !strings.HasPrefix(err.Error(), "games.jsonl:") || len(printable(err.Error())) > 1000 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		for i := range games {
			if games[i].Rounds == nil {
				games[i].Rounds = []transcript.Round{{Guess: games[i].Secret}}
			}
		}
		o := seriesOutcome(g, games, 1)
		if s := o.series; s.Played != 3 || s.Solved > 3 || s.Cost < 0 || len(o.Histogram) > 5 {
			t.Errorf("%q: %+v, %v", text, *s, o.Histogram)
		}
	})
}

// TestEditedSeries holds that games which no run has written are refused.
func TestEditedSeries(t *testing.T) {
	const line = `{"v":1,"game":"mm2x3","agent":"me","id":"1/1","limit":4,"secret":"11",`
	for text, want := range map[string]string{
		line + `"rounds":[["12","1A0B"],["11","2A0B"]]}`:                 "",
		line + `"rounds":[],"format_failures":1}`:                        "it has 0 rounds and 1 more lost turns; a game of this run has 1 to 4 rounds",
		line + `"rounds":[["11"]],"format_failures":2}`:                  "it has 1 rounds and 2 more lost turns",
		line + `"rounds":[["12"],["12"],["12"],["12"],["11"]]}`:          "it has 5 rounds",
		line + `"rounds":[["11"]],"meta":{"cost":-1}}`:                   "its cost is -1",
		line + `"rounds":[["11"]],"meta":{"cost":1e300}}`:                "its cost is 1e+300",
		line + `"rounds":[["11"]],"limit":4,"secret":"12"}`:              "it is of another sample",
		strings.Replace(line, "1/1", "1/9", 1) + `"rounds":[["11"]]}`:    "it is of another sample",
		strings.Replace(line, "1/1", "2/1", 1) + `"rounds":[["11"]]}`:    "it is of mm2x3, me, seed 2",
		strings.Replace(line, `"limit":4,`, "", 1) + `"rounds":[["1"]]}`: "limit 0; this run is of",
	} {
		_, games := seriesOf(t)
		err := readSeries(t.Context(), "games.jsonl", []byte(text+"\n"), games, seriesMeta{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "games.jsonl:1: ") || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A slowWriter writes only when it may.
type slowWriter struct {
	may     chan struct{}
	written chan string
}

func (w slowWriter) Write(text []byte) (int, error) {
	<-w.may
	w.written <- string(text)
	return len(text), nil
}

// TestOutputKeepsNoBuffer changes the bytes of a write that was given up when its context
// ended, as whoever has called it may.
func TestOutputKeepsNoBuffer(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w := slowWriter{make(chan struct{}), make(chan string)}
	o := &output{Writer: w, ctx: ctx}
	text := []byte("before")
	if _, err := o.Write(text); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	copy(text, "after!")
	close(w.may)
	if got := <-w.written; got != "before" {
		t.Errorf("%q is written", got)
	}
	if _, err := o.Write(text); err == nil {
		t.Error("a write after the end of the context succeeds")
	}
}
