//go:build purego || (!amd64 && !arm64)

package partition

// leaves are those that this machine runs, the fastest first.
var leaves = []*leaf{&portable}
