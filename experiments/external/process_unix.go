//go:build unix

package external

import "syscall"

// checkSystem returns nil: players run here.
func checkSystem() error { return nil }

// newGroup starts a process group with a program, which ends with this one.
func newGroup() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(a)
	return a
}

// send sends a signal to a process, or to a process group if the number is negative; 0
// only asks whether there is one.
func send(pid int, s syscall.Signal) error { return syscall.Kill(pid, s) }
