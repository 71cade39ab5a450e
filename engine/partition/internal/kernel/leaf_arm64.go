//go:build !purego

package kernel

// leaves are the leaves that this machine can run, the fastest first. Every arm64 has
// NEON.
var leaves = []*Leaf{{Name: "NEON", Measure: measureNEON}, &portable}

// measureNEON has two lanes in a register, and takes four turns; where parts are
// all that counts, of few candidates, lanes are narrower.
//
//go:noescape
func measureNEON(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)

// distinctKernels has none: guesses are measured one after another.
var distinctKernels = []func(args *distinctArgs){nil}
