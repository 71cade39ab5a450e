package ask

import (
	"codebreak/engine"
	"codebreak/engine/optimal"
)

// searchSeconds is what proofs took: processor time with one worker on a Xeon with
// AVX-512. Searches that are not listed took less than a second.
var searchSeconds = map[string]float64{
	"mm2x15 optimal": 10,
	"mm2x16 optimal": 265,
	"mm3x10 optimal": 4,
	"mm3x11 optimal": 29,
	"mm3x12 optimal": 161,
	"mm3x13 optimal": 1503,
	"mm4x7 optimal":  1,
	"mm4x8 optimal":  15,
	"mm4x9 optimal":  114,
	"mm5x6 optimal":  227,
	"mm6x4 optimal":  4,
	"bc2x15 optimal": 2,
	"bc2x16 optimal": 24,
	"bc3x11 optimal": 2,
	"bc3x12 optimal": 16,
	"bc3x13 optimal": 75,
	"bc3x14 optimal": 351,
	"bc4x9 optimal":  1,
	"bc4x10 optimal": 9,
	"bc4x11 optimal": 114,
	"bc5x7 optimal":  4,
	"bc5x8 optimal":  103,
	"bp3x7 optimal":  1.1,
	"bp3x8 optimal":  16,
	"bp4x5 optimal":  0.5,
	"bp4x6 optimal":  67,

	"bc4x8 optimal pool=consistent":                    7,
	"bc4x10 optimal pool=consistent":                   20,
	"bc4x10 optimal pool=consistent-but-last":          4,
	"bc4x10 optimal pool=consistent-but-last@fancidev": 3,
	"bc4x10 optimal objective=worst,count":             150,
	"mm4x8 optimal objective=worst,total":              15,
}

// SearchSeconds is what the proof of a problem took, with one worker; 0 if that was less
// than a second, or is not known.
func SearchSeconds(problem string) float64 { return searchSeconds[problem] }

// EffortOf is how long a problem is searched, by what its proof took.
func EffortOf(problem string) Effort {
	switch seconds := searchSeconds[problem]; {
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
