package base

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// ByteSize is a flag that reads sizes such as 4GiB or 500MB.
type ByteSize uint64

func (b *ByteSize) String() string { return humanize.IBytes(uint64(*b)) }

// Type names the kind of value for errors and help.
func (b *ByteSize) Type() string { return "size" }

// Set reads a size above 0.
func (b *ByteSize) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err == nil && n == 0 {
		err = errors.New("no memory at all")
	}
	*b = ByteSize(n)
	return err
}

// defaultMemory returns three quarters of the memory of the machine or the container.
func defaultMemory() ByteSize {
	var memory uint64 = 4 << 30 // if the system does not say
	if system, err := memlimit.FromSystem(); err == nil {
		memory = system
	}
	if container, err := memlimit.FromCgroup(); err == nil {
		memory = min(memory, container)
	}
	return ByteSize(memory / 4 * 3)
}

// collectAt is the growth of the heap, in percent, after which garbage is collected: most games need
// little memory.
const collectAt = 400

// binary estimates the memory of the program itself, which the garbage collector does not count.
const binary = 12 << 20

// limitMemory lowers a memory limit to the room in the address space (ulimit -v), and refuses an
// address space in which the program would crash. Beside its memory a Go program takes room for
// maps of the heap, which it has from its start, for the stacks of threads, and with C for a heap
// of each thread. The garbage collector keeps the limit that is returned, unless the environment
// has settings for it.
func limitMemory(most ByteSize) (ByteSize, error) {
	if limit, ok := addressSpace(); ok && limit <= math.MaxInt64 {
		var pages uint64
		sizes, _ := os.ReadFile("/proc/self/statm") // without it the estimate is lower
		_, _ = fmt.Sscan(string(sizes), &pages)
		const arena, least = 80 << 20, 32 << 20 // arena is what heaps grow by, and a little more
		taken := pages*uint64(os.Getpagesize()) + arena*uint64(runtime.GOMAXPROCS(0)+5)
		left := limit - min(taken, limit)
		if left < least {
			return 0, Usagef("the address space (ulimit -v) leaves %s of memory; at least %s is needed", humanize.IBytes(left), humanize.IBytes(least))
		}
		most = min(most, ByteSize(left))
	}

	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(uint64(max(most-binary, most/2)), math.MaxInt64)))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	return most, nil
}
