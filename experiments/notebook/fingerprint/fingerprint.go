//go:build !js

// Package fingerprint identifies the code that answers a question, so that a store uses no answer
// of other code.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"codebreak/engine"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/experiments/notebook/random"
	"codebreak/experiments/store"
)

// folders are the packages whose questions have answers that are kept.
type folders map[string]fs.FS

var sources = folders{
	"ask":    ask.Sources,
	"fixed":  fixed.Sources,
	"random": random.Sources,
}

// Open opens a file by the name of its package and its own.
func (f folders) Open(name string) (fs.File, error) {
	folder, file, _ := strings.Cut(name, "/")
	if f[folder] == nil {
		return nil, fs.ErrNotExist
	}
	return f[folder].Open(file)
}

// filesOf lists by kind of question the files of these packages that its answer depends on: the
// question's own, and the files that it uses. A test follows the uses.
var filesOf = map[string][]string{
	"absurdle-lines": {"ask/checks.go", "ask/costs.go", "ask/rounds.go", "fixed/absurdle.go", "fixed/static.go"},
	"adversary":      {"ask/adversary.go", "ask/checks.go", "ask/costs.go", "ask/player.go", "ask/rounds.go"},
	"compare-table":  {"ask/checks.go", "ask/comparetable.go", "ask/costs.go", "ask/packed.go", "ask/player.go", "ask/replay.go"},
	"equilibrium":    {"ask/checks.go", "ask/costs.go", "ask/player.go", "random/equilibrium.go", "random/fraction.go"},
	"expected":       {"ask/checks.go", "ask/costs.go", "ask/player.go", "random/expected.go", "random/fraction.go", "random/random.go"},
	"external":       {"ask/checks.go", "ask/costs.go", "ask/external.go", "ask/histogram.go", "ask/play.go", "ask/player.go", "ask/survey.go"},
	"first-guesses":  {"ask/checks.go", "ask/costs.go", "fixed/firstguesses.go"},
	"first-words":    {"ask/checks.go", "ask/costs.go", "fixed/firstguesses.go"},
	"force-absurdle": {"ask/checks.go", "ask/costs.go", "ask/rounds.go", "fixed/absurdle.go", "fixed/static.go"},
	"least-worst":    {"ask/checks.go", "ask/costs.go", "ask/found.go", "ask/histogram.go", "ask/leastworst.go", "ask/packed.go", "ask/player.go"},
	"longest":        {"ask/checks.go", "ask/costs.go", "ask/rounds.go", "random/longest.go"},
	"openings":       {"ask/checks.go", "ask/costs.go", "fixed/static.go"},
	"play":           {"ask/checks.go", "ask/costs.go", "ask/histogram.go", "ask/play.go", "ask/player.go", "ask/survey.go"},
	"replay":         {"ask/costs.go", "ask/packed.go", "ask/replay.go"},
	"sampled":        {"ask/checks.go", "ask/costs.go", "ask/histogram.go", "ask/player.go", "random/random.go", "random/sampled.go"},
	"solve":          {"ask/checks.go", "ask/costs.go", "ask/found.go", "ask/histogram.go", "ask/packed.go", "ask/solve.go"},
	"solve-lists":    {"ask/checks.go", "ask/costs.go", "ask/found.go", "ask/histogram.go", "ask/packed.go", "ask/solve.go"},
	"static":         {"ask/checks.go", "ask/costs.go", "fixed/static.go"},
	"survey":         {"ask/checks.go", "ask/costs.go", "ask/player.go", "ask/survey.go"},
	"tie-runs":       {"ask/checks.go", "ask/costs.go", "ask/player.go", "random/tieruns.go"},
	"width":          {"ask/checks.go", "ask/costs.go", "ask/found.go", "ask/histogram.go", "ask/packed.go", "ask/solve.go", "ask/within.go"},
}

// Program identifies the program as it was built.
var Program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return err.Error()
	}
	file, err := os.Open(path)
	if err != nil {
		return err.Error()
	}
	defer file.Close()

	digest := sha256.New() // part by part: it has dozens of megabytes
	if _, err := io.Copy(digest, file); err != nil {
		return err.Error()
	}
	return hex.EncodeToString(digest.Sum(nil))
})

// Of identifies all code that computes the answer to a question. It changes whenever
// that code does, since answers of other code are not used. The code is: the files
// that answer questions of its kind, the packages of the engine that these import, for programs
// that play also package external, and the versions of the registered games and strategies that
// the question names. For questions of other packages, such as bench, it is the whole program.
func Of(k store.Key) string {
	code, known := fingerprints()[k.Kind]
	if !known {
		code = Program()
	}
	return store.Digest(code + engine.Versions(k.Question))
}

// fingerprints identifies the code that answers each kind of question.
var fingerprints = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for kind, files := range filesOf {
		out[kind] = engine.FingerprintOfFiles(sources, files)
	}
	out["external"] += engine.FingerprintOf(external.Sources)
	return out
})
