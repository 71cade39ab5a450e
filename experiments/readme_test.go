package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codebreak/report"
)

func readFile(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestReadmeExample checks that the README's example is example_test.go but
// for the function's name, which a reader may take, and that its entry runs.
func TestReadmeExample(t *testing.T) {
	block := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(readFile(t, "..", "README.md"))
	if block == nil || strings.ReplaceAll(block[1], "mineEntry", "readmeEntry") != readFile(t, "example_test.go") {
		t.Fatal("the Go example in README.md is not experiments/example_test.go")
	}
	r := runner{options: options{workers: 2}, stdout: io.Discard}
	page, err := r.runEntry(context.Background(), readmeEntry(), &progress{})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Write(t.TempDir(), page); err != nil {
		t.Fatal(err)
	}
	if len(page.Results) != 12 || len(page.Sections) != 3 {
		t.Errorf("%d results in %d sections", len(page.Results), len(page.Sections))
	}
}

// TestReadmeShowsTheFrontPage checks that the README's table of verdicts is
// that of results/README.md.
func TestReadmeShowsTheFrontPage(t *testing.T) {
	front := readFile(t, "..", "results", "README.md")
	_, table, _ := strings.Cut(front, "## Published figures\n\n")
	table, _, found := strings.Cut(table, "\n## Entries")
	if !found {
		t.Fatal("the front page has no verdicts")
	}
	table = strings.ReplaceAll(table, "](published", "](results/published")
	if !strings.Contains(readFile(t, "..", "README.md"), table) {
		t.Errorf("README.md does not show the front page's verdicts:\n%s", table)
	}
}

// TestLinks follows the relative links of the README and of all pages.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	pages, err := filepath.Glob(filepath.Join("..", "results", "*", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, filepath.Join("..", "README.md"), filepath.Join("..", "results", "README.md"))
	for _, page := range pages {
		for _, m := range link.FindAllStringSubmatch(readFile(t, page), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}

// TestReadmeTranscripts replays the README's conversations: what a person
// types stands after a prompt, everything else is what the program says.
func TestReadmeTranscripts(t *testing.T) {
	readme := readFile(t, "..", "README.md")
	prompt := regexp.MustCompile(`^(?:guess \d+)?> (.*)$`)
	for _, command := range []string{"play --game bc4x10 --seed 5", "assist --game mm4x6 --criterion entropy"} {
		_, block, found := strings.Cut(readme, "    $ ./run.sh "+command+"\n")
		if !found {
			t.Errorf("README.md does not show %q", command)
			continue
		}
		var typed, said []string
		for line := range strings.Lines(block) {
			line, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
			if !indented {
				break
			}
			if m := prompt.FindStringSubmatch(line); m != nil {
				typed = append(typed, m[1])
			} else {
				said = append(said, line)
			}
		}
		var out strings.Builder
		cmd := rootCommand()
		cmd.SetArgs(strings.Fields(command))
		cmd.SetIn(strings.NewReader(strings.Join(typed, "\n") + "\n"))
		cmd.SetOut(&out)
		cmd.SetErr(io.Discard)
		if err := cmd.Execute(); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.TrimSpace(out.String()), strings.TrimSpace(strings.Join(said, "\n")); got != want {
			t.Errorf("%s says\n%s\nREADME.md has\n%s", command, got, want)
		}
	}
}
