package search

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestLockOfBucket checks that all keys of a bucket have one lock.
func TestLockOfBucket(t *testing.T) {
	table := newTranspositionTable(1 << 24)
	table.share()
	locks := map[*bucket]*sync.Mutex{}
	rng := rand.New(rand.NewPCG(4, 12))
	again := 0
	for range 1 << 18 {
		b, lock := table.bucket(setKey{rng.Uint64(), rng.Uint64()})
		lock.Unlock()
		if known, ok := locks[b]; ok && known != lock {
			t.Fatal("a bucket has two locks")
		} else if ok {
			again++
		}
		locks[b] = lock
	}
	if again < 1000 || len(locks) < 1000 {
		t.Errorf("%d buckets, %d met again: the test has lost its point", len(locks), again)
	}
}
