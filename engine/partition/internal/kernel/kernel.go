// Package kernel is the innermost loop of the engine: it counts the parts that guesses make
// of candidates, for many guesses at once, in the widest registers that the processor has.
//
// It holds what assembly reads and writes, with twins in plain Go, and chooses by the
// processor. [Leaf] measures peg games, [Pairs] counts their parts where few candidates are
// left, and [Distinct] counts those of games with a table of their feedback. Which guesses
// to measure, and against which limit, is for package partition to say.
package kernel

// A Kind says how a measure follows from the sizes of parts.
type Kind int

const (
	Largest  Kind = iota // the largest size
	Squares              // the sum of the squared sizes
	Parts                // the number of nonempty parts, negated
	Weighted             // the sum of the weights of the sizes
	Computed             // what a function makes of the sizes
)

// LeastWeights is the number of weights that a leaf reads, at least: some keep the first in
// registers.
const LeastWeights = 16

// Measure measures sizes by any kind but Computed.
func Measure[T int32 | uint16](kind Kind, weights []int64, sizes []T) (sum int64) {
	switch kind {
	case Largest:
		for _, n := range sizes {
			sum = max(sum, int64(n))
		}
	case Squares:
		for _, n := range sizes {
			sum += int64(n) * int64(n)
		}
	case Parts:
		for _, n := range sizes {
			if n > 0 {
				sum--
			}
		}
	case Weighted:
		for _, n := range sizes {
			sum += weights[n]
		}
	}
	return sum
}
