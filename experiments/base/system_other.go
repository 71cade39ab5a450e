//go:build !unix

package base

import (
	"os"
	"time"
)

func addressSpace() (limit uint64, ok bool) { return 0, false }

// processorTime returns the time of the clock, since the system does not measure the processors.
func processorTime() time.Duration { return time.Since(started) }

var started = time.Now()

func endings() []os.Signal { return []os.Signal{os.Interrupt} }
