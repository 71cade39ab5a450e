package engine

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/engine/strategy"
)

// Of the sources, those that tests are made of are left out when they are
// read: patterns cannot say so. A test fails when a package is not covered.
//
//go:embed *.go */*.go */*/*.go */*.s */*.h
var sources embed.FS

// Fingerprint identifies the engine that the program was built with: 64
// hexadecimal digits that change whenever the code of the engine or of one of its
// packages changes. What another engine has computed may be wrong for this one, so
// stored answers are kept with the fingerprint, and only reused if it is the same.
//
// It is the SHA-256 of the tokens of all Go files and the bytes of all assembly
// files, tests apart, so comments and formatting do not change it, nor do the
// machine and the tags of a build. The first call takes some milliseconds. Where
// games or strategies were registered, it is the SHA-256 of that and of their names
// and versions, whose code may be anywhere.
func Fingerprint() string {
	var added []string
	for _, f := range game.Registered() {
		added = append(added, fmt.Sprintf("game %q %q", f.Pattern, f.Version))
	}
	for _, r := range strategy.Registered() {
		added = append(added, fmt.Sprintf("strategy %q %q", r.Criterion, r.Version))
	}
	if len(added) == 0 {
		return ownFingerprint()
	}
	slices.Sort(added) // not in the order of registering, which nothing depends on
	return short.Digest(ownFingerprint() + "\n" + strings.Join(added, "\n"))
}

var ownFingerprint = sync.OnceValue(func() string {
	print, err := fingerprint(sources)
	if err != nil {
		return "unreadable: " + err.Error() // embedded files can always be read
	}
	return print
})

// fingerprint computes the fingerprint of the sources in a file system.
func fingerprint(files fs.FS) (string, error) {
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
	return hex.EncodeToString(h.Sum(nil)), err
}

// isSource reports whether a file is one that the engine is built from.
func isSource(path string) bool {
	return strings.HasSuffix(path, ".s") || strings.HasSuffix(path, ".h") || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
}

// writeTokens writes the tokens of a Go file, without comments other than
// directives, such as those that say for which machines a file is.
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
