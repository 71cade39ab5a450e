package ask

import (
	"codebreak/engine"
	"codebreak/engine/optimal"
)

// searchSeconds is what proofs took: processor time with one worker on a Xeon with
// AVX-512. Searches that are not listed took less than a second.
var searchSeconds = map[string]float64{
	"mm3x12 optimal": 2.4,
	"mm3x13 optimal": 6,
	"mm3x14 optimal": 26,
	"mm3x15 optimal": 69,
	"mm3x16 optimal": 232,
	"mm4x8 optimal":  5.1,
	"mm4x9 optimal":  30,
	"mm4x10 optimal": 593,
	"mm5x6 optimal":  230,
	"mm6x4 optimal":  3.9,
	"mm7x3 optimal":  4,
	"mm8x2 optimal":  2,
	"bc3x13 optimal": 1.8,
	"bc3x14 optimal": 3.2,
	"bc3x15 optimal": 17,
	"bc3x16 optimal": 49,
	"bc4x10 optimal": 4.6,
	"bc4x11 optimal": 37,
	"bc4x12 optimal": 397,
	"bc5x7 optimal":  2.8,
	"bc5x8 optimal":  101,
	"bp3x12 optimal": 9,
	"bp3x13 optimal": 27,
	"bp3x14 optimal": 76,
	"bp3x15 optimal": 231,
	"bp3x16 optimal": 637,
	"bp4x6 optimal":  1.1,
	"bp4x7 optimal":  35,
	"bp5x5 optimal":  45,
	"bp7x3 optimal":  12,
	"bp8x2 optimal":  7.9,

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
