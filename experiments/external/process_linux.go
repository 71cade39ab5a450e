package external

import "syscall"

// dieWithParent has the system kill a program when this one ends, however it does.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
