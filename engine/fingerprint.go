//go:build !js

package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"hash"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/strategy"
)

// nameWord is what may be the name of a game or a strategy.
var nameWord = pattern.Of(`[0-9A-Za-z.-]+`)

// Versions names the registered games and strategies that occur in a text, such as a
// question in JSON, with their versions; it is empty if none does.
func Versions(text string) string {
	var named []string
	for _, w := range nameWord().FindAllString(text, -1) {
		for _, f := range game.Registered() {
			_, ok, _ := f.Parse(w)
			if ok {
				named = append(named, fmt.Sprintf("game %q %q", f.Pattern, f.Version))
			}
		}
		for _, r := range strategy.Registered() {
			if w == string(r.Criterion) {
				named = append(named, fmt.Sprintf("strategy %q %q", r.Criterion, r.Version))
			}
		}
	}
	slices.Sort(named)
	return strings.Join(slices.Compact(named), "\n")
}

// FingerprintOf identifies the sources in a file system: it is the SHA-256 of the
// tokens of all Go files and the bytes of all assembly files and tables, tests apart, so
// comments and formatting do not change it, nor do the machine and the tags of a build.
// Files that cannot be read, which embedded ones always can, are named in its place.
func FingerprintOf(files fs.FS) string {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isSource(path) {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		writeSource(h, path, text)
		return nil
	})
	if err != nil {
		return "unreadable: " + err.Error()
	}
	return hex.EncodeToString(h.Sum(nil))
}

// writeSource writes what counts of a source file, with its path.
func writeSource(h hash.Hash, path string, text []byte) {
	fmt.Fprintf(h, "%s\x00", path)
	if strings.HasSuffix(path, ".go") {
		writeTokens(h, text)
	} else {
		h.Write(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	}
	h.Write([]byte{0})
}

// FingerprintOfFiles identifies some Go files of a file system, as [FingerprintOf] does, and
// those packages of the engine that they import, directly or through others. Answers of
// another code may be wrong for this one, so a store keeps with each answer the fingerprint
// of the files that computed it, and does not reuse it when that has changed. The packages
// of games always count, since games are found by their names; [Versions] covers registered
// games and strategies. The first call takes some milliseconds.
func FingerprintOfFiles(files fs.FS, names []string) string {
	return ownPackages().fingerprint(files, names)
}

func (g packageGraph) fingerprint(files fs.FS, names []string) string {
	h := sha256.New()
	wanted := []string{"game/pegs", "game/words"}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "unreadable: " + err.Error()
		}
		writeSource(h, name, text)
		wanted = append(wanted, enginePackages(name, text)...)
	}

	for _, dir := range g.withImports(wanted) {
		fmt.Fprintf(h, "%s %s\n", dir, g[dir].digest)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A sourcePackage is a package of the engine: what identifies its files, and the folders of
// the packages of the engine that it imports.
type sourcePackage struct {
	digest  string
	imports []string
}

// A packageGraph holds the packages of the engine by their folders below its own, which is
// ".".
type packageGraph map[string]sourcePackage

var ownPackages = sync.OnceValue(func() packageGraph { return packagesIn(sources) })

func packagesIn(files fs.FS) packageGraph {
	hashes := map[string]hash.Hash{}
	packages := packageGraph{}
	_ = fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isSource(file) {
			return nil
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return nil // embedded files can be read
		}

		dir := path.Dir(file)
		if hashes[dir] == nil {
			hashes[dir] = sha256.New()
		}
		writeSource(hashes[dir], file, text)
		p := packages[dir]
		p.imports = append(p.imports, enginePackages(file, text)...)
		packages[dir] = p
		return nil
	})

	for dir, h := range hashes {
		p := packages[dir]
		p.digest = hex.EncodeToString(h.Sum(nil))
		packages[dir] = p
	}
	return packages
}

// enginePackages lists the folders of the packages of the engine that a file imports.
func enginePackages(name string, text []byte) (dirs []string) {
	const root = "codebreak/engine"
	if !strings.HasSuffix(name, ".go") {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return nil // it would not have been built
	}

	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, "`\"")
		switch below, found := strings.CutPrefix(imported, root+"/"); {
		case imported == root:
			dirs = append(dirs, ".")
		case found:
			dirs = append(dirs, below)
		}
	}
	return dirs
}

// withImports lists packages of the engine and all that they import, in order.
func (g packageGraph) withImports(dirs []string) []string {
	seen := map[string]bool{}
	for todo := slices.Clone(dirs); len(todo) > 0; {
		dir := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[dir] {
			seen[dir] = true
			todo = append(todo, g[dir].imports...)
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// isSource reports whether a file is one that the engine is built from.
func isSource(path string) bool {
	return slices.Contains([]string{".s", ".h", ".csv", ".go"}, filepath.Ext(path)) &&
		!strings.HasSuffix(path, "_test.go")
}

// writeTokens writes the tokens of a Go file, without comments other than
// directives, such as build constraints.
func writeTokens(h hash.Hash, text []byte) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", -1, len(text)), text, nil, scanner.ScanComments)
	for {
		_, t, literal := s.Scan()
		switch {
		case t == token.EOF:
			return
		case t == token.SEMICOLON:
			literal = "" // whether it is written or understood at the end of a line
		case t == token.COMMENT && !strings.HasPrefix(literal, "//go:"):
			continue
		}
		fmt.Fprintf(h, "%s %s\x00", t, literal)
	}
}
