//go:build !unix

package cli

import (
	"os"
	"time"
)

func addressSpace() (limit uint64, ok bool) { return 0, false }

// processorTime stands for what the system does not say: the time of the wall.
func processorTime() time.Duration { return time.Since(started) }

var started = time.Now()

func endings() []os.Signal { return []os.Signal{os.Interrupt} }
