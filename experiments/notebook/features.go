package notebook

import (
	"strings"

	"golang.org/x/sys/cpu"
)

// processorFeatures names what this processor has of what matters to the counting of
// candidates; empty if it has nothing of it, or is of another kind.
func processorFeatures() string {
	var names []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"POPCNT", cpu.X86.HasPOPCNT},
		{"BMI2", cpu.X86.HasBMI2},
		{"AVX2", cpu.X86.HasAVX2},
		{"AVX-512F", cpu.X86.HasAVX512F},
		{"AVX-512BW", cpu.X86.HasAVX512BW},
		{"AVX-512VL", cpu.X86.HasAVX512VL},
		{"AVX-512VPOPCNTDQ", cpu.X86.HasAVX512VPOPCNTDQ},
		{"ASIMD", cpu.ARM64.HasASIMD},
		{"SVE", cpu.ARM64.HasSVE},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, " ")
}
