package search

import (
	"math"
	"sync"

	"codebreak/engine/game"
)

// A setKey is a hash of 128 bits of a set: the exclusive or of a fixed random
// number for each candidate, mixed with the guesses left. (Two sets with the
// same key could spoil a proof; among the 10⁸ sets of a long search that has a
// chance of some 10⁻²³.)
type setKey struct{ a, b uint64 }

// hash is the exclusive or of the keys of a set's elements (Zobrist, 1970).
func hash(candidates set, keys []setKey) setKey {
	var h setKey
	for _, i := range candidates {
		h.a ^= keys[i].a
		h.b ^= keys[i].b
	}
	return h
}

// An entry is what is known about a set: its least cost with the first guess
// of a tree that attains it, or a lower bound.
type entry struct {
	least Cost
	guess game.Code
	exact bool
}

// A transpositionTable remembers what is known about sets, in bounded memory:
// what is found for a large set replaces what was found for a smaller one.
type transpositionTable struct {
	buckets []bucket
	round   uint16       // what was found in rounds before is forgotten
	locks   []sync.Mutex // each of many buckets; nil if one worker searches
}

// A bucket is the slots in which a key may lie: two lines of a cache.
type bucket [ways]slot

type slot struct {
	key   setKey
	known Cost // twice the bound, and 1 if it is exact
	guess game.Code
	round uint16 // in which it was found
	size  uint16 // of the set, at most; 0 for an empty slot
}

const (
	ways        = 4
	bucketBytes = 32 * ways
)

func newTranspositionTable(bytes int64) *transpositionTable {
	n := int64(1 << 8)
	for 2*n*bucketBytes <= bytes {
		n *= 2
	}
	return &transpositionTable{
		buckets: hugePages(make([]bucket, n)),
		round:   1,
	}
}

// share makes the table safe for several workers.
func (t *transpositionTable) share() {
	t.locks = make([]sync.Mutex, 1<<12)
}

// clear forgets everything, nearly always in constant time. Nobody may use the table meanwhile.
func (t *transpositionTable) clear() {
	if t.round++; t.round == 0 {
		clear(t.buckets)
		t.round = 1
	}
}

// bucket returns the bucket for a key, locked if there are locks; the caller unlocks it.
func (t *transpositionTable) bucket(key setKey) (b *bucket, lock *sync.Mutex) {
	i := key.b & uint64(len(t.buckets)-1)
	if t.locks != nil {
		lock = &t.locks[i%uint64(len(t.locks))]
		lock.Lock()
	}
	return &t.buckets[i], lock
}

// fetch starts to bring the bucket for a key into the cache, where get will want it.
func (t *transpositionTable) fetch(key setKey) {
	prefetch(&t.buckets[key.b&uint64(len(t.buckets)-1)])
}

func (t *transpositionTable) get(key setKey) (entry, bool) {
	b, lock := t.bucket(key)
	if lock != nil {
		defer lock.Unlock()
	}

	for i := range b {
		s := &b[i]
		if s.key == key && s.round == t.round {
			return entry{
				least: s.known >> 1,
				guess: s.guess,
				exact: s.known&1 != 0,
			}, true
		}
	}
	return entry{}, false
}

// put stores what is known about a set of that size. What is exact, or bounds the
// cost no worse, stays.
func (t *transpositionTable) put(key setKey, e entry, size int) {
	b, lock := t.bucket(key)
	if lock != nil {
		defer lock.Unlock()
	}

	found := slot{
		key:   key,
		known: e.least << 1,
		guess: e.guess,
		round: t.round,
		size:  uint16(min(size, math.MaxUint16)),
	}
	if e.exact {
		found.known++
	}

	victim := &b[0]
	for i := range b {
		s := &b[i]
		if s.key == key && s.round == t.round {
			if s.known&1 == 0 && found.known > s.known {
				*s = found
			}
			return
		}

		if s.round != t.round || victim.round == t.round && s.size < victim.size {
			victim = s
		}
	}
	*victim = found
}
