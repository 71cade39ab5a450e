package engine

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestFingerprintCoversTheEngine checks that every source below the engine's
// folder is embedded.
func TestFingerprintCoversTheEngine(t *testing.T) {
	list := func(files fs.FS) (paths []string) {
		err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isSource(path) {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return paths
	}
	got, want := list(sources), list(os.DirFS("."))
	if !slices.Equal(got, want) {
		t.Errorf("embedded are %v, and there are %v", got, want)
	}
	for _, path := range []string{"fingerprint.go", "game/pegs/pegs.go", "partition/internal/kernel/leaf512_amd64.s", "partition/internal/kernel/leaf.h", "partition/internal/kernel/leaf_other.go", "strategy/internal/programs/sfu.csv"} {
		if !slices.Contains(got, path) {
			t.Errorf("%s is not embedded", path)
		}
	}
	began := time.Now()
	own := FingerprintOf(sources)
	if took := time.Since(began); len(own) != 64 {
		t.Errorf("%q", own)
	} else {
		t.Logf("the fingerprint took %v", took)
	}
}

// TestFingerprint changes sources one by one.
func TestFingerprint(t *testing.T) {
	base := map[string]string{
		"engine.go":          "//go:build !tiny\n\npackage engine\n\n// Answer is the answer.\nfunc Answer() int {\n\treturn 42\n}\n",
		"engine_test.go":     "package engine\n",
		"partition/leaf.s":   "TEXT ·leaf(SB), $0\n\tRET\n",
		"partition/leaf.go":  "package partition\n\nfunc leaf()\n",
		"partition/notes.md": "Notes.\n",
		"partition/rcp.csv":  "rcp,0,1\n",
	}
	of := func(sources map[string]string) string {
		t.Helper()
		files := fstest.MapFS{}
		for path, text := range sources {
			files[path] = &fstest.MapFile{Data: []byte(text)}
		}
		return FingerprintOf(files)
	}
	same := of(base)
	for _, test := range []struct {
		what, path, from, to string
		changes              bool
	}{
		{"a number", "engine.go", "42", "43", true},
		{"a name", "engine.go", "Answer() int", "Reply() int", true},
		{"for which machines", "engine.go", "!tiny", "tiny", true},
		{"assembly", "partition/leaf.s", "RET", "NOP", true},
		{"a table", "partition/rcp.csv", "0,1", "0,2", true},
		{"a file more", "engine2.go", "", "package engine\n", true},
		{"a declaration in another package", "partition/leaf.go", "func leaf()", "func leaf(int)", true},
		{"a comment", "engine.go", "// Answer is the answer.", "// Answer is not what you think.", false},
		{"a comment between", "engine.go", "return 42", "return /* six by nine */ 42 // in base 13", false},
		{"formatting", "engine.go", "func Answer() int {\n\treturn 42\n}", "func Answer() int { return 42; }", false},
		{"ends of lines", "partition/leaf.s", "\n", "\r\n", false},
		{"a test", "engine_test.go", "package engine", "package engine_test", false},
		{"what is no source", "partition/notes.md", "Notes", "Remarks", false},
	} {
		changed := maps.Clone(base)
		changed[test.path] = strings.ReplaceAll(base[test.path], test.from, test.to)
		if test.from == "" {
			changed[test.path] = test.to
		}
		if changed[test.path] == base[test.path] {
			t.Fatalf("%s: the test changes nothing", test.what)
		}
		if got := of(changed); (got != same) != test.changes {
			t.Errorf("%s changes the fingerprint: %v", test.what, got != same)
		}
	}
}

// TestFingerprintOfFiles changes one package of the engine after another: the fingerprint of
// a file changes with those that it imports, directly or not, and with those of games.
func TestFingerprintOfFiles(t *testing.T) {
	file := fstest.MapFS{"play.go": {Data: []byte("package ask\n\nimport \"codebreak/engine/strategy\"\n\nvar _ strategy.Strategy\n")}}
	engineFiles := fstest.MapFS{}
	for path, text := range map[string]string{
		"engine.go":            "package engine\n",
		"game/game.go":         "package game\n",
		"game/pegs/pegs.go":    "package pegs\n\nimport \"codebreak/engine/game\"\n",
		"game/words/words.go":  "package words\n\nimport \"codebreak/engine/game\"\n",
		"partition/leaf.s":     "RET\n",
		"partition/split.go":   "package partition\n\nimport \"codebreak/engine/game\"\n",
		"static/static.go":     "package static\n\nimport \"codebreak/engine/game\"\n",
		"strategy/strategy.go": "package strategy\n\nimport (\n\t\"fmt\"\n\n\t\"codebreak/engine/partition\"\n)\n",
	} {
		engineFiles[path] = &fstest.MapFile{Data: []byte(text)}
	}
	before := packagesIn(engineFiles).fingerprint(file, []string{"play.go"})
	if again := packagesIn(engineFiles).fingerprint(file, []string{"play.go"}); again != before || len(before) != 64 {
		t.Fatalf("%q, then %q", before, again)
	}

	for path, changes := range map[string]bool{
		"engine.go": false, "static/static.go": false,
		"game/game.go": true, "game/pegs/pegs.go": true, "game/words/words.go": true,
		"partition/leaf.s": true, "partition/split.go": true, "strategy/strategy.go": true,
	} {
		text := engineFiles[path].Data
		engineFiles[path].Data = append(slices.Clone(text), "\nvar changed int\n"...)
		if after := packagesIn(engineFiles).fingerprint(file, []string{"play.go"}); (after != before) != changes {
			t.Errorf("%s is changed: the fingerprint changes is %t, want %t", path, after != before, changes)
		}
		engineFiles[path].Data = text
	}

	// The engine as it is: plays do not know static play, nor worst cases optima.
	for dir, unknown := range map[string]string{"strategy": "static", "static": "strategy", "worstcase": "optimal", "tree": "worstcase"} {
		all := ownPackages().withImports([]string{dir})
		if slices.Contains(all, unknown) || !slices.Contains(all, "game") || !slices.Contains(all, dir) {
			t.Errorf("%s imports %v", dir, all)
		}
	}
}
