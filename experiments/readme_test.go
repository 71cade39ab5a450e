package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/experiments/cli"
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

// TestReadmeShowsTheFrontPage checks that the README's table of verdicts is
// that of results/README.md.
func TestReadmeShowsTheFrontPage(t *testing.T) {
	front := readFile(t, "..", "results", "README.md")
	_, table, _ := strings.Cut(front, "## Published figures\n\n")
	table, _, found := strings.Cut(table, "\n### By source")
	if !found {
		t.Fatal("the front page has no verdicts")
	}
	table = strings.ReplaceAll(table, "](", "](results/")
	if !strings.Contains(readFile(t, "..", "README.md"), table) {
		t.Errorf("README.md does not show the front page's verdicts:\n%s", table)
	}
}

// TestReadmeListsTheSources checks that the README's list of sources is that of
// configs/published.
func TestReadmeListsTheSources(t *testing.T) {
	var list strings.Builder
	list.WriteString("\n## Sources\n\n")
	for _, s := range published.Sources() {
		fmt.Fprintf(&list, "- %s: %s; read: %s.\n", report.Reference(s), s.Prints, s.Read)
	}
	list.WriteString("\n## ")
	if !strings.Contains(readFile(t, "..", "README.md"), list.String()) {
		t.Errorf("README.md does not list the sources:\n%s", list.String())
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

// A conversation is a command that a README shows, with what is typed and what
// the program says.
type conversation struct {
	command, typed, said string
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

// TestReadmeTranscripts holds the README's conversations with the program,
// and those of the READMEs below, one after another. Of a command that fails the
// error is what it says.
func TestReadmeTranscripts(t *testing.T) {
	var all []conversation
	for _, path := range [][]string{{"..", "README.md"}, {"README.md"}, {"..", "engine", "README.md"}} {
		all = append(all, conversations(t, readFile(t, path...))...)
	}
	if len(all) < 8 {
		t.Fatalf("%d conversations were found; are they still written so?", len(all))
	}
	t.Chdir(t.TempDir())
	for _, c := range all {
		var out, failed strings.Builder
		said := &out
		if code := cli.Run(entries, strings.Fields(c.command), strings.NewReader(c.typed), &out, &failed); code != 0 {
			said = &failed
		}
		if got, want := strings.TrimSpace(said.String()), strings.TrimSpace(c.said); got != want {
			t.Errorf("%s says\n%s\nthe README has\n%s", c.command, got, want)
		}
	}
}
