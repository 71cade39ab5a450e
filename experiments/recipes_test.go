package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A recipe of the README says which file to add and what to put into a list.
type recipe struct {
	file, content string
	item          string // a Go expression
	list          string // the variable or function that holds the list
	listFile      string
}

var (
	goBlock     = regexp.MustCompile("(?s)```go\n(.*?)```")
	instruction = regexp.MustCompile("(?s)`([\\w/]+\\.go)`\\s+and\\s+`([\\w()]+)`\\s+into\\s+the\\s+list\\s+of\\s+`(\\w+)`\\s+in\\s+\\[`([\\w/]+\\.go)`\\]")
)

// readRecipes reads the recipes: an instruction each, and the block of Go that
// follows.
func readRecipes(t *testing.T, readme string) []recipe {
	t.Helper()
	var recipes []recipe
	end := 0
	for _, block := range goBlock.FindAllStringSubmatchIndex(readme, -1) {
		text := readme[end:block[0]]
		end = block[1]
		all := instruction.FindAllStringSubmatch(text, -1)
		if len(all) == 0 {
			t.Fatalf("README.md does not say where this goes:\n%s", readme[block[2]:block[3]])
		}
		m := all[len(all)-1]
		recipes = append(recipes, recipe{file: m[1], content: readme[block[2]:block[3]], item: m[2], list: m[3], listFile: m[4]})
	}
	return recipes
}

// apply does what a recipe says to the tree of sources in a folder.
func (r recipe) apply(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, r.file)
	if _, err := os.Stat(path); err == nil {
		t.Fatalf("%s is there already", r.file)
	}
	if err := os.WriteFile(path, []byte(r.content), 0o666); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, r.listFile)
	source := []byte(readFile(t, path))
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list *ast.CompositeLit
	for _, decl := range parsed.Decls {
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				return n.Name.Name == r.list
			case *ast.ValueSpec:
				return n.Names[0].Name == r.list
			case *ast.CompositeLit:
				if _, ok := n.Type.(*ast.ArrayType); ok {
					list = n
				}
				return false
			}
			return true
		})
	}
	if list == nil {
		t.Fatalf("%s has no list %s", r.listFile, r.list)
	}
	end := files.Position(list.Rbrace).Offset
	if err := os.WriteFile(path, slices.Concat(source[:end], []byte("\t"+r.item+",\n"), source[end:]), 0o666); err != nil {
		t.Fatal(err)
	}
}

// copySources copies what the program is built from.
func copySources(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "results"}, name):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o777)
		case !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), content, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRecipes follows the README's recipes to the letter in a copy of the
// sources, and tries what they add: the entry, the criterion in entries that
// know nothing of it, the game in commands and on a page.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program anew and runs entries")
	}
	dir := t.TempDir()
	copySources(t, "..", dir)
	recipes := readRecipes(t, readFile(t, "..", "README.md"))
	if len(recipes) != 3 {
		t.Fatalf("README.md has %d recipes", len(recipes))
	}
	for _, r := range recipes {
		r.apply(t, dir)
	}
	// The same entry once more, of the new game by the new criterion.
	sums := recipes[0]
	sums.file, sums.item = strings.ReplaceAll(sums.file, "mine", "sums"), strings.ReplaceAll(sums.item, "mine", "sums")
	sums.content = strings.NewReplacer("mineEntry", "sumsEntry", `"mine"`, `"sums"`, `"mm3x`, `"sum3x`, "strategy.Minimax", `"roots"`).Replace(sums.content)
	sums.apply(t, dir)

	program := filepath.Join(t.TempDir(), "codebreak")
	if out, err := exec.Command("go", "build", "-C", dir, "-o", program, "./experiments").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	results := t.TempDir()
	run := func(input string, arguments ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), program, arguments...)
		cmd.Stdin = strings.NewReader(input)
		var messages bytes.Buffer
		cmd.Stderr = &messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", arguments, err, messages.String())
		}
		return string(out)
	}
	contains := func(what, text string, wanted ...string) {
		t.Helper()
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q:\n%s", what, w, text[:min(len(text), 4000)])
			}
		}
	}

	run("", "run", "mine", "sums", "ties", "hard-mode", "--quiet", "--results", results)
	contains("the page of the new entry", readFile(t, results, "mine", "README.md"), "Three positions", "mm3x7", "entropy, pool consistent")
	contains("the page of the new game", readFile(t, results, "sums", "README.md"), "sum3x7", "roots")
	contains("the page to look at", readFile(t, results, "index.html"), "sum3x5", "roots")
	for _, name := range []string{"ties", "hard-mode"} {
		if page := readFile(t, results, name, "README.md"); strings.Contains(page, "roots") {
			t.Errorf("%s plays a criterion that it does not name", name)
		}
	}
	contains("games", run("", "games"), "sumPxC")
	contains("measure", run("", "measure", "--game", "sum4x6", "--criterion", "roots"), "sum4x6 = MM(4,6), answered with the number of pegs, 1296 secrets", "criterion roots")
	// The roots of the sizes of 1234's parts add up to 113.9, those of 1123's to 112.7.
	contains("measure", run("", "measure", "--game", "mm4x6", "--criterion", "roots"), "first guess 1234")
	contains("play", run("111\n222\n333\n444\nquit\n", "play", "--game", "sum3x4", "--seed", "1"), "sum3x4", "0A")
}
