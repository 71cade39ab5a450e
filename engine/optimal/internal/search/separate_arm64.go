//go:build !purego

package search

import "unsafe"

// A kernel is the wide registers that separate and countParts use.
type kernel int

const (
	plainKernel kernel = iota
	kernelNEON
)

// widest is the widest kernel: every arm64 has NEON.
const widest = kernelNEON

// separateNEON is [separatePlain] for blocks of 16 columns. Feedback is below 8 times bytes.
//
//go:noescape
func separateNEON(feedback *byte, offsets *int32, rows, blocks, bytes int) (separator, pair int)

// separate is [separatePlain] by a kernel.
func separate(k kernel, m *matrix, offsets []int32) (separator, pair int) {
	if k == plainKernel {
		return separatePlain(m, offsets)
	}
	return separateNEON(unsafe.SliceData(m.cells), unsafe.SliceData(offsets), len(offsets), m.width/block, m.bytes)
}

// countPartsNEON is [countPartsPlain] for the same blocks.
//
//go:noescape
func countPartsNEON(feedback *byte, offsets *int32, rows, blocks, bytes, least int, parts *byte, many *uint16)

// countParts is [countPartsPlain] by a kernel.
func countParts(k kernel, m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	if k == plainKernel {
		countPartsPlain(m, offsets, least, parts, many)
		return
	}
	blocks := m.width / block
	out := unsafe.SliceData(parts[:m.width])
	bits := unsafe.SliceData(many[:blocks])
	countPartsNEON(unsafe.SliceData(m.cells), unsafe.SliceData(offsets), len(offsets), blocks, m.bytes, least, out, bits)
}

func prefetch(*bucket) {}
