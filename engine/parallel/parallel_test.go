package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"codebreak/engine/parallel"
)

func ExampleEach() {
	squares := make([]int, 5)
	err := parallel.Each(context.Background(), 3, len(squares), func(_, i int) error {
		squares[i] = i * i
		return nil
	})
	fmt.Println(squares, err)
	// Output: [0 1 4 9 16] <nil>
}

// TestEach checks that every number is handed out once, to workers in range, and
// that failures and the end of the context stop the work.
func TestEach(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 2, 7} {
		var calls [20]atomic.Int32
		err := parallel.Each(t.Context(), workers, len(calls), func(worker, i int) error {
			if worker < 0 || worker >= max(1, workers) {
				t.Errorf("worker %d of %d", worker, workers)
			}
			calls[i].Add(1)
			return nil
		})
		for i := range calls {
			if n := calls[i].Load(); n != 1 || err != nil {
				t.Errorf("%d workers: %d was done %d times, %v", workers, i, n, err)
			}
		}
	}

	failed := errors.New("failed")
	last := 0
	err := parallel.Each(t.Context(), 1, 20, func(_, i int) error {
		last = i
		if i == 3 {
			return failed
		}
		return nil
	})
	if err != failed || last != 3 {
		t.Errorf("error %v after %d, want %v after 3", err, last, failed)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := parallel.Each(ctx, 2, 5, func(_, i int) error { return failed }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
