package ask

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/experiments/notebook"
)

// effort lists what proofs took that took more than a second, one a line: seconds of processor
// time with one worker on a Xeon with AVX-512, and the problem.
//
//go:embed effort.txt
var effort string

var searchSeconds = sync.OnceValue(func() map[string]float64 {
	took := map[string]float64{}
	for line := range strings.Lines(effort) {
		seconds, problem, _ := strings.Cut(strings.TrimSpace(line), " ")
		took[problem] = notebook.Sure(strconv.ParseFloat(seconds, 64))
	}
	return took
})

// SearchSeconds is what the proof of a problem took, with one worker; 0 if that was less
// than a second, or is not known.
func SearchSeconds(problem string) float64 { return searchSeconds()[problem] }

// EffortOf is how long a problem is searched, by what its proof took.
func EffortOf(problem string) Effort {
	switch seconds := searchSeconds()[problem]; {
	case seconds > 30:
		return Hour
	case seconds > 1:
		return Minutes
	}
	return Seconds
}

// Best asks for the answer to a problem. All entries ask in the same way, so that none
// knows less of it than another.
func Best(p optimal.ProblemSpec) Solve {
	return NewSolve(p, EffortOf(engine.SubjectOf(p).String()))
}
