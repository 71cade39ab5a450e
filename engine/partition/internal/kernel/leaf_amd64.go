//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// leaves are the leaves that this machine can run, the fastest first.
var leaves = func() (l []*Leaf) {
	if cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPOPCNTDQ {
		wide := &Leaf{Name: "AVX-512", Measure: measure512}
		if cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG {
			wide.pairs = pairs512
		}
		l = append(l, wide)
	}
	if cpu.X86.HasAVX2 {
		l = append(l, &Leaf{Name: "AVX2", Measure: measure256, pairs: pairs256, halves: true})
	}
	return append(l, &portable)
}()

// measure512 has all lanes in one register.
//
//go:noescape
func measure512(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)

// measure256 has four lanes in a register, and takes two turns.
//
//go:noescape
func measure256(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)

// pairs512 has a group in one register.
//
//go:noescape
func pairs512(args *pairArgs)

// pairs256 has half a group in a register.
//
//go:noescape
func pairs256(args *pairArgs)

// distinctKernels are the kernels of distinct on this machine, the fastest first; the last is nil.
var distinctKernels = func() (k []func(args *distinctArgs)) {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW {
		k = append(k, distinct512)
	}
	if cpu.X86.HasAVX2 {
		k = append(k, distinct256)
	}
	return append(k, nil)
}()

// distinct512 and distinct256 look at 64 guesses in one register, or two.
//
//go:noescape
func distinct512(args *distinctArgs)

//go:noescape
func distinct256(args *distinctArgs)
