//go:build unix

package external

import "syscall"

// checkSystem returns nil: players run here.
func checkSystem() error { return nil }

// newGroup has a program start a process group, and end with this program.
func newGroup() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(a)
	return a
}

// send sends a signal to a process, or to a process group if the number is negative. The signal
// 0 only asks whether it exists.
func send(pid int, s syscall.Signal) error { return syscall.Kill(pid, s) }
