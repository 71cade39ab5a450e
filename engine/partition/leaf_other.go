//go:build purego || (!amd64 && !arm64)

package partition

// leaves are what this machine runs, the fastest first.
var leaves = []*leaf{&portable}
