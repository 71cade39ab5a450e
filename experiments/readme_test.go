package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codebreak/experiments/cli"
)

func readFile(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
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

// TestLinks follows the links of the READMEs, of all pages and of index.html:
// to files that must be there, and to places of index.html itself.
func TestLinks(t *testing.T) {
	markdown := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	address := regexp.MustCompile(`\b(?:href|src)="([^":]+)"`)
	anchor := regexp.MustCompile(`\bid="([^"]+)"`)
	pages, err := filepath.Glob(filepath.Join("..", "results", "*", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	index := filepath.Join("..", "results", "index.html")
	pages = append(pages, filepath.Join("..", "README.md"), "README.md", filepath.Join("..", "engine", "README.md"), filepath.Join("..", "results", "README.md"), index)
	links := 0
	for _, page := range pages {
		text, link := readFile(t, page), markdown
		anchors := map[string]bool{}
		if page == index {
			link = address
			for _, m := range anchor.FindAllStringSubmatch(text, -1) {
				if anchors[m[1]] {
					t.Errorf("%s has two places %s", page, m[1])
				}
				anchors[m[1]] = true
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			links++
			if place, ok := strings.CutPrefix(m[1], "#"); ok {
				if !anchors[place] {
					t.Errorf("%s has no place %s, to which it links", page, place)
				}
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links were found; are they still written so?", links)
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
		in := strings.NewReader(strings.Join(typed, "\n") + "\n")
		var failed strings.Builder
		if code := cli.Run(entries, strings.Fields(command), in, &out, &failed); code != 0 {
			t.Fatalf("%s: exit code %d: %s", command, code, failed.String())
		}
		if got, want := strings.TrimSpace(out.String()), strings.TrimSpace(strings.Join(said, "\n")); got != want {
			t.Errorf("%s says\n%s\nREADME.md has\n%s", command, got, want)
		}
	}
}
