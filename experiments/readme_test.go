package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"codebreak/configs/published"
	"codebreak/experiments/cli"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

func readFile(t *testing.T, path ...string) string {
	t.Helper()
	content := must(os.ReadFile(filepath.Join(path...)))(t)
	return string(content)
}

// committedPages makes the pages of the results that are committed, once.
var committedPages = sync.OnceValues(func() (pages []*report.Page, warnings []string) {
	r := notebook.Runner{
		Entries: entries(), Folder: notebook.Folder(filepath.Join("..", "results")),
		Warn: func(text string) { warnings = append(warnings, text) },
	}
	pages, _ = r.Pages()
	return pages, warnings
})

// TestReadmeCounts holds the README's verdicts against the results: how many there are
// of each, or were before figures were added, and those on the figures that it names.
func TestReadmeCounts(t *testing.T) {
	readme := readFile(t, "..", "README.md")
	pages, _ := committedPages()
	number := regexp.MustCompile(`[0-9,]+ `)
	counts := report.CountVerdicts(report.Tallies(pages))
	said := regexp.MustCompile(number.ReplaceAllString(regexp.QuoteMeta(counts), "[0-9,]+ ")).FindString(readme)
	now := number.FindAllString(counts, -1)
	for i, n := range number.FindAllString(said, -1) {
		if parseCount(n) > parseCount(now[i]) {
			t.Errorf("README.md says %q; the pages %q", said, counts)
		}
	}
	if said == "" {
		t.Errorf("README.md lacks %q", counts)
	}
	named := map[string]bool{}
	row := regexp.MustCompile(`(?m)^\| .* \| .* \| (.*) \| (.*) \| \[(exact|as published|differs|unexplained)\]\(results/published/(.*)\.png\) \|$`)
	for _, m := range row.FindAllStringSubmatch(readme, -1) {
		named[m[4]] = true
	}
	if len(named) < 6 {
		t.Errorf("the README names %d published averages", len(named))
	}
	for _, p := range pages {
		for _, c := range p.Comparisons {
			if name := strings.TrimSuffix(c.Picture, ".png"); named[name] {
				if line := fmt.Sprintf(" | %s | %s | [%s](results/published/%s) |\n", c.Published.Mean, report.Mean(c.Measured.Mean), c.Verdict, c.Picture); !strings.Contains(readme, line) {
					t.Errorf("README.md lacks %s", line)
				}
			}
		}
	}
}

// parseCount reads a number with commas.
func parseCount(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(text), ",", ""))
	return n
}

// TestReadmeNamesTheSources checks that the README counts the sources and leads to all
// of them, and is short.
func TestReadmeNamesTheSources(t *testing.T) {
	readme := readFile(t, "..", "README.md")
	if count := fmt.Sprintf("comes from %d publications and programs", len(published.Sources())); !strings.Contains(readme, count) {
		t.Errorf("README.md does not say that it %s", count)
	}
	front := readFile(t, "..", "results", "README.md")
	for _, s := range published.Sources() {
		if !strings.Contains(front, s.Authors) || !strings.Contains(front, s.Link) {
			t.Errorf("results/README.md does not list %s", s.Cite())
		}
	}
	if lines := strings.Count(readme, "\n"); lines > 160 {
		t.Errorf("README.md has %d lines; at most 160 are read", lines)
	}
}

// TestLinks follows the links of the READMEs, of all pages and of index.html:
// to files that must be there, and to places of index.html itself.
func TestLinks(t *testing.T) {
	markdown := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	address := regexp.MustCompile(`\b(?:href|src)="([^":]+)"`)
	anchor := regexp.MustCompile(`\bid="([^"]+)"`)
	pages := must(filepath.Glob(filepath.Join("..", "results", "*", "*.md")))(t)
	index := filepath.Join("..", "results", "index.html")
	pages = append(pages, filepath.Join("..", "README.md"), "README.md", filepath.Join("cli", "README.md"), filepath.Join("..", "engine", "README.md"), filepath.Join("..", "results", "README.md"), index)
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

// TestReadmeTranscripts holds the README's conversations with the program,
// and those of the READMEs below, one after another. Of a command that fails the
// error is what it says.
func TestReadmeTranscripts(t *testing.T) {
	var all []conversation
	for _, path := range [][]string{{"..", "README.md"}, {"README.md"}, {"cli", "README.md"}, {"..", "engine", "README.md"}} {
		all = append(all, conversations(t, readFile(t, path...))...)
	}
	if len(all) < 8 {
		t.Fatalf("%d conversations were found; are they still written so?", len(all))
	}
	t.Chdir(t.TempDir())
	t.Setenv("CODEBREAK_COMMAND", "./run.sh") // as run.sh has it
	for _, c := range all {
		var out, failed strings.Builder
		said := &out
		if code := cli.Run(entries, typedWords(c.command), strings.NewReader(c.typed), &out, &failed); code != 0 {
			said = &failed
		}
		if got, want := strings.TrimSpace(said.String()), strings.TrimSpace(c.said); got != want {
			t.Errorf("%s says\n%s\nthe README has\n%s", c.command, got, want)
		}
	}
}
