//go:build !purego

package optimal

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var hasVector = cpu.X86.HasAVX512F

// separateVector is [separatePlain] with wide registers: a lane of each for a
// column, of which 16 are looked at together.
//
//go:noescape
func separateVector(answers *byte, offsets *int32, rows, blocks int) (separator, pair int)

func separate(m *matrix, offsets []int32) (separator, pair int) {
	if !hasVector {
		return separatePlain(m, offsets)
	}
	return separateVector((*byte)(unsafe.Pointer(unsafe.SliceData(m.answers))), unsafe.SliceData(offsets), len(offsets), m.width/block)
}

// countPartsVector is [countPartsPlain] with wide registers.
//
//go:noescape
func countPartsVector(answers *byte, offsets *int32, rows, blocks, least int, parts *byte, many *uint16)

func countParts(m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	if !hasVector {
		countPartsPlain(m, offsets, least, parts, many)
		return
	}
	blocks := m.width / block
	countPartsVector((*byte)(unsafe.Pointer(unsafe.SliceData(m.answers))), unsafe.SliceData(offsets), len(offsets), blocks, least,
		unsafe.SliceData(parts[:m.width]), unsafe.SliceData(many[:blocks]))
}
