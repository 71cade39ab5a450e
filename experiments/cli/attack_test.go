package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"codebreak/experiments/store"
)

// attacks are what somebody might do who means harm, or does not know better.
func attacks() []fault {
	return []fault{
		{"merge of what a run, or two shares, have computed", "all pages, the same bytes, nothing computed again; what is incomplete is said on standard error, quiet or not, with exit code 1", merged},
		{"a results folder that holds other files", "it is refused, and nothing in it is touched; in one of codebreak's own, files that it did not make stay", foreign},
		{"permissions: umask 077 and 000, files that are there", "new files follow the umask, others keep what they have", permissions},
		{"assist and play with every order", "the guesses that export prints for the strategy", assisted},
		{"games of one or two secrets, solved for every objective and pool", "a proved optimum", tiny},
		{"pipes, links and folders in the place of files", "nothing waits; what cannot be used is named", inTheWay},
		{"names of folders with characters of patterns", "the same files as elsewhere, and pictures that are not asked for are removed", patterns},
		{"names of folders with characters of shells, submitted", "the scripts run no part of a name, and Slurm's directives are plain", shellNames},
		{"sizes that no cluster has, in flags and in records", "refused or left out with a line that says what is allowed", sizes},
		{"results.json forged: other figures, trees, types, paths, HTML, formulas", "it is named and left out, nothing of it reaches a page, nothing is written elsewhere, and the other entries' pages are made", forgedRecords},
		{"answers forged, with a right checksum", "set aside with a warning, and computed again", forgedAnswers},
		{"control characters in names, paths, games, codes and files", "none reaches the terminal", controlCharacters},
		{"standard input that cannot be read, standard output that is full", "exit code 1, and a line that says so", lostStreams},
		{"Ctrl-C, and the end of the time limit, in the middle of work", "exit code 130 within seconds, and what is finished is kept", stopped},
		{"times and sizes that are none", "a line that says what is allowed, without words of the programming language", values},
	}
}

// attack runs the program. Whatever it is given, it ends in time, without a
// trace of its own code, and says nothing that steers a terminal.
func attack(t *testing.T, args ...string) (e ended, stdout string) {
	t.Helper()
	return attackIn(t, "", exec.Command(commandLink(t), args...))
}

// attackIn does the same with a command that is prepared, in a folder.
func attackIn(t *testing.T, folder string, cmd *exec.Cmd) (e ended, stdout string) {
	t.Helper()
	const patience = time.Minute // for a machine that has much else to do
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stderr = folder, &errs
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait() // the exit code says more
	if !late.Stop() {
		t.Fatalf("%q does not end", cmd.Args[1:])
	}
	e = ended{cmd.ProcessState.ExitCode(), strings.TrimSpace(errs.String())}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		t.Fatalf("%q: %v: %s", cmd.Args[1:], status.Signal(), e.stderr)
	}
	if !slices.Contains([]int{0, exitFailure, exitUsage, exitInterrupted}, e.code) || strings.Contains(e.stderr, "goroutine ") {
		t.Fatalf("%q: exit code %d: %s", cmd.Args[1:], e.code, e.stderr)
	}
	steers := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
	if strings.ContainsFunc(e.stderr, steers) || strings.ContainsFunc(out.String(), steers) {
		t.Fatalf("%q steers the terminal: %q%q", cmd.Args[1:], out.String(), e.stderr)
	}
	return e, out.String()
}

// refusedWith fails unless the command is refused, with one line that holds a text.
func refusedWith(t *testing.T, want string, args ...string) ended {
	t.Helper()
	e, stdout := attack(t, args...)
	if e.code != exitUsage || stdout != "" || strings.Contains(e.stderr, "\n") || !strings.Contains(e.stderr, want) {
		t.Errorf("%q: exit code %d, printed %q, said %q; want %q", args, e.code, stdout, e.stderr, want)
	}
	return e
}

// snapshot reads everything below a folder: files, and where links lead.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	content := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		content[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func merged(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	united := filepath.Join(t.TempDir(), "united")
	if e, _ := attack(t, "merge", dir, "--results", united, "--quiet"); e.code != 0 || e.stderr != "" {
		t.Errorf("a complete run: %v", e)
	}
	same(t, united, want)
	for _, one := range [][]string{{"run", "digits"}, {"run", "colours"}, {"merge", dir}} {
		if e, _ := attack(t, append(one, "--results", united)...); e.code != 0 || strings.Contains(e.stderr, "answers: 4 computed") {
			t.Errorf("%v: %v", one, e)
		}
	}
	same(t, united, want)
	// One answer less, of a run and of a share.
	if err := os.Remove(anAnswer(t, dir, 3)); err != nil {
		t.Fatal(err)
	}
	said := ended{}
	for _, quiet := range [][]string{nil, {"--quiet"}} {
		e, _ := attack(t, append([]string{"merge", dir, "--results", filepath.Join(t.TempDir(), "r")}, quiet...)...)
		if e.code != exitFailure || !strings.Contains(e.stderr, "not complete: ") || !strings.Contains(e.stderr, "(1 of 4 answers are missing)") {
			t.Errorf("an answer less: %v", e)
		}
		said = e
	}
	return 6, "an answer less, quiet: " + quote(dir, said)
}

// foreignFolders are folders of somebody's own.
func foreignFolders() []map[string]string {
	return []map[string]string{
		{"README.md": "mine"},
		{"index.html": "mine", ".git/config": "mine"},
		{"colours/holiday.png": "mine", "colours/contract.pdf": "mine", "colours/table.csv": "mine", "colours/README.md": "mine"},
		{"codebreak.json": `{"name": "a package of mine"}`, "README.md": "mine"},
		{".codebreak.tmp-mine": "mine", "store/x": "mine"},
	}
}

func foreign(t *testing.T, dir string, want map[string]string) (int, string) {
	tries := 0
	var last ended
	for i, files := range foreignFolders() {
		own := filepath.Join(t.TempDir(), fmt.Sprint(i))
		writeFiles(t, own, files)
		if old := filepath.Join(own, ".codebreak.tmp-mine"); files[".codebreak.tmp-mine"] != "" {
			long := time.Now().AddDate(-1, 0, 0)
			if err := os.Chtimes(old, long, long); err != nil {
				t.Fatal(err)
			}
		}
		before := snapshot(t, own)
		for _, args := range [][]string{
			{"run", "colours", "--results", own}, {"run", "colours", "--shard", "1/2", "--results", own}, {"report", "--results", own},
			{"solve", "mm2x3", "total", "--results", own},
		} {
			e, _ := attack(t, args...)
			if last = e; e.code != exitUsage {
				t.Errorf("%q: %v", args, e)
			}
			tries++
		}
		if after := snapshot(t, own); !maps.Equal(after, before) {
			t.Errorf("%v became %v", before, after)
		}
	}
	if os.Getuid() != 0 { // who may write anywhere does not try
		refusedWith(t, "is not a results folder", "run", "colours", "--results", "/")
		tries++
	}
	// Among files that codebreak made.
	completes(t, dir, want)
	mine := map[string]string{
		"colours/holiday.png": "mine", "colours/drawing.svg": "mine", "colours/certificates/own.json": "mine", "notes.txt": "mine", "photos/colours.png": "mine",
	}
	writeFiles(t, dir, mine)
	for _, args := range [][]string{{"report", "--format", "svg,pdf"}, {"report"}, {"run", "colours", "digits"}} {
		if e, _ := attack(t, append(args, "--results", dir, "--quiet")...); e.code != 0 {
			t.Errorf("%v: %v", args, e)
		}
		tries++
	}
	for name := range mine {
		if text, err := os.ReadFile(filepath.Join(dir, name)); string(text) != "mine" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	// A list of files that names others' is obeyed within the entry's folder only.
	record := filepath.Join(dir, "digits", "results.json")
	text := read(t, record)
	outside := filepath.Join(filepath.Dir(dir), "mine.png")
	writeFiles(t, filepath.Dir(outside), map[string]string{"mine.png": "mine"})
	for _, name := range []string{"../../mine.png", "../../mine.svg", "../README.md", outside, "results.json", ".", "", "certificates/../../../mine.png"} {
		list, err := json.Marshal([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		writeFiles(t, dir, map[string]string{"digits/results.json": regexp.MustCompile(`"files": .*,\n`).ReplaceAllLiteralString(text, `"files": `+string(list)+",\n")})
		if e, _ := attack(t, "report", "--results", dir); e.code != 0 {
			t.Errorf("files %q: %v", name, e)
		}
		if read(t, outside) != "mine" {
			t.Fatalf("files %q: another's file is gone", name)
		}
		completes(t, dir, want)
		tries++
	}
	return tries, quote(filepath.Dir(dir), ended{last.code, regexp.MustCompile(`"/.*/(\d)"`).ReplaceAllString(last.stderr, `"folder"`)})
}

func permissions(t *testing.T, dir string, _ map[string]string) (int, string) {
	for mask, forbidden := range map[string]fs.FileMode{"077": 0o077, "000": 0} {
		folder := filepath.Join(dir, mask)
		script := `umask ` + mask + `; exec "$0" "$@"`
		for _, args := range [][]string{
			{"run", "colours", "--results", folder}, {"export", "--game", "mm2x3", "--criterion", "entropy", "--format", "json", "--output", filepath.Join(dir, mask+".json")},
		} {
			if e, _ := attackIn(t, "", exec.Command("sh", append([]string{"-c", script, commandLink(t)}, args...)...)); e.code != 0 {
				t.Fatal(e)
			}
		}
		if info, err := os.Stat(filepath.Join(dir, mask+".json")); err != nil || info.Mode().Perm() != 0o666&^forbidden {
			t.Errorf("umask %s: --output: %v, %v", mask, info.Mode(), err)
		}
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			wanted := 0o666 &^ forbidden
			if d.IsDir() {
				wanted = 0o777 &^ forbidden
			}
			if info, err := d.Info(); err != nil || info.Mode().Perm() != wanted {
				t.Errorf("umask %s: %s has %v, %v", mask, path, info.Mode(), err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	private := filepath.Join(dir, "private.json")
	if err := os.WriteFile(private, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if e, _ := attack(t, "export", "--game", "mm2x3", "--criterion", "entropy", "--format", "json", "--output", private); e.code != 0 {
		t.Error(e)
	}
	if info, err := os.Stat(private); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	return 5, "none has more or less"
}

func assisted(t *testing.T, _ string, _ map[string]string) (int, string) {
	tries := 0
	for _, flags := range [][]string{
		{"--criterion", "simple", "--pool", "consistent", "--ties", "first", "--order", "swap"},
		{"--criterion", "minimax", "--pool", "consistent", "--ties", "first", "--order", "swap"},
		{"--criterion", "entropy", "--ties", "last", "--order", "swap"},
		{"--criterion", "entropy", "--ties", "random=3"},
	} {
		flags = append([]string{"--game", "bc3x5"}, flags...)
		exported, _ := must(t, append([]string{"export", "--format", "csv"}, flags...)...)
		rows, err := csv.NewReader(strings.NewReader(exported)).ReadAll()
		if err != nil || len(rows) != 61 {
			t.Fatal(len(rows), err)
		}
		for _, row := range rows[1:] {
			var guesses, answers []string
			for i := 2; i < len(row) && row[i] != ""; i += 2 {
				guesses, answers = append(guesses, row[i]), append(answers, row[i+1])
			}
			code, stdout, _ := runWith(strings.NewReader(strings.Join(answers, "\n")+"\n"), append([]string{"assist"}, flags...)...)
			var got []string
			for _, m := range regexp.MustCompile(`(?m)^Guess \d+: (\w+)`).FindAllStringSubmatch(stdout, -1) {
				got = append(got, m[1])
			}
			if code != 0 || !slices.Equal(got, guesses) {
				t.Errorf("%q, secret %s: guesses %q, want %q", flags, row[0], got, guesses)
			}
			tries++
		}
	}
	return tries, "every guess for every secret"
}

func tiny(t *testing.T, _ string, _ map[string]string) (int, string) {
	tries := 0
	for _, game := range []string{"bc1x2-nozero", "bc2x2-nozero", "mm1x2", "bc2x2", "bp1x2", "bc1x3-nozero"} {
		for _, objective := range []string{"total", "total,worst,count", "worst,total", "worst,count"} {
			for _, pool := range []string{"all", "consistent", "consistent-but-last", "second-free"} {
				if code, stdout, stderr := runWith(nil, "solve", "--game", game, "--objective", objective, "--pool", pool, "--json"); code != 0 || !strings.Contains(stdout, `"proved":true`) {
					t.Errorf("%s, %s, %s: exit code %d, %s%s", game, objective, pool, code, stdout, stderr)
				}
				tries++
			}
		}
	}
	return tries, "all proved"
}

func inTheWay(t *testing.T, dir string, want map[string]string) (int, string) {
	whole := filepath.Join(dir, "whole")
	completes(t, whole, want)
	tries := 0
	said := ""
	for what, put := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"loop":   func(path string) error { return os.Symlink(path, path) },
		"folder": func(path string) error { return os.Mkdir(path, 0o777) },
	} {
		for _, place := range []string{"answer", "time", "lock", "record", "front page", "submission", "marker", "tree"} {
			folder := filepath.Join(dir, strings.ReplaceAll(what+" "+place, " ", "-"))
			if err := os.CopyFS(folder, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			answer := anAnswer(t, folder, 1)
			name := strings.TrimSuffix(filepath.Base(answer), ".json")
			path := map[string]string{
				"answer": answer, "time": filepath.Join(folder, "store", "times", name), "lock": filepath.Join(folder, "store", "locks", name),
				"record": filepath.Join(folder, "digits", "results.json"), "front page": filepath.Join(folder, "README.md"),
				"submission": filepath.Join(folder, "slurm", "x.json"), "marker": filepath.Join(folder, "codebreak.json"), "tree": filepath.Join(folder, "tree.json"),
			}[place]
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.RemoveAll(path), put(path)); err != nil {
				t.Fatal(err)
			}
			commands := [][]string{{"run", "colours", "digits", "--results", folder}}
			switch place {
			case "answer":
				commands = append([][]string{{"merge", folder, "--results", filepath.Join(folder, "united")}}, commands...)
			case "record":
				commands = append([][]string{{"report", "--results", folder}}, commands...)
			case "submission":
				commands = [][]string{{"status", "--results", folder}}
			case "tree":
				commands = [][]string{{"check", path}, {"export", path, "--format", "csv"}}
			}
			for _, args := range commands {
				e, _ := attack(t, args...)
				if e.code != 0 && !strings.Contains(e.stderr, filepath.Base(path)) && !strings.Contains(e.stderr, name) {
					t.Errorf("%s for the %s: %q does not name it: %v", what, place, args, e)
				}
				if what == "pipe" && place == "answer" && args[0] == "run" {
					said = quote(folder, e)
				}
				tries++
			}
		}
	}
	return tries, "nothing waited, such as " + strings.Split(said, "\n")[0]
}

func patterns(t *testing.T, dir string, want map[string]string) (int, string) {
	names := []string{"r[", "r[1]", "a[b/c]d", "*", "?{x,y}", `back\slash`}
	for _, name := range names {
		folder := filepath.Join(dir, name)
		completes(t, folder, want)
		for _, format := range []string{"svg", "png"} {
			if e, _ := attack(t, "report", "--results", folder, "--format", format); e.code != 0 {
				t.Error(e)
			}
		}
		same(t, folder, want)
	}
	return 3 * len(names), "the same files"
}

func shellNames(t *testing.T, dir string, _ map[string]string) (int, string) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here")
	}
	names := []string{"p$(touch PWNED)`touch PWNED`", "a;touch PWNED", "'; touch PWNED; '", "p q", "100% %A_%a", "a,b", "--wrap=x", "$HOME\"'"}
	directive := regexp.MustCompile(`^#SBATCH --[a-z-]+(=[A-Za-z0-9_.,:@+-]+)?$`)
	for _, name := range names {
		search := filepath.Join(dir, name)
		for _, args := range [][]string{{"submit", "solve", "--game", "mm2x3", "--objective", "total", "--results", search}, {"submit", "colours", "--results", search}} {
			stdout, _ := must(t, append(args, "--tasks", "2", "--time", "1h", "--mem", "2GiB", "--dry-run", "--program", "/bin/true")...)
			for line := range strings.Lines(stdout) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, "#SBATCH") && !directive.MatchString(line) {
					t.Errorf("%q: directive %s", name, line)
				}
			}
			for i, script := range regexp.MustCompile(`(?m)^# ---- .*$`).Split(stdout, -1)[1:] {
				cwd := t.TempDir()
				cmd := exec.Command("bash", "-c", strings.TrimSpace(script))
				cmd.Dir, cmd.Env = cwd, append(os.Environ(), "SLURM_ARRAY_TASK_ID=1")
				out, err := cmd.CombinedOutput()
				if err != nil && i == 0 {
					t.Errorf("%q: %v: %s", name, err, out)
				}
				if made, err := os.ReadDir(cwd); len(made) > 0 || err != nil {
					t.Errorf("%q made %v, %v", name, made, err)
				}
			}
		}
	}
	return 2 * len(names), "nothing came to be but the marks of shares"
}

func sizes(t *testing.T, dir string, want map[string]string) (int, string) {
	submit := func(want string, flags ...string) {
		refusedWith(t, want, append([]string{"submit", "colours", "--dry-run", "--results", dir}, flags...)...)
		refusedWith(t, want, append([]string{"submit", "solve", "--game", "mm2x3", "--objective", "total", "--results", dir, "--dry-run"}, flags...)...)
	}
	submit("at most 100000", "--tasks", "200000", "--time", "1h", "--mem", "1GiB")
	submit("at most 100000", "--tasks", "9223372036854775807", "--time", "1h", "--mem", "1GiB")
	submit("at most 100000", "--tasks", "-1", "--time", "1h", "--mem", "1GiB")
	submit("it must be at least 2.0 MiB", "--tasks", "2", "--time", "1h", "--mem", "1MiB")
	submit("it must be at least 1m", "--tasks", "2", "--time", "1s", "--mem", "1GiB")
	submit("it must be at least 1 and at most 4096", "--tasks", "2", "--time", "1h", "--mem", "1GiB", "--cpus", "9223372036854775807")
	refusedWith(t, "more than the limit of 1.0 MiB", "submit", "long", "--dry-run", "--results", dir, "--tasks", "2", "--time", "1h", "--mem", "2MiB")
	refusedWith(t, "at most 100000", "run", "colours", "--shard", "1/100001", "--results", dir)
	refusedWith(t, "at most 4096", "run", "colours", "--workers", fmt.Sprint(math.MaxInt64), "--results", dir)
	tries := 9
	const good = `{"name":"x","tasks":2,"job":"1","page_job":"2","again":["codebreak"]}`
	var last ended
	for _, change := range [][2]string{
		{`"tasks":2`, `"tasks":9223372036854775807`}, {`"tasks":2`, `"tasks":300000000`}, {`"tasks":2`, `"tasks":-1`}, {`"tasks":2`, `"tasks":1e99`},
		{`"name":"x"`, `"name":"../x"`}, {good, `[]`}, {good, `null`}, {good, ""}, {`["codebreak"]`, `{}`},
	} {
		record := strings.Replace(good, change[0], change[1], 1)
		if record == good {
			t.Fatal("nothing is changed")
		}
		writeFiles(t, dir, map[string]string{"slurm/x.json": record})
		last, _ = attack(t, "status", "--results", dir)
		if last.code != exitUsage || !strings.Contains(last.stderr, "x.json is damaged: ") {
			t.Errorf("%s: %v", record, last)
		}
		tries++
	}
	_, record, _ := strings.Cut(last.stderr, "; ")
	return tries, quote(dir, ended{last.code, record[strings.Index(record, "record "):]})
}

// changes are what a forger may write in the place of a value in JSON.
var changes = [][2]string{
	{`"version": 3`, `"version": -1`}, {`"entry": "digits"`, `"entry": "colours"`}, {`"entry": "digits"`, `"entry": "<script>alert(1)</script>"`},
	{`"files": [`, `"files": ["../../pwned.png",`}, {`"answers": [`, `"answers": [null,`}, {`"answers": [`, `"answers": null, "more": [`},
	{`"tree":"`, `"tree":"zz`}, {`"tree":"`, `"tree":"((((`}, {`"tree":"012`, `"tree":"021`}, {`"tree":"`, `"tree":1,"x":"`},
}

func forgedRecords(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	path := filepath.Join(dir, "digits", "results.json")
	text := read(t, path)
	var last ended
	for _, change := range changes {
		forged := strings.Replace(text, change[0], change[1], 1)
		if forged == text {
			t.Fatalf("%s is not there", change[0])
		}
		writeFiles(t, dir, map[string]string{"digits/results.json": forged})
		code, _, stderr := runWith(nil, "report", "--results", dir)
		last = ended{code, strings.Split(stderr, "\n")[0]}
		if code != 0 || !strings.Contains(stderr, path) || !strings.Contains(stderr, "pages made again in "+dir+": 1") {
			t.Errorf("%s: %v", change[1], last)
		}
		for _, page := range []string{"README.md", "index.html"} {
			if made := read(t, filepath.Join(dir, page)); strings.Contains(made, "<script>alert(1)") || strings.Contains(made, "HYPERLINK") {
				t.Errorf("%s reaches %s", change[1], page)
			}
		}
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(dir), "pwned.png")); err == nil {
		t.Error("a file is written outside of the results")
	}
	completes(t, dir, want)
	return len(changes), "such as " + quote(dir, last)
}

// An answerFile is what a file in a store holds; see [store.Store].
type answerFile struct {
	Version  int             `json:"version"`
	Engine   string          `json:"engine"`
	Kind     string          `json:"kind"`
	Question json.RawMessage `json:"question"`
	Sum      string          `json:"sum"`
	Partial  bool            `json:"partial,omitempty"`
	Answer   json.RawMessage `json:"answer"`
}

// forge changes the answer in a file, and makes the checksum right again.
func forge(t *testing.T, path string, change func(answer string) string) {
	t.Helper()
	var f answerFile
	if err := json.Unmarshal([]byte(read(t, path)), &f); err != nil {
		t.Fatal(err)
	}
	before := string(f.Answer)
	f.Answer = json.RawMessage(change(before))
	if string(f.Answer) == before {
		t.Fatalf("nothing is changed in %s", before)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q %q %t\n%s\n%s", f.Version, f.Engine, f.Kind, f.Partial, f.Question, f.Answer))
	f.Sum = hex.EncodeToString(sum[:])
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := errors.Join(e.Encode(f), store.WriteFile(path, text.Bytes())); err != nil {
		t.Fatal(err)
	}
}

func replace(old, text string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, text, 1) }
}

func forgedAnswers(t *testing.T, dir string, want map[string]string) (int, string) {
	completes(t, dir, want)
	var last ended
	forgeries := append([][2]string{{"{", `{"x":1,`}}, changes[6:]...)
	for _, change := range forgeries {
		// Of the configurations, one from 012.
		i := slices.IndexFunc([]int{0, 1, 2, 3, 4, 5, 6, 7}, func(i int) bool { return strings.Contains(read(t, anAnswer(t, dir, i)), `"tree":"012`) })
		path := anAnswer(t, dir, i)
		forge(t, path, replace(change[0], change[1]))
		code, _, stderr := runWith(nil, "run", "colours", "digits", "--results", dir, "--quiet")
		last = ended{code, strings.TrimSpace(stderr)}
		if code != 0 || !strings.Contains(stderr, path+" is damaged: ") || !strings.Contains(stderr, "it is set aside in") {
			t.Errorf("%s: %v", change[1], last)
		}
	}
	completes(t, dir, want)
	return len(forgeries), "such as " + quote(dir, last)
}

func controlCharacters(t *testing.T, dir string, want map[string]string) (int, string) {
	const nasty = "x\x1b[31m\r\x07\u202e\x9b"
	completes(t, filepath.Join(dir, nasty), want)
	folder := filepath.Join(dir, nasty)
	for name, text := range map[string]string{"tree.json": `{"game": "` + nasty + `"}`, "tree.txt": "9 (12: 1\x1b[2J\x07", "empty": ""} {
		writeFiles(t, folder, map[string]string{name: text})
	}
	tries := 0
	for _, args := range [][]string{
		{"check", nasty}, {"check", filepath.Join(folder, "tree.json")}, {"check", filepath.Join(folder, "tree.txt"), "--game", "mm2x3"}, {"check", filepath.Join(folder, "empty")},
		{"status", "--results", folder}, {"status", "--results", nasty}, {"run", nasty, "--results", folder}, {"run", "colours", "--results", folder}, {"report", "--results", folder},
		{"merge", folder, "--results", filepath.Join(folder, "u")}, {"merge", nasty}, {"measure", "--game", nasty, "--criterion", nasty}, {"measure", "--game", "mm4x6", "--criterion", "minimax", "--first", nasty},
		{"measure", "--game", "mm4x6", "--criterion", "minimax", "--ties", nasty}, {"--" + nasty}, {nasty}, {"help", nasty}, {"completion", nasty}, {"solve", "mm2x3", "total", "--results", folder}, {"solve", "mm2x3", "total", "--shard", nasty}, {"solve", nasty},
		{"export", "--game", "mm2x3", "--criterion", "entropy", "--format", "csv", "--output", filepath.Join(folder, nasty, nasty)}, {"list", nasty}, {"run", "colours", "--shard", nasty},
		{"submit", nasty, "--tasks", "1", "--time", "1h", "--mem", "1GiB"}, {"run", "colours", "--time-limit", nasty}, {"run", "colours", "--max-memory", nasty}, {"run", "colours", "--format", nasty},
	} {
		attack(t, args...)
		tries++
	}
	for _, command := range [][]string{{"assist", "--game", "mm2x3"}, {"play", "--game", "mm2x3"}, {"deduce", "--game", "mm2x3"}, {"deduce"}} {
		cmd := exec.Command(commandLink(t), command...)
		cmd.Stdin = strings.NewReader(nasty + "\n" + nasty + " 0A0B\n12 " + nasty + "\n")
		attackIn(t, "", cmd)
		tries++
	}
	return tries, "none"
}

func lostStreams(t *testing.T, dir string, _ map[string]string) (int, string) {
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	tries := 0
	var last ended
	for _, command := range [][]string{{"assist", "--game", "mm2x3"}, {"play", "--game", "mm2x3"}, {"deduce", "--game", "mm2x3"}, {"deduce"}} {
		cmd := exec.Command(commandLink(t), command...)
		cmd.Stdin = folder
		last, _ = attackIn(t, "", cmd)
		if last.code != exitFailure || !strings.Contains(last.stderr, "standard input cannot be read: ") {
			t.Errorf("%q: %v", command, last)
		}
		tries++
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return tries, quote(dir, last)
	}
	defer full.Close()
	for _, command := range [][]string{{"help"}, {"list"}, {"games"}, {"assist", "--game", "mm2x3"}, {"play", "--game", "mm2x3"}, {"measure", "--game", "mm2x3", "--criterion", "entropy"}} {
		cmd := exec.Command(commandLink(t), command...)
		cmd.Stdout = full
		if e, _ := attackIn(t, "", cmd); e.code != exitFailure || !strings.Contains(e.stderr, "no space left") {
			t.Errorf("%q: %v", command, e)
		}
		tries++
	}
	return tries, quote(dir, last)
}

func values(t *testing.T, dir string, _ map[string]string) (int, string) {
	measure := []string{"measure", "--game", "mm2x3", "--criterion", "entropy"}
	tests := [][2]string{
		{"--time-limit=9999999h", "it must be a time of less than 292 years with its unit"}, {"--time-limit=soon", "it must be a time"}, {"--time-limit=-1s", "it must be more than 0"}, {"--time-limit=0", "it must be more than 0"},
		{"--max-memory=0", "it must be a size above 0"}, {"--max-memory=0.1B", "it must be a size above 0"}, {"--max-memory=1B", "more than the limit of 1 B"}, {"--max-memory=99999999999999999999", "it must be a size"},
		{"--workers=-1", "at least 1 and at most 4096"}, {"--endgame=99999999999999999999", "it must be a whole number"}, {"--pool=all-until=-1", "pool"}, {"--ties=random=x", "ties"}, {"--first=", "first"},
	}
	for _, test := range tests {
		if e := refusedWith(t, test[1], append(slices.Clone(measure), test[0])...); strings.Contains(e.stderr, "context ") || strings.Contains(e.stderr, "strconv") {
			t.Error(e)
		}
	}
	tries := len(tests)
	for _, args := range [][]string{measure, {"run", "colours", "--results", dir}, {"run", "colours", "--shard", "1/2", "--results", dir}, {"export", "--game", "mm2x3", "--criterion", "entropy", "--format", "csv"}} {
		if e, _ := attack(t, append(slices.Clone(args), "--time-limit", "1ns")...); e.code != exitInterrupted || strings.Contains(e.stderr, "context ") || !strings.Contains(e.stderr, "stopped at the time limit of 1ns") {
			t.Errorf("%q: %v", args, e)
		}
		tries++
	}
	return tries, "each says it"
}

// stopped stops work by a signal and by the time limit. How soon it must end
// leaves room for a machine that has much else to do.
func stopped(t *testing.T, dir string, _ map[string]string) (int, string) {
	const limit, patience = 300 * time.Millisecond, 20 * time.Second
	const begun = 2 * time.Second // of a program on a busy machine
	tries := 0
	for _, args := range [][]string{
		{"run", "long", "--full", "--results", dir}, {"run", "long", "--full", "--shard", "1/2", "--results", dir}, {"measure", "--game", "mm6x9", "--criterion", "entropy"},
		{"export", "--game", "mm6x9", "--criterion", "entropy", "--format", "csv"}, {"solve", "--game", "mm5x8", "--objective", "total"},
		{"solve", "bc5x10", "worst,count", "--results", filepath.Join(dir, "store", "search")},
	} {
		began := time.Now()
		if e, _ := attack(t, append(slices.Clone(args), "--time-limit", limit.String())...); e.code != exitInterrupted || !strings.Contains(e.stderr, "stopped at the time limit of "+limit.String()) || time.Since(began) > patience {
			t.Errorf("%q, stopped after %s: %v", args, time.Since(began), e)
		}
		began = time.Now()
		ctx, stop := context.WithTimeout(t.Context(), begun)
		cmd := exec.CommandContext(ctx, commandLink(t), args...)
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
		e, _ := attackIn(t, "", cmd)
		stop()
		if e.code != exitInterrupted || !strings.Contains(e.stderr, "interrupted") || time.Since(began) > patience {
			t.Errorf("%q, interrupted after %s: %v", args, time.Since(began), e)
		}
		tries += 2
	}
	return tries, "all ended, and said what is kept"
}
