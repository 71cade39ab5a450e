package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/ascii85"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine/enginetest"
	"codebreak/experiments/cli"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// A recipe of a README says which file to add, or what to append to one, and what to
// put into a list.
type recipe struct {
	file, content string
	appended      bool   // to a file that is there
	item          string // a Go expression
	list          string // the variable or function that holds the list; empty for none
	listFile      string
	program       bool // whether the file is of a program in a folder of its own
}

var (
	codeBlock = regexp.MustCompile("(?s)```(?:go|csv)\n(.*?)```")
	// Where a block goes: into a file, with an item for a list; to the end of a file;
	// or into the file of a program.
	intoBoth    = regexp.MustCompile("`([\\w/]+\\.go)`\\s+and\\s+`([\\w()]+)`\\s+into\\s+the\\s+list\\s+of\\s+`(\\w+)`\\s+in\\s+\\[`([\\w/]+\\.go)`\\]")
	toTheEnd    = regexp.MustCompile("Append\\s+a\\s+line\\s+to\\s+\\[`([\\w/]+\\.csv)`\\]")
	intoFile    = regexp.MustCompile("[Pp]ut\\s+this\\s+into\\s+`(\\w+/\\w+\\.go)`:")
	intoProgram = regexp.MustCompile("this\\s+into\\s+its\\s+`(\\w+\\.go)`")
)

// readRecipes reads the recipes of a README: an instruction each, and the block
// of Go that follows.
func readRecipes(t *testing.T, path ...string) []recipe {
	t.Helper()
	readme := enginetest.ReadFile(t, path...)
	var recipes []recipe
	end := 0
	for _, block := range codeBlock.FindAllStringSubmatchIndex(readme, -1) {
		text, content := readme[end:block[0]], readme[block[2]:block[3]]
		end = block[1]
		if m := intoBoth.FindStringSubmatch(text); m != nil {
			recipes = append(recipes, recipe{file: m[1], content: content, item: m[2], list: m[3], listFile: m[4]})
		} else if m := toTheEnd.FindStringSubmatch(text); m != nil {
			recipes = append(recipes, recipe{file: m[1], content: content, appended: true})
		} else if m := intoProgram.FindStringSubmatch(text); m != nil {
			recipes = append(recipes, recipe{file: m[1], content: content, program: true})
		} else if m := intoFile.FindStringSubmatch(text); m != nil {
			recipes = append(recipes, recipe{file: m[1], content: content})
		} else {
			t.Fatalf("%s does not say where this goes:\n%s", filepath.Join(path...), content)
		}
	}
	return recipes
}

// An overlay is the sources of this repository with files that are new or changed, which go
// build -overlay reads instead: nothing is copied, and what others have built is of use.
type overlay struct {
	dir     string            // where the new and changed files are
	Replace map[string]string // their paths by those that they have for go build
}

// sources is the repository, from which all paths of recipes lead.
var sources, _ = filepath.Abs(filepath.Join("..", ".."))

func newOverlay(t *testing.T) *overlay { return &overlay{t.TempDir(), map[string]string{}} }

// read returns a file as it is now, if there is one.
func (o *overlay) read(file string) ([]byte, error) {
	path := filepath.Join(sources, file)
	if changed, ok := o.Replace[path]; ok {
		path = changed
	}
	return os.ReadFile(path)
}

func (o *overlay) write(t *testing.T, file string, content []byte) {
	t.Helper()
	path := filepath.Join(o.dir, strings.ReplaceAll(file, "/", "-"))
	enginetest.WriteFile(t, path, content)
	o.Replace[filepath.Join(sources, file)] = path
}

// build builds the program, and returns its path.
func (o *overlay) build(t *testing.T) string {
	t.Helper()
	list, program := filepath.Join(o.dir, "overlay.json"), filepath.Join(o.dir, "program")
	enginetest.WriteFile(t, list, enginetest.Must(json.Marshal(o))(t))
	cmd := exec.Command("go", "build", "-buildvcs=false", "-overlay", list, "-o", program, "./experiments")
	cmd.Dir = sources
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// apply does what a recipe says.
func (o *overlay) apply(t *testing.T, r recipe) {
	t.Helper()
	before, err := o.read(r.file)
	switch {
	case r.appended != (err == nil):
		t.Fatalf("%s is there, or is not: %v", r.file, err)
	case !r.appended:
		isFormatted(t, r)
	}
	o.write(t, r.file, append(before, r.content...))
	if r.list != "" {
		o.applyItem(t, r)
	}
}

func isFormatted(t *testing.T, r recipe) {
	t.Helper()
	if formatted, err := format.Source([]byte(r.content)); err != nil || string(formatted) != r.content {
		t.Errorf("%s is not formatted, %v", r.file, err)
	}
}

// applyItem puts the item of a recipe at the end of its list.
func (o *overlay) applyItem(t *testing.T, r recipe) {
	t.Helper()
	source := enginetest.Must(o.read(r.listFile))(t)
	files := token.NewFileSet()
	parsed := enginetest.Must(parser.ParseFile(files, r.listFile, source, 0))(t)
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
	o.write(t, r.listFile, slices.Concat(source[:end], []byte("\t"+r.item+",\n"), source[end:]))
}

// allRecipes reads the recipes of all READMEs.
func allRecipes(t *testing.T) []recipe {
	t.Helper()
	all := slices.Concat(readRecipes(t, "..", "..", "README.md"), readRecipes(t, "..", "README.md"), readRecipes(t, "..", "..", "engine", "README.md"))
	if len(all) != 9 {
		t.Fatalf("the READMEs have %d recipes", len(all))
	}
	return all
}

// TestRecipesBuild tries a command with each kind of thing that the recipes add to the program.
func TestRecipesBuild(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program with what is new")
	}
	changed := newOverlay(t)
	for _, r := range allRecipes(t) {
		switch {
		case r.program:
			isFormatted(t, r)
		case r.appended: // of packages whose change has much built
			header, _, _ := strings.Cut(enginetest.ReadFile(t, "..", "..", r.file), "\n")
			if figures, err := published.ReadFigures(r.file, strings.NewReader(header+"\n"+r.content)); err != nil || len(figures) != 1 {
				t.Errorf("%s: %v, %v", r.content, figures, err)
			}
		default:
			changed.apply(t, r)
		}
	}
	program := changed.build(t)
	for command, want := range map[string]string{
		"list":                 "colour-cost",
		"games":                "sumPxC",
		"solve sum3x4":         "least total 291 (proved)",
		"measure mm4x6 middle": "first guess 4111",
		"measure mm4x6 roots":  "first guess 1234",
	} {
		out, err := exec.CommandContext(t.Context(), program, strings.Fields(command)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s", command, err, out)
		}
	}
}

// TestRecipes tries at length what the recipes add: the entries, the published figure, the
// criterion in entries that know nothing of it, the game in commands and on a
// page, and the program that uses the engine.
func TestRecipes(t *testing.T) {
	if !enginetest.Long() {
		t.Skip("entries run that are new; TestRecipesBuild tries some commands")
	}
	base, changed, recipes := t.TempDir(), newOverlay(t), allRecipes(t)
	var programs []string // their folders
	for _, r := range recipes {
		if !r.program {
			changed.apply(t, r)
			continue
		}
		own := filepath.Join(base, fmt.Sprint("own", len(programs)))
		programs = append(programs, own)
		if err := errors.Join(os.Mkdir(own, 0o777), os.WriteFile(filepath.Join(own, r.file), []byte(r.content), 0o666)); err != nil {
			t.Fatal(err)
		}
	}

	// The first entry once more, of the new game by the new criterion.
	sums := recipes[0]
	sums.file, sums.item = "experiments/pages/sums.go", "sums()"
	sums.content = strings.NewReplacer("func mine", "func sums", `"mine"`, `"sums"`, `"mm3x`, `"sum3x`,
		"configs.Grid{", `configs.Grid{Strategies: configs.StrategyGrid{Criteria: append(strategy.Classic(), "roots")}.Strategies(), `,
		"import (\n", "import (\n\t\"codebreak/engine/strategy\"\n").Replace(sums.content)
	sums.content = string(enginetest.Must(format.Source([]byte(sums.content)))(t))
	changed.apply(t, sums)
	program := changed.build(t)
	results := filepath.Join(base, "results")
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

	keepAnswers(t, "published", notebook.Folder(results)) // which the new figure adds one to
	run("", "run", "mine", "sums", "colour-cost", "fixed-pair", "published", "--reuse", "--quiet", "--results", results)
	page := func(entry string) string { return enginetest.ReadFile(t, results, entry, "README.md") }
	contains("the page of the first entry", page("mine"), "**Entropy, expected size and most parts tie: each is best in 2 of 3 games, with 3.6240 guesses in mm3x5 to 4.3382 in mm3x7.**", "The proved optimum is 3.6080 in Mastermind (mm3x5)", "mine.png", "expected-size")
	contains("the page of the second entry", page("colour-cost"), "**Each colour costs 0.36 guesses on average, from 3.25 (mm3x4) to 4.34 (mm3x7).**", "](colour-cost.png)")
	contains("the page of the question", page("fixed-pair"), "| bc3x10 | 012 134   |      45 |", "two fixed guesses make up to 106 classes")
	contains("the page of published figures", page("published"), "yours/entropy", "What a reader should know")
	contains("the front page", enginetest.ReadFile(t, results, "README.md"), fmt.Sprintf("%d published figures: ", len(averages())+1))
	contains("the page of the new game", page("sums"), "sum3x7", "roots")
	contains("the page that explores trees", packedData(t, enginetest.ReadFile(t, results, "index.html")), `"name":"sum3x5"`)
	committed := filepath.Join(base, "committed")
	for _, name := range []string{"codebreak.json", "adversary/results.json", "hard-mode/results.json"} {
		path := filepath.Join(committed, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(enginetest.ReadFile(t, "..", "..", "results", name)), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	run("", "report", "--results", committed)
	contains("the page that plays all figures", enginetest.ReadFile(t, committed, "adversary", "README.md"), "Not computed yet: mm3x6, entropy, first guess 123", "./run.sh run adversary")
	if page := enginetest.ReadFile(t, committed, "hard-mode", "README.md"); strings.Contains(page, "roots") || strings.Contains(page, "Not computed") {
		t.Error("hard-mode plays a criterion that it does not name")
	}

	contains("games", run("", "games"), "sumPxC")
	contains("measure", run("", "measure", "--game", "sum4x6", "--criterion", "roots"), "sum4x6: 1,296 possible secrets.", "criterion roots")
	// The roots of the sizes of 1234's parts add up to 113.9, those of 1123's to 112.7.
	contains("measure", run("", "measure", "--game", "mm4x6", "--criterion", "roots"), "first guess 1234")
	contains("solve", run("", "solve", "--game", "sum3x4"), "least total 291 (proved)")
	contains("the first strategy of one's own", run("", "measure", "--game", "mm4x6", "--criterion", "middle"), "criterion middle", "first guess 4111")
	contains("ties by a criterion of one's own", run("", "measure", "--game", "mm4x6", "--criterion", "most-parts", "--ties", "roots,consistent,first"), "first guess 1")
	contains("help", run("", "help", "subjects"), "middle     minimises nothing: it guesses", "roots      minimises the negative sum of the square roots of the sizes (you 2026)")
	contains("completion", run("", "__complete", "measure", "--criterion", ""), "middle", "roots")
	contains("completion", run("", "__complete", "measure", "--game", ""), "sum4x6")
	contains("completion", run("", "__complete", "measure", "--ties", ""), "consistent,roots,first")
	var measured struct{ Mean float64 }
	if err := json.Unmarshal([]byte(run("", "measure", "--game", "mm3x4", "--criterion", "roots", "--json")), &measured); err != nil {
		t.Fatal(err)
	}
	contains("explain", run("", "explain", "--game", "mm3x4", "--mean", fmt.Sprintf("%.5f", measured.Mean), "--criterion", "roots", "--results", results), "roots")
	contains("play", run("111\n222\n333\n444\nquit\n", "play", "--game", "sum3x4", "--seed", "1"), "sum3x4", "0A")
	contains("deduce", run("112 0A3B\n121 0A3B\n", "deduce", "--game", "sum3x4"), "211")

	tryTranscript(t, programs[0], enginetest.ReadFile(t, "..", "..", "engine", "README.md"), "go mod init")
	for _, command := range []string{"go mod init commands", "go mod edit -replace codebreak=../codebreak", "go run -mod=mod . measure --game mm3x4 --criterion last-candidate"} {
		words := besideClone(command)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Dir = programs[1]
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		if words[1] == "run" {
			contains(command, string(out), "criterion last-candidate", "first guess 444")
		}
	}
}

// packedData returns the data that the page index.html holds for its script.
func packedData(t *testing.T, page string) string {
	t.Helper()
	_, text, _ := strings.Cut(page, `id="data">`)
	text, _, _ = strings.Cut(text, "</script>")
	text = strings.ReplaceAll(text, "v", "<") // which the page avoids
	unzipped := enginetest.Must(gzip.NewReader(ascii85.NewDecoder(strings.NewReader(text))))(t)
	return string(enginetest.Must(io.ReadAll(unzipped))(t))
}

// keepAnswers puts the committed answers of an entry into the store of a results folder, as
// another engine's.
func keepAnswers(t *testing.T, entry string, folder notebook.Folder) {
	t.Helper()
	if err := folder.Claim(); err != nil {
		t.Fatal(err)
	}
	var record struct {
		Answers []struct {
			Kind             string
			Question, Answer json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(enginetest.ReadFile(t, "..", "..", "results", entry, notebook.RecordName)), &record); err != nil {
		t.Fatal(err)
	}
	kept := store.Open(folder.Store(), store.Options{Engine: func(store.Key) string { return "another" }})
	for _, a := range record.Answers {
		k := store.Key{Kind: a.Kind, Question: string(a.Question)}
		if _, err := kept.Do(t.Context(), k, nil, func(context.Context) (json.RawMessage, bool, error) { return a.Answer, false, nil }); err != nil {
			t.Fatal(err)
		}
	}
}

// besideClone splits a command of a README, in which the clone is ../codebreak.
func besideClone(command string) []string {
	return strings.Fields(strings.ReplaceAll(command, "../codebreak", sources))
}

// tryTranscript runs the commands of a README's transcript in a folder, and
// compares what they print.
func tryTranscript(t *testing.T, dir, readme, start string) {
	t.Helper()
	_, block, found := strings.Cut(readme, "\n    $ "+start)
	if !found {
		t.Fatalf("there is no transcript that starts with %s", start)
	}
	var got, want strings.Builder
	for line := range strings.Lines("    $ " + start + block) {
		line, indented := strings.CutPrefix(line, "    ")
		if !indented {
			break
		}
		command, typed := strings.CutPrefix(line, "$ ")
		if !typed {
			want.WriteString(line)
			continue
		}
		words := besideClone(command)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Dir = dir
		var messages bytes.Buffer
		cmd.Stderr = &messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, messages.String())
		}
		got.Write(out)
	}
	if got.String() != want.String() || want.Len() == 0 {
		t.Errorf("printed\n%s\nthe README has\n%s", got.String(), want.String())
	}
}

// TestPythonRecipe takes the player in Python from the README, which is an example of
// the entry external, and has it reproduce Knuth's figures: with two colours fewer those of
// his strategy, unless the test may take long.
func TestPythonRecipe(t *testing.T) {
	_, text, _ := strings.Cut(enginetest.ReadFile(t, "..", "README.md"), "```python\n")
	text, _, found := strings.Cut(text, "```")
	if !found || strings.Count(text, "\n") != 20 {
		t.Fatalf("the README has no player of twenty lines, but %q", text)
	}
	if text != enginetest.ReadFile(t, "..", "external", "players", "minimax.py") {
		t.Error("the player in the README is not the example")
	}
	if testing.Short() {
		t.Skip("Python takes some seconds")
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no Python is installed here (python3)")
	}
	t.Chdir(t.TempDir())
	measure := func(words ...string) string {
		t.Helper()
		var out, failed bytes.Buffer
		if code := cli.Run(Entries, append([]string{"measure", "--quiet"}, words...), nil, &out, &failed); code != 0 {
			t.Fatalf("exit code %d: %s", code, failed.String())
		}
		return out.String()
	}
	player, wanted := "python3 mine.py", []string{"│ solved                      │ 5,801 │ 4.47608 │", "the same figures are published as knuth/minimax: exact"}
	game := "mm4x6"
	if !enginetest.Long() {
		game, text = "mm4x4", strings.ReplaceAll(text, `"123456"`, `"1234"`)
		table, _, _ := strings.Cut(measure(game, "minimax", "first=1122"), "decision tree")
		wanted = strings.Split(strings.TrimSpace(table), "\n")[2:] // without what names the strategy
	}
	enginetest.WriteFile(t, "mine.py", text)
	out := measure(game, "--player", player)
	for _, want := range wanted {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
}
