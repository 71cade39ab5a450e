package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// byteSize is a flag that reads sizes such as 4GiB or 500MB.
type byteSize uint64

func (b *byteSize) String() string { return humanize.IBytes(uint64(*b)) }
func (b *byteSize) Type() string   { return "size" }

func (b *byteSize) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err == nil && n == 0 {
		err = fmt.Errorf("no memory at all")
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
func (o *options) limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(o.maxMemory, 1<<62)))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
}

// checkMemory refuses a configuration that is not valid or would not fit the
// memory limit.
func (o *options) checkMemory(c engine.Configuration) error {
	x, err := c.Parse()
	if err != nil {
		return err
	}
	if need := x.Memory(o.workers); uint64(need) > uint64(o.maxMemory) {
		return fmt.Errorf("%s needs about %s of memory, more than the limit of %s (--max-memory; workers: %d)",
			c.Game, humanize.IBytes(uint64(need)), o.maxMemory.String(), o.workers)
	}
	return nil
}

// checkGameMemory refuses a game that would not fit the memory limit, whoever
// plays it.
func (o *options) checkGameMemory(name string) error {
	return o.checkMemory(engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: strategy.Simple}})
}

// tableMemory is what an exact search of the game may remember sets in.
func (o *options) tableMemory(g game.Game) int64 {
	secrets := int64(game.CountSecrets(g))
	const least, most = 1 << 20, 2 << 30
	return min(max(least, 8*secrets*secrets), most, int64(o.maxMemory/2))
}
