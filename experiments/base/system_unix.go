//go:build unix

package base

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// addressSpace returns the limit of the program's address space (ulimit -v); ok is false if the
// system does not say.
func addressSpace() (limit uint64, ok bool) {
	var l unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_AS, &l)
	return l.Cur, err == nil
}

// processorTime returns the time that the program has used on all processors.
func processorTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// endings are the signals that interrupt the program.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // else the program goes on under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
