package optimal

import (
	"sync"

	"codebreak/engine/game"
)

// A setKey is a hash of 128 bits of a set: the exclusive or of a fixed random
// number for each candidate, mixed with the guesses left. (Two sets with the
// same key could spoil a proof; among the 10⁸ sets of a long search that has a
// chance of some 10⁻²³.)
type setKey struct{ a, b uint64 }

// An entry is what is known about a set: its least cost with the first guess
// of a tree that attains it, or a lower bound.
type entry struct {
	least cost
	guess game.Code
	exact bool
}

// A transpositionTable remembers what is known about sets, in bounded memory:
// what is found for a large set replaces what was found for a smaller one.
type transpositionTable struct {
	buckets []bucket
	round   int32 // what was found in rounds before is forgotten
}

// A bucket is the slots in which a key may lie, beside their lock: two workers touch
// the same memory only if they look into the same bucket.
type bucket struct {
	lock  sync.Mutex
	slots [ways]slot
}

type slot struct {
	key   setKey
	size  int32 // of the set; 0 for an empty slot
	round int32 // in which it was found
	entry
}

const (
	ways        = 4
	bucketBytes = 8 + 40*ways
)

func newTranspositionTable(bytes int64) *transpositionTable {
	n := int64(1 << 8)
	for 2*n*bucketBytes <= bytes {
		n *= 2
	}
	return &transpositionTable{buckets: make([]bucket, n)}
}

// clear forgets everything, in constant time. Nobody may use the table meanwhile.
func (t *transpositionTable) clear() { t.round++ }

// sizeOf returns the size of the set in a slot; 0 for an empty slot.
func (t *transpositionTable) sizeOf(s *slot) int32 {
	if s.round != t.round {
		return 0
	}
	return s.size
}

// bucket returns the one for a key.
func (t *transpositionTable) bucket(key setKey) *bucket {
	return &t.buckets[key.b&uint64(len(t.buckets)-1)]
}

func (t *transpositionTable) get(key setKey) (entry, bool) {
	b := t.bucket(key)
	b.lock.Lock()
	defer b.lock.Unlock()
	for i := range b.slots {
		if s := &b.slots[i]; s.key == key && t.sizeOf(s) > 0 {
			return s.entry, true
		}
	}
	return entry{}, false
}

// put stores what is known about a set of the given size.
func (t *transpositionTable) put(key setKey, e entry, size int) {
	b := t.bucket(key)
	b.lock.Lock()
	defer b.lock.Unlock()
	victim := &b.slots[0]
	for i := range b.slots {
		s := &b.slots[i]
		if s.key == key && t.sizeOf(s) > 0 {
			if !s.exact && (e.exact || e.least > s.least) {
				s.entry = e
			}
			return
		}
		if t.sizeOf(s) < t.sizeOf(victim) {
			victim = s
		}
	}
	*victim = slot{key, int32(size), t.round, e}
}
