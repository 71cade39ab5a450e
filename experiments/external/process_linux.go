package external

import "syscall"

// dieWithParent has the system kill a program when this one ends, in any way.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
