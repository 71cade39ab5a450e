package parallel

import (
	"context"
	"runtime"
)

// Yielding returns a context for long work, which calls its Err now and then: some of
// these calls let timers and other goroutines run, for which the single thread of a browser
// has no other occasion.
func Yielding(ctx context.Context) context.Context { return &yielding{Context: ctx} }

type yielding struct {
	context.Context
	calls int
}

func (y *yielding) Err() error {
	y.calls++
	if y.calls%64 == 0 {
		runtime.Gosched()
	}
	return y.Context.Err()
}
