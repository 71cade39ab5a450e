package kernel

// Leaves are the leaves that this machine can run, the fastest first; the last is in plain Go.
func Leaves() []*Leaf { return leaves }

// NewDistinct counts by one of [DistinctKernels]: 0 is the fastest that the machine has.
func NewDistinct(kernel int) Distinct {
	return Distinct{kernel: distinctKernels[kernel], from: -1}
}

// DistinctKernels is how many kernels the machine has; the last rejects nothing.
func DistinctKernels() int { return len(distinctKernels) }
