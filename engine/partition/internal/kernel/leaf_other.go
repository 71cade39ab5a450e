//go:build purego || (!amd64 && !arm64)

package kernel

// leaves are the leaves that this machine can run, the fastest first.
var leaves = []*Leaf{&portable}

// distinctKernels has none: guesses are measured one after another.
var distinctKernels = []func(args *distinctArgs){nil}
