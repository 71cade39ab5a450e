package ask

import (
	"embed"
	"os"
	"slices"
	"sync"

	"codebreak/engine"
	"codebreak/engine/short"
	"codebreak/experiments/external"
	"codebreak/experiments/store"
)

//go:embed *.go
var sources embed.FS

var ownFingerprint = sync.OnceValue(func() string { return engine.Fingerprint() + engine.FingerprintOf(sources) })

// kinds are those of the questions of this package.
var kinds = []string{
	Play{}.Kind(), Survey{}.Kind(), TieRuns{}.Kind(), Adversary{}.Kind(), FirstGuesses{}.Kind(), FirstWords{}.Kind(),
	Solve{}.Kind(), ListSolve{}.Kind(), Within{}.Kind(), LeastWorst{}.Kind(), Equilibrium{}.Kind(), Replay{}.Kind(),
	CompareTable{}.Kind(), Expected{}.Kind(), Sampled{}.Kind(), External{}.Kind(), Bench{}.Kind(), BenchSearch{}.Kind(),
	Static{}.Kind(), Longest{}.Kind(), Openings{}.Kind(),
}

// program identifies the program as it was built.
var program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return err.Error()
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return short.Digest(text)
})

// Fingerprint identifies all code that computes the answer to a question: the engine, this
// package, for programs that play also package external, and the versions of the registered
// games and strategies that the question names; for questions of other packages, the whole
// program. It changes whenever that code does; answers of other code are not used.
func Fingerprint(k store.Key) string {
	text := ownFingerprint() + engine.Versions(k.Question)
	switch {
	case k.Kind == External{}.Kind():
		text += engine.FingerprintOf(external.Sources)
	case !slices.Contains(kinds, k.Kind):
		text += program()
	}
	return short.Digest(text)
}
