// Package enginetest has the helpers that tests of many packages share: of the engine, of this
// program, and of programs that use the engine. A helper ends the test where it fails, so that a
// test says in one line what it needs.
//
//	g := enginetest.Game(t, "mm4x6")
//	s := enginetest.Must(strategy.ByName("knuth"))(t)
//
// The program of a test must import the packages of its games, such as game/pegs, as any other.
package enginetest

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"codebreak/engine/game"
)

// Long reports whether tests of minutes run too, as in .ci/run.
func Long() bool { return os.Getenv("CODEBREAK_LONG") != "" }

// Must returns the value of a call that must succeed. The test stands behind the call, since Go
// passes on several results only alone.
func Must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// Game returns the game of a name.
func Game(t testing.TB, name string) game.Game {
	t.Helper()
	return Must(game.Parse(name))(t)
}

// Code reads a code of a game.
func Code(t testing.TB, g game.Game, text string) game.Code {
	t.Helper()
	return Must(g.ParseCode(text))(t)
}

// Refused reports a fault unless a call has failed with an error that has the wanted text. The
// given value says in the report what was to be refused.
func Refused(t testing.TB, given any, err error, wanted string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), wanted) {
		t.Errorf("%v: error %v, want one with %q", given, err, wanted)
	}
}

// ReadFile returns the text of a file. The parts of its path are joined.
func ReadFile(t testing.TB, path ...string) string {
	t.Helper()
	return string(Must(os.ReadFile(filepath.Join(path...)))(t))
}

// ReadPacked returns the text of a file, which gzip has packed if it is named so.
func ReadPacked(t testing.TB, path string) string {
	t.Helper()
	if filepath.Ext(path) != ".gz" {
		return ReadFile(t, path)
	}
	packed := Must(gzip.NewReader(strings.NewReader(ReadFile(t, path))))(t)
	return string(Must(io.ReadAll(packed))(t))
}

// Proof returns the proof of a claim that is kept among the results of the module at root.
func Proof(t testing.TB, root, claim string) string {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(root, "results", "proofs", ProofName(claim)+"*"))
	if len(paths) != 1 {
		t.Fatalf("%d proofs of %s are kept", len(paths), claim)
	}
	return ReadPacked(t, paths[0])
}

// ProofName is the file of the proof of a claim: the claim without its total.
func ProofName(claim string) string {
	return strings.ReplaceAll(claim[:strings.LastIndex(claim, " ")], " ", "-") + ".proof"
}

// WriteFile writes a file, and makes its folder.
func WriteFile[T ~string | ~[]byte](t testing.TB, path string, text T) {
	t.Helper()
	write(t, path, []byte(text), 0o666)
}

// WriteProgram writes a file that can be run, such as a script.
func WriteProgram(t testing.TB, path, text string) {
	t.Helper()
	write(t, path, []byte(text), 0o777)
}

func write(t testing.TB, path string, text []byte, mode os.FileMode) {
	t.Helper()
	err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, text, mode))
	if err != nil {
		t.Fatal(err)
	}
}

// WriteFiles writes files into a folder, by their names.
func WriteFiles(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		WriteFile(t, filepath.Join(folder, name), text)
	}
}

// An Expiring context ends when it has been looked at some times.
type Expiring struct {
	context.Context
	looks atomic.Int64
}

// ExpireAfter returns a context that ends after some looks.
func ExpireAfter(looks int) *Expiring {
	e := &Expiring{Context: context.Background()}
	e.looks.Store(int64(looks))
	return e
}

// Left is the number of looks before the end; after the end it is negative.
func (e *Expiring) Left() int {
	return int(e.looks.Load())
}

// Err counts a look.
func (e *Expiring) Err() error {
	if e.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Always returns a function with one result, such as the fingerprint of an engine.
func Always[From, To any](result To) func(From) To {
	return func(From) To { return result }
}
