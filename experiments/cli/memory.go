package cli

import (
	"errors"
	"math"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// byteSize is a flag that reads sizes such as 4GiB or 500MB.
type byteSize uint64

func (b *byteSize) String() string { return humanize.IBytes(uint64(*b)) }

// Type names the kind of value for errors and help.
func (b *byteSize) Type() string { return "size" }

// Set reads a size above 0.
func (b *byteSize) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err == nil && n == 0 {
		err = errors.New("no memory at all")
	}
	*b = byteSize(n)
	return err
}

// defaultMemory is three quarters of what the machine, or the container that
// the program runs in, has.
func defaultMemory() byteSize {
	const fallback = 3 << 30 // where neither can be asked
	memory, err := memlimit.FromSystem()
	if err != nil {
		return fallback
	}
	if container, err := memlimit.FromCgroup(); err == nil {
		memory = min(memory, container)
	}
	return byteSize(memory / 4 * 3)
}

// collectAt is how much the heap may grow, in percent, before garbage is
// collected: memory is plentiful beside what most games need.
const collectAt = 400

// limitMemory has the garbage collector keep to the limit. Settings in the
// environment go before.
func (a *app) limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(uint64(a.maxMemory), math.MaxInt64)))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
}
