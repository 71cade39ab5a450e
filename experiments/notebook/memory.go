package notebook

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// withProgram adds the memory of the program itself, and of idle and administrative parts
// of the heap, to the bytes that work needs.
func withProgram(need int64) int64 {
	const program = 20 << 20
	return program + need/16*17
}

// CheckNeed refuses work that needs more bytes of memory than the limit leaves.
func (e Env) CheckNeed(what string, need int64) error {
	if need = withProgram(need); e.Memory > 0 && need > e.Memory {
		return fmt.Errorf("%s needs about %s of memory, more than the limit of %s (--max-memory; workers: %d)",
			what, humanize.IBytes(uint64(need)), humanize.IBytes(uint64(e.Memory)), e.Workers)
	}
	return nil
}

// pagesMemory is how many bytes it takes to make pages, with pictures.
const pagesMemory = 10 << 20

// LargestFile is how many bytes a file may count as, see [store.ReadJSON], that is
// read for its answers, or all files that are read at once: what is in it
// takes several times as much memory. No answer is so large that it would need
// more than the most, which takes less than a second to read.
func (e Env) LargestFile() int64 {
	const times, most = 8, 32 << 20
	if e.Memory == 0 {
		return most
	}
	return min(max(1, (e.Memory-withProgram(pagesMemory))/times), most)
}

// Spare is the memory left for a cache beside work that needs some bytes: at most the
// number wanted, leaving room for garbage.
func (e Env) Spare(need, wanted int64) int64 {
	if e.Memory > 0 {
		wanted = min(wanted, (e.Memory-withProgram(need))/5*4)
	}
	return max(wanted, 1)
}
