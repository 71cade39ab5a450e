package parallel

import (
	"context"
	"runtime"
)

// Yielding returns a context for long work, which looks at its Err now and then: some of
// these looks let timers and other goroutines run, for which a browser's one thread has
// no other occasion.
func Yielding(ctx context.Context) context.Context { return &yielding{Context: ctx} }

type yielding struct {
	context.Context
	looks int
}

func (y *yielding) Err() error {
	if y.looks++; y.looks%64 == 0 {
		runtime.Gosched()
	}
	return y.Context.Err()
}
