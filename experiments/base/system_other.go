//go:build !unix

package base

import (
	"os"
	"time"
)

func addressSpace() (limit uint64, ok bool) { return 0, false }

// ProcessorTime stands for what the system does not say: the time of the wall.
func ProcessorTime() time.Duration { return time.Since(started) }

var started = time.Now()

func Endings() []os.Signal { return []os.Signal{os.Interrupt} }
