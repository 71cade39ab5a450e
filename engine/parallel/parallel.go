// Package parallel shares numbered pieces of work out among goroutines.
package parallel

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
)

// Each calls do for each number i below n, from at most workers goroutines, at
// least one. The next free worker takes the next number; calls of one worker, a
// number below max(1, workers), do not overlap. No more numbers are handed out once
// a call fails or the context ends. Each returns after all calls have returned: with the
// error of the context, else the error of the first call that failed.
func Each(ctx context.Context, workers, n int, do func(worker, i int) error) error {
	going, stop := context.WithCancelCause(ctx)
	defer stop(nil)

	var next atomic.Int64
	var group sync.WaitGroup
	for worker := range max(1, min(workers, n)) {
		group.Go(func() {
			for going.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := do(worker, i); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	return cmp.Or(ctx.Err(), context.Cause(going))
}
