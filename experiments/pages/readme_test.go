package pages

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/cli"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// committedPages makes the pages of the results that are committed, once.
var committedPages = sync.OnceValues(func() (pages []*report.Page, warnings []string) {
	r := notebook.Runner{Entries: Entries(), Folder: notebook.Folder(filepath.Join("..", "..", "results"))}
	r.Warn = func(text string) { warnings = append(warnings, text) }
	pages, _ = r.Pages()
	return pages, warnings
})

// TestReadmeCounts holds the README's counts of published figures against the results.
func TestReadmeCounts(t *testing.T) {
	readme := strings.Join(strings.Fields(enginetest.ReadFile(t, "..", "..", "README.md")), " ")
	pages, _ := committedPages()
	holding := report.CountHolding(report.Tallies(pages))
	counts := regexp.MustCompile(`Of ([\d,]+) averages of one-step strategies, ([\d,]+) hold\. Of ([\d,]+) sources, .* Of ([\d,]+) figures, ([\d,]+) hold;`).FindStringSubmatch(holding)
	if counts == nil {
		t.Fatalf("%q has other counts than the README", holding)
	}
	averages, reproduced, sources, figures, held := counts[1], counts[2], counts[3], counts[4], counts[5]
	want := fmt.Sprintf("%s of the %s classic averages and %s of %s published figures, from %s sources", reproduced, averages, held, figures, sources)
	if !strings.Contains(readme, want) {
		t.Errorf("README.md lacks %q", want)
	}
}

// TestReadmeIsShort counts the README's lines, and those of each of its commands.
func TestReadmeIsShort(t *testing.T) {
	readme := enginetest.ReadFile(t, "..", "..", "README.md")
	if lines := strings.Count(readme, "\n"); lines > 110 {
		t.Errorf("README.md has %d lines; at most 110 are read", lines)
	}
	shown := conversations(t, readme)
	if len(shown) != 4 {
		t.Errorf("README.md shows %d commands", len(shown))
	}
	for i, name := range []string{"assist", "compare", "solve", "explain"} {
		if !strings.HasPrefix(shown[i].command, name+" ") {
			t.Errorf("command %d is %s, not %s", i+1, shown[i].command, name)
		}
		if lines := strings.Count(shown[i].typed+shown[i].said, "\n") + 1; lines > 6 { // the command among them
			t.Errorf("%s takes %d lines; at most 6 are read", name, lines)
		}
	}
}

// TestCheckInPython has the twenty lines of Python in the README below check Knuth's
// total, without this program: with two colours fewer, unless the test may take long.
func TestCheckInPython(t *testing.T) {
	_, text, _ := strings.Cut(enginetest.ReadFile(t, "..", "README.md"), "## Check Knuth's figure without codebreak")
	_, text, _ = strings.Cut(text, "```python\n")
	text, _, found := strings.Cut(text, "```")
	lines := strings.Count(strings.ReplaceAll(text, "\n\n", "\n"), "\n")
	if !found || lines < 10 || lines > 20 || !strings.Contains(text, "total(set(CODES), tuple(\"1122\"))") {
		t.Fatalf("the README has no check of twenty lines, but %q", text)
	}
	if testing.Short() {
		t.Skip("Python takes some seconds")
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no Python is installed here (python3)")
	}
	want := 5801
	if !enginetest.Long() {
		text = strings.Replace(text, `"123456"`, `"1234"`, 1)
		_, played, err := engine.Play(t.Context(), engine.Configuration{Game: "mm4x4", First: "1122", Strategy: strategy.Strategy{Criterion: strategy.Minimax}}, tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want = played.Total
	}
	out, err := exec.Command("python3", "-c", text).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != strconv.Itoa(want) {
		t.Errorf("%v: %s, want %d", err, out, want)
	}
}

// parseCount reads a number with commas.
func parseCount(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(text), ",", ""))
	return n
}

// TestReadmeCountsTheSourcesOnce checks that the README has one count of the sources, and
// that the front page of results lists each source that is counted.
func TestReadmeCountsTheSourcesOnce(t *testing.T) {
	pages, _ := committedPages()
	counted := map[published.SourceID]bool{}
	for _, c := range report.United(report.Tallies(pages)).Claims {
		counted[c.Source] = true
	}

	readme := enginetest.ReadFile(t, "..", "..", "README.md")
	counts := regexp.MustCompile(`([0-9,]+) (?:sources|publications)`).FindAllStringSubmatch(readme, -1)
	if len(counts) != 1 || parseCount(counts[0][1]) != len(counted) {
		t.Errorf("README.md counts the sources as %q; there are %d", counts, len(counted))
	}

	_, listed, _ := strings.Cut(string(report.Front(nil, pages)), "## Sources")
	known := map[published.SourceID]bool{}
	for _, s := range published.Sources() {
		known[s.ID] = true
		if !strings.Contains(listed, s.Authors) || !strings.Contains(listed, s.Link) {
			t.Errorf("the front page does not list %s", s.Cite())
		}
	}
	for id := range counted {
		if !known[id] {
			t.Errorf("%s is counted as a source, and not listed", id)
		}
	}
}

// A conversation is a command that a README shows, with what is typed and what
// the program says.
type conversation struct {
	command, typed, said string
	cut                  bool // after what is shown, by …
}

// conversations reads the commands that a README shows after "$", and what
// follows them: what a person types stands after a prompt of the program, or
// between <<END and END, or is printed into the command; everything else is
// what the program says.
func conversations(t *testing.T, readme string) (all []conversation) {
	t.Helper()
	prompt := regexp.MustCompile(`^(?:guess \d+)?> (.*)$`)
	piped := regexp.MustCompile(`^printf ('.*') \| \./run\.sh (.*)$`)
	open, here := false, false // within a conversation, within what stands before END
	for line := range strings.Lines(readme) {
		line, indented := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    ")
		command, given := strings.CutPrefix(line, "$ ")
		switch {
		case !indented:
			open = false
		case given:
			var c conversation
			if m := piped.FindStringSubmatch(command); m != nil {
				c.command, c.typed = m[2], strings.ReplaceAll(strings.Trim(m[1], "'"), `\n`, "\n")
			} else if c.command, open = strings.CutPrefix(command, "./run.sh "); !open {
				continue // another program's
			}
			open = true
			c.command, here = strings.CutSuffix(c.command, " <<END")
			all = append(all, c)
		case !open:
		case line == "…": // what follows is left out
			all[len(all)-1].cut, open = true, false
		case here && line == "END":
			here = false
		case here:
			all[len(all)-1].typed += line + "\n"
		default:
			c := &all[len(all)-1]
			if m := prompt.FindStringSubmatch(line); m != nil {
				c.typed += m[1] + "\n"
			} else {
				c.said += line + "\n"
			}
		}
	}
	return all
}

// TestReadmeCommandsRun runs the commands of the README that are shown without what they say,
// and, unless it must be short, the one that takes seconds.
func TestReadmeCommandsRun(t *testing.T) {
	shown := regexp.MustCompile(`(?m)^    (?:printf ('.*') \| )?\./run\.sh (\w[^#\n]*)`).FindAllStringSubmatch(enginetest.ReadFile(t, "..", "..", "README.md"), -1)
	if len(shown) < 3 {
		t.Fatalf("%d commands were found; are they still written so?", len(shown))
	}
	t.Chdir(t.TempDir())
	for _, m := range shown {
		if testing.Short() && strings.HasPrefix(m[2], "openings") {
			continue
		}

		var out, failed strings.Builder
		typed := strings.ReplaceAll(strings.Trim(m[1], "'"), `\n`, "\n")
		if code := cli.Run(Entries, typedWords(m[2]), strings.NewReader(typed), &out, &failed); code != 0 || out.Len() == 0 && !strings.Contains(m[2], "--output") {
			t.Errorf("%s: exit code %d, %s", m[2], code, failed.String())
		}
	}
}

// typedWords splits a command as a shell does, as far as READMEs need it: what stands
// between single quotes is one word.
func typedWords(command string) (words []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// copyRecords copies what commands read of a results folder.
func copyRecords(t *testing.T, from, to string) {
	t.Helper()
	files := append(enginetest.Must(filepath.Glob(filepath.Join(from, "*", notebook.RecordName)))(t), enginetest.Must(filepath.Glob(filepath.Join(from, "*", notebook.FrontName)))(t)...)
	for _, name := range []string{notebook.MarkerName, notebook.AllName, notebook.PublishedName, notebook.FrontName} {
		files = append(files, filepath.Join(from, name))
	}
	for _, file := range files {
		copied := filepath.Join(to, enginetest.Must(filepath.Rel(from, file))(t))
		if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
			t.Fatal(err)
		}
		enginetest.WriteFile(t, copied, enginetest.ReadFile(t, file))
	}
}

// TestReadmeTranscripts holds the README's conversations with the program,
// and those of the READMEs below, one after another. Of a command that fails the
// error is what it says. One takes seconds, and is left out unless the test may take long.
func TestReadmeTranscripts(t *testing.T) {
	var all []conversation
	for _, path := range [][]string{{"..", "..", "README.md"}, {"..", "README.md"}, {"..", "cli", "README.md"}, {"..", "..", "engine", "README.md"}} {
		all = append(all, conversations(t, enginetest.ReadFile(t, path...))...)
	}
	if len(all) < 8 {
		t.Fatalf("%d conversations were found; are they still written so?", len(all))
	}
	folder := t.TempDir()
	copyRecords(t, filepath.Join("..", "..", "results"), filepath.Join(folder, "results"))
	t.Chdir(folder)
	t.Setenv("CODEBREAK_COMMAND", "./run.sh") // as run.sh has it
	for _, c := range all {
		if !enginetest.Long() && c.command == "static mm4x6" {
			continue
		}
		var out, failed strings.Builder
		said := &out
		if code := cli.Run(Entries, typedWords(c.command), strings.NewReader(c.typed), &out, &failed); code != 0 {
			said = &failed
		}
		got, want := strings.TrimSpace(said.String()), strings.TrimSpace(c.said)
		if c.cut && strings.HasPrefix(got, want+"\n") {
			got = want
		}
		if got != want {
			t.Errorf("%s says\n%s\nthe README has\n%s", c.command, got, want)
		}
	}
}
