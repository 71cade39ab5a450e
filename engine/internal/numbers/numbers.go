// Package numbers lists numbers: sets of codes are kept as lists of them.
package numbers

// Below returns the numbers below n, in order.
func Below[T ~int | ~int32 | ~uint16](n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(i)
	}
	return out
}
