//go:build !unix

package cli

import "os"

func addressSpace() (limit uint64, ok bool) { return 0, false }

func endings() []os.Signal { return []os.Signal{os.Interrupt} }
