//go:build !amd64 || purego

package optimal

func separate(m *matrix, offsets []int32) (separator, pair int) { return separatePlain(m, offsets) }

func countParts(m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	countPartsPlain(m, offsets, least, parts, many)
}
