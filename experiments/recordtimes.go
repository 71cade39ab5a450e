package main

// searchSeconds is what the proofs of the records took: processor time with one worker
// on a Xeon with AVX-512. Those that are not listed took less than a second.
var searchSeconds = map[string]float64{
	"mm2x15": 10,
	"mm2x16": 265,
	"mm3x10": 4,
	"mm3x11": 29,
	"mm3x12": 161,
	"mm3x13": 1503,
	"mm4x7":  1,
	"mm4x8":  15,
	"mm4x9":  114,
	"mm5x6":  227,
	"mm6x4":  4,
	"bc2x15": 2,
	"bc2x16": 24,
	"bc3x11": 2,
	"bc3x12": 16,
	"bc3x13": 75,
	"bc3x14": 351,
	"bc4x9":  1,
	"bc4x10": 9,
	"bc4x11": 114,
	"bc5x7":  4,
	"bc5x8":  103,
	"bp3x7":  1.1,
	"bp3x8":  16,
	"bp4x5":  0.5,
	"bp4x6":  67,
}
