package house

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// TestLinks follows the links of the READMEs, of all pages and of index.html:
// to files that must be there, to their headings, and to places of index.html itself.
func TestLinks(t *testing.T) {
	markdown := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]+))?\)`)
	address := regexp.MustCompile(`\b(?:href|src)="([^":]+)"`)
	anchor := regexp.MustCompile(`\bid="([^"]+)"`)
	pages := glob(t, root, "results", "*", "*.md")
	index := filepath.Join(root, "results", "index.html")
	pages = append(pages, index)
	for _, folder := range []string{".", "experiments", "experiments/cli", "engine", "results"} {
		pages = append(pages, filepath.Join(root, filepath.FromSlash(folder), "README.md"))
	}
	pages = append(pages, filepath.Join(root, "engine", "proof", "FORMAT.md"))
	links := 0
	for _, page := range pages {
		text, link := enginetest.ReadFile(t, page), markdown
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
			if m[1] == "lab.html" {
				continue // the page says how it is made
			}
			target := page
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(page), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if page != index && m[2] != "" && !slices.Contains(headings(enginetest.ReadFile(t, target)), m[2]) {
				t.Errorf("%s links to %s, which has no heading #%s", page, m[1], m[2])
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links were found; are they still written so?", links)
	}
}

// headings lists the places of a page in Markdown, by the names that links give its headings.
func headings(text string) (places []string) {
	dropped := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		places = append(places, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return places
}

// TestReadmeSnippets runs what experiments/README.md does with the data in Python and in R, where
// they are installed, and looks for the columns that it names in any case.
func TestReadmeSnippets(t *testing.T) {
	readme := enginetest.ReadFile(t, root, "experiments", "README.md")
	header, _, _ := strings.Cut(enginetest.ReadFile(t, root, "results", "all.csv"), "\n")
	for _, column := range []string{"game", "criterion", "first", "mean", "worst"} {
		if !slices.Contains(strings.Split(header, ","), column) {
			t.Errorf("all.csv has no column %s", column)
		}
	}
	for _, language := range []struct{ name, program, try, flag string }{
		{"python", "python3", "import pandas", "-c"}, {"r", "Rscript", "read.csv", "-e"},
	} {
		code := ""
		for _, block := range strings.Split(readme, "```"+language.name+"\n")[1:] {
			block, _, _ = strings.Cut(block, "```")
			if strings.Contains(block, "results/all.csv") {
				code = block
			}
		}
		if code == "" {
			t.Fatalf("experiments/README.md has no snippet in %s that reads results/all.csv", language.name)
		}
		if testing.Short() {
			continue // pandas takes a second
		}

		cmd := exec.Command(language.program, language.flag, code)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		switch {
		case err != nil && exec.Command(language.program, language.flag, language.try).Run() != nil:
			t.Logf("%s cannot run the snippet here", language.program)
		case err != nil || !strings.Contains(string(out), "4.34"):
			t.Errorf("%s: %v\n%s", language.program, err, out)
		}
	}
}

// TestNotebooks runs the notebooks for pandas and for R in a copy of their folder, where these are
// installed: each prints a figure that is known, and draws a picture.
func TestNotebooks(t *testing.T) {
	if !enginetest.Long() {
		t.Skip("pandas, matplotlib and R take some seconds")
	}
	recipes := filepath.Join(root, "experiments", "recipes")
	var notebook struct {
		Cells []struct {
			Kind   string   `json:"cell_type"`
			Source []string `json:"source"`
		}
	}
	if err := json.Unmarshal([]byte(enginetest.ReadFile(t, recipes, "strategies.ipynb")), &notebook); err != nil {
		t.Fatal(err)
	}
	python := ""
	for _, cell := range notebook.Cells {
		if cell.Kind == "code" {
			python += strings.Join(cell.Source, "") + "\n"
		}
	}
	r := ""
	for _, chunk := range regexp.MustCompile("(?s)```\\{r\\}\n(.*?)```").FindAllStringSubmatch(enginetest.ReadFile(t, recipes, "colours.Rmd"), -1) {
		r += chunk[1]
	}

	// The tables are found from a folder as deep as that of the notebooks.
	top := t.TempDir()
	folder := filepath.Join(top, "experiments", "recipes")
	results, err := filepath.Abs(filepath.Join(root, "results"))
	if err := errors.Join(err, os.MkdirAll(folder, 0o777), os.Symlink(results, filepath.Join(top, "results"))); err != nil {
		t.Fatal(err)
	}
	for _, n := range []struct{ program, try, flag, code, said, picture string }{
		{"/usr/bin/python3", "import pandas, matplotlib", "-c", python, "most-parts     5.3077  4.3735", "strategies.png"},
		{"Rscript", "read.csv", "-e", r, "a colour costs 0.361 guesses", "colours.png"},
	} {
		if exec.Command(n.program, n.flag, n.try).Run() != nil {
			t.Logf("%s cannot run its notebook here", n.program)
			continue
		}
		cmd := exec.Command(n.program, n.flag, n.code)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "MPLBACKEND=Agg")
		out, err := cmd.CombinedOutput()
		_, missing := os.Stat(filepath.Join(folder, n.picture))
		if err := errors.Join(err, missing); err != nil || !strings.Contains(string(out), n.said) {
			t.Errorf("%s: %v\n%s", n.program, err, out)
		}
	}
}

// TestResultsSize bounds what a clone carries: 9 MB of results, and 4 MB of proofs beside them.
func TestResultsSize(t *testing.T) {
	const mostResults, mostProofs = 9_000_000, 4_000_000
	list := exec.Command("git", "ls-files", "results")
	list.Dir = root
	files, err := list.Output()
	if err != nil {
		t.Skip("this is no clone of git")
	}
	results, proofs := 0, 0
	for path := range strings.Lines(string(files)) {
		path = strings.TrimSpace(path)
		info, err := os.Stat(filepath.Join(root, path))
		switch {
		case err != nil:
			t.Error(err)
		case strings.HasPrefix(path, "results/proofs/"):
			proofs += int(info.Size())
		default:
			results += int(info.Size())
		}
	}
	if results > mostResults || proofs > mostProofs {
		t.Errorf("results have %d bytes, at most %d are allowed; proofs %d, at most %d", results, mostResults, proofs, mostProofs)
	}
}

// TestIndexSize keeps the one-file page small enough to open in a moment.
func TestIndexSize(t *testing.T) {
	const most = 1_500_000
	info, err := os.Stat(filepath.Join(root, "results", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("index.html has %d bytes; at most %d are allowed", info.Size(), most)
	}
}

// glob lists the files that match a pattern.
func glob(t *testing.T, pattern ...string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(pattern...))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestRunThroughLink runs run.sh through a link, from another folder, with a go command that only
// says which folder it is to build in.
func TestRunThroughLink(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "with blanks")
	enginetest.WriteFile(t, filepath.Join(folder, "go"), "#!/usr/bin/env bash\necho builds in \"$3\"\nexit 7\n")
	if err := os.Chmod(filepath.Join(folder, "go"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "run")
	if err := os.Symlink(filepath.Join(here, "run.sh"), link); err != nil {
		t.Skip("no links here:", err)
	}

	cmd := exec.CommandContext(t.Context(), bash, link)
	cmd.Dir = folder
	cmd.Env = append(cmd.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err == nil || string(out) != "builds in "+here+"\n" {
		t.Errorf("it says %q, %v", out, err)
	}
}
