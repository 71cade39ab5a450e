//go:build !js

package parallel

import "context"

// Yielding returns a context for long work, which calls its Err now and then. Here it
// is ctx: only a browser has a single thread for everything.
func Yielding(ctx context.Context) context.Context { return ctx }
