//go:build !purego

package partition

import "golang.org/x/sys/cpu"

// leaves are what this machine runs, the fastest first.
var leaves = func() (l []*leaf) {
	if cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPOPCNTDQ {
		l = append(l, &leaf{"AVX-512", measure512})
	}
	if cpu.X86.HasAVX2 {
		l = append(l, &leaf{"AVX2", measure256})
	}
	return append(l, &portable)
}()

// measure512 has all lanes in one register.
//
//go:noescape
func measure512(args *leafArgs, prefix []sums, at, next []uint64, weights []int64) (below uint64)

// measure256 has four lanes in a register, and takes two turns.
//
//go:noescape
func measure256(args *leafArgs, prefix []sums, at, next []uint64, weights []int64) (below uint64)
