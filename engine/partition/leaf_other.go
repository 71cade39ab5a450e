//go:build purego || (!amd64 && !arm64)

package partition

// leaves are what this machine runs, the fastest first.
var leaves = []*leaf{&portable}

// distinctKernels has none: guesses are measured one after another.
var distinctKernels = []func(args *distinctArgs){nil}
