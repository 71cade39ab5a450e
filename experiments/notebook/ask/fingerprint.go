//go:build !js

package ask

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"codebreak/engine"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
)

//go:embed *.go
var sources embed.FS

// filesOf lists by kind of question the files of this package that its answer depends on: the
// question's own, and the files that it uses. A test follows the uses.
var filesOf = map[string][]string{
	"absurdle-lines": {"absurdle.go", "checks.go", "costs.go", "rounds.go", "static.go"},
	"adversary":      {"adversary.go", "checks.go", "costs.go", "player.go", "rounds.go"},
	"compare-table":  {"checks.go", "comparetable.go", "costs.go", "packed.go", "player.go", "replay.go"},
	"equilibrium":    {"checks.go", "costs.go", "equilibrium.go", "fraction.go", "player.go"},
	"expected":       {"checks.go", "costs.go", "expected.go", "fraction.go", "player.go", "randomplayer.go"},
	"external":       {"checks.go", "costs.go", "external.go", "histogram.go", "play.go", "player.go", "survey.go"},
	"first-guesses":  {"checks.go", "costs.go", "firstguesses.go"},
	"first-words":    {"checks.go", "costs.go", "firstguesses.go"},
	"force-absurdle": {"absurdle.go", "checks.go", "costs.go", "rounds.go", "static.go"},
	"least-worst":    {"checks.go", "costs.go", "histogram.go", "leastworst.go", "packed.go", "player.go"},
	"solve-lists":    {"checks.go", "costs.go", "histogram.go", "packed.go", "solve.go"},
	"longest":        {"checks.go", "costs.go", "longest.go", "rounds.go"},
	"openings":       {"checks.go", "costs.go", "static.go"},
	"play":           {"checks.go", "costs.go", "histogram.go", "play.go", "player.go", "survey.go"},
	"replay":         {"costs.go", "packed.go", "replay.go"},
	"sampled":        {"checks.go", "costs.go", "histogram.go", "player.go", "randomplayer.go", "sampled.go"},
	"solve":          {"checks.go", "costs.go", "histogram.go", "packed.go", "solve.go"},
	"static":         {"checks.go", "costs.go", "static.go"},
	"survey":         {"checks.go", "costs.go", "player.go", "survey.go"},
	"tie-runs":       {"checks.go", "costs.go", "player.go", "tieruns.go"},
	"width":          {"checks.go", "costs.go", "histogram.go", "packed.go", "solve.go", "within.go"},
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

// Fingerprint identifies all code that computes the answer to a question. It changes whenever
// that code does, since answers of other code are not used. The code is: the files of this package
// that answer questions of its kind, the packages of the engine that these import, for programs
// that play also package external, and the versions of the registered games and strategies that
// the question names. For questions of other packages it is the whole program.
func Fingerprint(k store.Key) string {
	code, ours := fingerprints()[k.Kind]
	if !ours {
		code = Program()
	}
	return store.Digest(code + engine.Versions(k.Question))
}

// fingerprints identifies the code that answers each kind of question of this package.
var fingerprints = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for kind, files := range filesOf {
		out[kind] = engine.FingerprintOfFiles(sources, files)
	}
	out["external"] += engine.FingerprintOf(external.Sources)
	return out
})
