//go:build (!amd64 && !arm64) || purego

package search

// A kernel stands for wide registers, which are missing here.
type kernel int

const widest kernel = 0

func separate(_ kernel, m *matrix, offsets []int32) (separator, pair int) {
	return separatePlain(m, offsets)
}

func countParts(_ kernel, m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	countPartsPlain(m, offsets, least, parts, many)
}

func prefetch(*bucket) {}
