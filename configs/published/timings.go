package published

import "codebreak/engine/strategy"

// A Time is how long another program takes to play every secret of a
// game by a criterion.
type Time struct {
	Source    SourceID
	Program   string
	Machine   string
	Game      string
	Criterion strategy.Criterion
	Seconds   float64 // wall time
}

const (
	cpuProgram  = "fancidev/mastermind (C++, SSE2, symmetry reduction)"
	twoThreads  = "a machine of two cores, two threads"
	oneThread   = "a machine of two cores, one thread"
	gpuProgram  = "mikemag/Mastermind (CUDA)"
	gpuHardware = "NVIDIA GeForce RTX 4090, Intel i9-13900K"
)

// Times returns the times of the fastest programs known: on
// processors, and on graphics processors.
func Times() []Time { return append([]Time(nil), times...) }

var times = []Time{
	{Mmstrat, cpuProgram, twoThreads, "bc4x10", strategy.Minimax, 0.03},
	{Mmstrat, cpuProgram, twoThreads, "bc4x10", strategy.ExpectedSize, 0.03},
	{Mmstrat, cpuProgram, twoThreads, "bc4x10", strategy.Entropy, 0.03},
	{Mmstrat, cpuProgram, twoThreads, "bc4x10", strategy.MostParts, 0.03},
	{Mmstrat, cpuProgram, twoThreads, "mm5x8", strategy.Minimax, 2.96},
	{Mmstrat, cpuProgram, twoThreads, "mm5x8", strategy.ExpectedSize, 1.25},
	{Mmstrat, cpuProgram, twoThreads, "mm5x8", strategy.Entropy, 2.13},
	{Mmstrat, cpuProgram, twoThreads, "mm5x8", strategy.MostParts, 0.96},
	{Mmstrat, cpuProgram, oneThread, "mm6x6", strategy.Entropy, 11.9},
	{Mikemag4090, gpuProgram, gpuHardware, "mm4x6", strategy.Minimax, 0.003},
	{Mikemag4090, gpuProgram, gpuHardware, "mm4x6", strategy.ExpectedSize, 0.003},
	{Mikemag4090, gpuProgram, gpuHardware, "mm4x6", strategy.Entropy, 0.004},
	{Mikemag4090, gpuProgram, gpuHardware, "mm4x6", strategy.MostParts, 0.004},
	{Mikemag4090, gpuProgram, gpuHardware, "mm5x8", strategy.Minimax, 0.018},
	{Mikemag4090, gpuProgram, gpuHardware, "mm5x8", strategy.ExpectedSize, 0.017},
	{Mikemag4090, gpuProgram, gpuHardware, "mm5x8", strategy.Entropy, 0.018},
	{Mikemag4090, gpuProgram, gpuHardware, "mm5x8", strategy.MostParts, 0.017},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x6", strategy.Minimax, 0.029},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x6", strategy.ExpectedSize, 0.027},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x6", strategy.Entropy, 0.028},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x6", strategy.MostParts, 0.026},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x9", strategy.Minimax, 1.385},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x9", strategy.ExpectedSize, 1.203},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x9", strategy.Entropy, 1.734},
	{Mikemag4090, gpuProgram, gpuHardware, "mm6x9", strategy.MostParts, 1.367},
}
