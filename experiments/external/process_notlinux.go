//go:build unix && !linux

package external

import "syscall"

// dieWithParent does nothing: the system cannot do what that of Linux can.
func dieWithParent(*syscall.SysProcAttr) {}
