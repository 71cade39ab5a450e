//go:build !js

package store

import "syscall"

// nonblock opens a pipe without waiting for somebody who writes to it.
const nonblock = syscall.O_NONBLOCK
