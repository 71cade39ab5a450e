//go:build unix && !linux

package external

import "syscall"

// dieWithParent does nothing: only Linux can kill a program when its parent ends.
func dieWithParent(*syscall.SysProcAttr) {}
