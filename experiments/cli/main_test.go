package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"codebreak": func() {
		code := Run(testEntries, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		notePeak()
		os.Exit(code)
	}})
}

// long is whether tests do what takes long, as in .ci/run.
var long = os.Getenv("CODEBREAK_LONG") != ""

// some returns every case of a campaign if tests may take long, and otherwise the first of
// every so many.
func some[T any](all []T, oneIn int) []T {
	if long {
		return all
	}
	var few []T
	for i := 0; i < len(all); i += oneIn {
		few = append(few, all[i])
	}
	return few
}

// tests are run where nothing of the caller's shows: neither the signals that it ignores nor
// the variables that the program heeds.
type tests struct{ *testing.M }

func (t tests) Run() int {
	catchIgnored()
	for _, name := range []string{listsVariable, "CODEBREAK_COMMAND", "GOGC", "GOMEMLIMIT", "NO_COLOR"} {
		os.Unsetenv(name) // which fails for no name
	}
	// Within a test the program is called as the test is; what it prints is to be typed as is.
	os.Setenv("CODEBREAK_COMMAND", "codebreak")
	return t.M.Run()
}

// testEntries is a small notebook with an entry of every kind.
func testEntries() []notebook.Entry {
	criteria := []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Entropy, Pool: strategy.Consistent}}
	colours := configs.Grid{Games: []string{"mm3x4", "mm3x5"}, Strategies: criteria}
	// The games of more colours are slow.
	many := configs.Grid{Games: []string{"mm3x6", "mm3x7"}, Strategies: criteria}
	// What is here takes minutes, and is there to be interrupted.
	long := configs.Grid{Games: []string{"mm5x8"}, Strategies: randomTies(200)}
	timed := gridEntry("timed", "The time it takes", configs.Grid{Games: []string{"mm2x2"}, Strategies: criteria}, configs.Grid{})
	timed.OnDemand = true
	return []notebook.Entry{
		gridEntry("colours", "Three positions", colours, many),
		gridEntry("digits", "Digits without repeats", configs.Grid{Games: []string{"bc3x6"}, Strategies: criteria, FirstGuesses: []string{"012", "123"}}, configs.Grid{}),
		gridEntry("long", "Five positions", configs.Grid{}, long),
		timed, seedsEntry(), valuesEntry(),
	}
}

// valuesEntry solves the game of a codemaker that chooses the secret.
func valuesEntry() notebook.Entry {
	return notebook.Entry{
		Name: "values", Question: "Values of games", About: "What is the game worth?",
		Tasks: notebook.Slow(notebook.AskAll[ask.Value]([]ask.Equilibrium{{Game: "mm3x6"}})),
		Page:  func(notebook.Outcome) report.Page { return report.Page{} },
	}
}

// seeds is how many tasks seedsEntry has.
const seeds = 100

// seedsEntry has tasks enough for a share of them to be stopped in between.
func seedsEntry() notebook.Entry {
	configurations := configs.Grid{Games: []string{"mm4x7"}, Strategies: randomTies(seeds)}.Configurations()
	return notebook.Entry{
		Name: "seeds", Question: "Ties at random", About: "What does chance do?",
		Tasks: notebook.Slow(ask.Plays(configurations)),
		Page: func(o notebook.Outcome) report.Page {
			return report.Page{Sections: []report.Section{{Heading: "Played", Table: report.TableOf(ask.Results(o, configurations), report.ResultTitles, report.ResultCells)}}}
		},
	}
}

func randomTies(n int) []strategy.Strategy {
	var out []strategy.Strategy
	for seed := range n {
		out = append(out, strategy.Strategy{Criterion: strategy.Entropy, Ties: fmt.Sprintf("random=%d", seed)})
	}
	return out
}

// gridEntry plays a grid, and slowly another, with a table, a picture and trees on its
// page.
func gridEntry(name, title string, quick, slow configs.Grid) notebook.Entry {
	all := slices.Concat(quick.Configurations(), slow.Configurations())
	return notebook.Entry{
		Name: name, Question: title, About: "How many guesses does it take?",
		Tasks: append(ask.TreePlays(quick.Configurations()), notebook.Slow(ask.TreePlays(slow.Configurations()))...),
		Page: func(o notebook.Outcome) report.Page {
			configurations := notebook.Answered(o, all, func(c engine.Configuration) []notebook.Task { return ask.Plays([]engine.Configuration{c}) })
			results := ask.Results(o, configurations)
			figure := chart.Figure{File: name + ".png", Caption: "Histograms of " + name, Title: title}
			histogram := chart.Histogram{}
			page := report.Page{Results: results}
			for i, r := range results {
				title := r.Configuration.String()
				histogram.Series = append(histogram.Series, chart.Distribution{Name: title, Counts: chart.Numbers(r.Histogram), Mean: r.Mean, Colour: chart.ColourOf(title, i)})
				page.Findings = append(page.Findings, fmt.Sprintf("%s takes %d guesses.", title, r.Total))
				page.Trees = append(page.Trees, report.TreeView{Game: r.Game, Name: title, Tree: notebook.Get(o, ask.NewPlay(configurations[i])).Tree})
			}
			figure.Charts = []chart.Chart{histogram}
			page.Sections = []report.Section{{Heading: "Played", Table: report.TableOf(results, report.ResultTitles, report.ResultCells), Figures: []chart.Figure{figure}}}
			return page
		},
	}
}

// TestScripts types commands as a user would. "exits N command…" runs a
// command that must end with exit code N, one line on standard error and,
// unless N is 0, nothing on standard output. What is marked [long] takes long.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return long, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits code command [args...]")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				err = ts.Exec(args[1], args[2:]...)
				got := 0
				if exit, ok := err.(*exec.ExitError); ok {
					got = exit.ExitCode()
				} else if err != nil {
					ts.Fatalf("%v", err)
				}
				if got != want {
					ts.Fatalf("exit code %d, want %d", got, want)
				}
				if stderr := ts.ReadFile("stderr"); want != 0 && strings.Count(stderr, "\n") != 1 {
					ts.Fatalf("standard error is not one line: %q", stderr)
				}
				if stdout := ts.ReadFile("stdout"); want != 0 && stdout != "" {
					ts.Fatalf("standard output is not empty: %q", stdout)
				}
			},
		},
	})
}

// runWith runs the program within the test.
func runWith(in io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	code = Run(testEntries, args, in, &out, &errOut)
	return code, out.String(), errOut.String()
}

// TestEntriesAreBuiltWhenNeeded runs commands that need no entries.
func TestEntriesAreBuiltWhenNeeded(t *testing.T) {
	for _, args := range [][]string{
		{"measure", "--game", "mm2x2", "--criterion", "minimax"},
		{"games"}, {"version"}, {"help"}, {"deduce"},
		{"play", "--game", "mm2x2"}, {"assist", "--game", "mm2x2"},
	} {
		var stderr bytes.Buffer
		entries := func() []notebook.Entry {
			t.Errorf("%v asks for the entries", args)
			return nil
		}
		if code := Run(entries, args, strings.NewReader(""), io.Discard, &stderr); code != 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr.String())
		}
	}
}

// answersOfAnotherEngine makes a results folder of an entry whose answers another
// engine has computed.
func answersOfAnotherEngine(t *testing.T) string {
	t.Helper()
	folder := notebook.Folder(filepath.Join(t.TempDir(), "results"))
	r := notebook.Runner{
		Env:     notebook.Env{Workers: 1, Store: store.Open(folder.Store(), store.Options{Engine: fixed("another")})},
		Entries: testEntries(), Folder: folder,
	}
	if _, err := r.RunShare(t.Context(), testEntries()[:1], store.Share{}); err != nil {
		t.Fatal(err)
	}
	return string(folder)
}

// TestAnswersOfAnotherEngine checks that they are used only if that is asked
// for, and that it is said.
func TestAnswersOfAnotherEngine(t *testing.T) {
	into := func() []string { return []string{"--results", filepath.Join(t.TempDir(), "results")} }
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"run", "colours", "--results", answersOfAnotherEngine(t)}, 0, "answers: 4 computed, 0 reused, 4 of another engine ignored (--reuse to accept)\n"},
		{[]string{"run", "colours", "--reuse", "--results", answersOfAnotherEngine(t)}, 0, "answers: 0 computed, 4 reused, 4 of these of another engine\n"},
		{append(into(), "merge", answersOfAnotherEngine(t)), exitFailure, "4 answers of another engine ignored (--reuse to accept)\ncodebreak: incomplete: colours (4 of 4 answers are missing)\n"},
		{append(into(), "merge", "--reuse", answersOfAnotherEngine(t)), 0, "answers: 4 copied, 0 present already, 0 of these improved\n"},
	} {
		code, _, stderr := runWith(nil, test.args...)
		if code != test.code || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: exit code %d, said %q, want %q", test.args, code, stderr, test.want)
		}
	}
}

// TestMergeDifferent merges answers that contradict each other: one of them is wrong.
func TestMergeDifferent(t *testing.T) {
	k, err := store.NewKey("play", map[string]string{"game": "mm4x6"})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"merge", "--reuse", "--results", filepath.Join(t.TempDir(), "results")}
	for _, answer := range []string{"1", "2"} {
		folder := notebook.Folder(t.TempDir())
		s := store.Open(folder.Store(), store.Options{Engine: fixed("another")})
		if _, err := s.Do(t.Context(), k, nil, func(context.Context) (json.RawMessage, bool, error) { return json.RawMessage(answer), false, nil }); err != nil {
			t.Fatal(err)
		}
		args = append(args, string(folder))
	}
	if code, _, stderr := runWith(nil, args...); code != exitFailure || !strings.Contains(stderr, "differently; one of them is wrong") {
		t.Errorf("exit code %d, said %q", code, stderr)
	}
}

// TestPrintable checks that what is echoed is short and does not steer the
// terminal.
func TestPrintable(t *testing.T) {
	for message, want := range map[string]string{
		"plain: \"text\", │ ä":                                "plain: \"text\", │ ä",
		"a\x1b[31m\r\nb\u202e":                                `a\x1b[31m\r\nb\u202e`,
		"\"" + strings.Repeat("x", longest) + "\" stays":      "\"" + strings.Repeat("x", longest) + "\" stays",
		"\"" + strings.Repeat("x", 5000) + "\" and \"short\"": "\"" + strings.Repeat("x", longest/2) + "…" + strings.Repeat("x", longest/2) + "\" and \"short\"",
	} {
		if got := printable(message); got != want {
			t.Errorf("printable(%q) = %q, want %q", message, got, want)
		}
	}
	if got := printable("key \"" + strings.Repeat("x", 1e7) + "\" stays"); got != "key \""+strings.Repeat("x", longest/2)+"…"+strings.Repeat("x", longest/2)+"\" stays" {
		t.Errorf("printed: %.200s", got)
	}
	if got := printable(strings.Repeat("x", 1e6)); len(got) > longestLine+10 {
		t.Errorf("%d bytes are printed", len(got))
	}
}

// TestProgress checks that nothing is drawn where there is no terminal.
func TestProgress(t *testing.T) {
	var stderr bytes.Buffer
	a := &app{stderr: &stderr}
	bar := a.newProgress(10)
	bar.Start("x")
	bar.Add(5)
	bar.Clear()
	bar.Finish()
	if stderr.Len() > 0 {
		t.Errorf("a progress bar was drawn on something that is no terminal: %q", stderr.String())
	}
}

func Example() {
	Run(testEntries, []string{"measure", "--game", "mm2x2", "--criterion", "minimax", "--outline"}, os.Stdin, os.Stdout, os.Stderr)
	// Output:
	// 11
	//   0A0B 22
	//     2A0B solved
	//   1A0B 12
	//     0A2B 21
	//       2A0B solved
	//     2A0B solved
	//   2A0B solved
}

// must runs the program within the test, where it must succeed, and returns what
// it prints.
func must(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	code, stdout, stderr := runWith(nil, args...)
	if code != 0 {
		t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
	}
	return stdout, stderr
}

// fixed is an engine that has computed all answers.
func fixed(fingerprint string) func(store.Key) string {
	return func(store.Key) string { return fingerprint }
}
