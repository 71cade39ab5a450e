package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/engine/strategy"
)

// Fingerprint identifies the engine that the program was built with: 64 hexadecimal digits
// that change whenever the code of the engine or of one of its packages changes. Answers of
// another engine may be wrong for this one, so a store keeps the fingerprint with its
// answers, and does not reuse answers with a different one. [Versions] covers registered
// games and strategies. The first call takes some milliseconds.
func Fingerprint() string { return ownFingerprint() }

// nameWord is what may be the name of a game or a strategy.
var nameWord = short.Pattern(`[0-9A-Za-z.-]+`)

// Versions names the registered games and strategies that occur in a text, such as a
// question in JSON, with their versions; it is empty if none does.
func Versions(text string) string {
	var named []string
	for _, w := range nameWord().FindAllString(text, -1) {
		for _, f := range game.Registered() {
			if _, ok, _ := f.Parse(w); ok {
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

var ownFingerprint = sync.OnceValue(func() string { return FingerprintOf(sources) })

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
		fmt.Fprintf(h, "%s\x00", path)
		if strings.HasSuffix(path, ".go") {
			writeTokens(h, text)
		} else {
			h.Write(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		}
		h.Write([]byte{0})
		return nil
	})
	if err != nil {
		return "unreadable: " + err.Error()
	}
	return hex.EncodeToString(h.Sum(nil))
}

// isSource reports whether a file is one that the engine is built from.
func isSource(path string) bool {
	return slices.Contains([]string{".s", ".h", ".csv", ".go"}, filepath.Ext(path)) && !strings.HasSuffix(path, "_test.go")
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
