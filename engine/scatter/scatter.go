// Package scatter maps numbers to numbers that look random and are the same on
// every machine: for hash tables, and for draws that depend on a seed alone.
package scatter

// Number is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection.
func Number(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// List hashes a list of numbers.
func List[T ~uint32](seed uint64, list []T) uint64 {
	for _, x := range list {
		seed = (seed ^ uint64(x)) * 0x9e3779b97f4a7c15
		seed ^= seed >> 29
	}
	return Number(seed)
}

// Set hashes a set of numbers, in whatever order they stand, to 128 bits.
func Set[T ~int32 | ~uint32](set []T) (hash [2]uint64) {
	for _, x := range set {
		hash[0] += Number(uint64(x))
		hash[1] += Number(^uint64(x))
	}
	return hash
}
