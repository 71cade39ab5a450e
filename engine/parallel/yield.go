//go:build !js

package parallel

import "context"

// Yielding returns a context for long work, which looks at its Err now and then. Here it
// is the same: only a browser has one thread for all.
func Yielding(ctx context.Context) context.Context { return ctx }
