//go:build !purego

package kernel

// leaves are the leaves that this machine can run, the fastest first. Every arm64 has
// NEON.
var leaves = []*Leaf{{Name: "NEON", Measure: measureNEON, pairs: pairsNEON}, &portable}

// measureNEON has two lanes in a register, and takes four turns; where parts are
// all that counts, of few candidates, lanes are narrower.
//
//go:noescape
func measureNEON(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)

// pairsNEON has a quarter of a group in a register.
//
//go:noescape
func pairsNEON(args *pairArgs)

// distinctKernels are the kernels of distinct; the last is nil.
var distinctKernels = []func(args *distinctArgs){distinctNEON, nil}

// distinctNEON looks at 64 guesses in four registers.
//
//go:noescape
func distinctNEON(args *distinctArgs)
