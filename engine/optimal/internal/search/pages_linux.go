package search

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages asks the system for large pages of memory. Rows and slots are read in no order,
// and most of the time would go into finding small pages. The system may ignore it.
func hugePages[T any](s []T) []T {
	const page = 4096
	start := unsafe.Pointer(unsafe.SliceData(s))
	n := uintptr(len(s)) * unsafe.Sizeof(s[0])
	skip := -uintptr(start) % page
	if n > skip+page {
		first := (*byte)(unsafe.Add(start, skip))
		whole := (n - skip) / page * page
		_ = unix.Madvise(unsafe.Slice(first, whole), unix.MADV_HUGEPAGE)
	}
	return s
}
