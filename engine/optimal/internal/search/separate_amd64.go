//go:build !purego

package search

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// A kernel is the wide registers that separate and countParts use.
type kernel int

const (
	plainKernel kernel = iota
	kernel256          // AVX2
	kernel512          // AVX-512 with VBMI and BITALG
)

// widest is the widest kernel that the machine has.
var widest = func() kernel {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG:
		return kernel512
	case cpu.X86.HasAVX2:
		return kernel256
	}
	return plainKernel
}()

// prefetch brings both lines of a bucket into the cache.
//
//go:noescape
func prefetch(b *bucket)

// separate512 and separate256 are [separatePlain] for blocks of 64 columns, a byte of a
// register for each, and of 16 columns in two registers. Feedback is below 8 times bytes.
//
//go:noescape
func separate512(feedback *byte, offsets *int32, rows, blocks, bytes int) (separator, pair int)

//go:noescape
func separate256(feedback *byte, offsets *int32, rows, blocks int) (separator, pair int)

// separate is [separatePlain] by a kernel.
func separate(k kernel, m *matrix, offsets []int32) (separator, pair int) {
	feedback := (*byte)(unsafe.Pointer(unsafe.SliceData(m.cells)))
	rows := unsafe.SliceData(offsets)
	switch k {
	case kernel512:
		return separate512(feedback, rows, len(offsets), m.width/64, m.bytes)
	case kernel256:
		return separate256(feedback, rows, len(offsets), m.width/block)
	}
	return separatePlain(m, offsets)
}

// countParts512 and countParts256 are [countPartsPlain] for the same blocks.
//
//go:noescape
func countParts512(feedback *byte, offsets *int32, rows, blocks, bytes, least int, parts *byte, many *uint16)

//go:noescape
func countParts256(feedback *byte, offsets *int32, rows, blocks, least int, parts *byte, many *uint16)

// countParts is [countPartsPlain] by a kernel.
func countParts(k kernel, m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	feedback := (*byte)(unsafe.Pointer(unsafe.SliceData(m.cells)))
	rows := unsafe.SliceData(offsets)
	blocks := m.width / block
	out := unsafe.SliceData(parts[:m.width])
	bits := unsafe.SliceData(many[:blocks])

	switch k {
	case kernel512:
		countParts512(feedback, rows, len(offsets), m.width/64, m.bytes, least, out, bits)
	case kernel256:
		countParts256(feedback, rows, len(offsets), blocks, least, out, bits)
	default:
		countPartsPlain(m, offsets, least, parts, many)
	}
}
