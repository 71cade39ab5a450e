package optimal

import (
	"sync"

	"codebreak/engine/game"
)

// A setHash is 128 bits of a set: the exclusive or of a fixed random number for
// each candidate, mixed with the guesses left. (Two sets with the same key
// could spoil a proof; among the 10⁸ sets of a long search that has a chance of
// some 10⁻²³.)
type setHash struct{ a, b uint64 }

// An entry is what is known about a set: its least cost with the first guess
// of a tree that attains it, or a lower bound.
type entry struct {
	least cost
	guess game.Code
	exact bool
}

// A table remembers what is known about sets, in bounded memory: what is found
// for a large set replaces what was found for a smaller one.
type table struct {
	slots []slot
	locks [1024]sync.Mutex
}

type slot struct {
	key  setHash
	size int32 // of the set; 0 for an empty slot
	entry
}

const (
	slotBytes = 40
	ways      = 4 // slots in which a key may lie
)

func newTable(bytes int64) *table {
	n := int64(1 << 10)
	for 2*n*slotBytes <= bytes {
		n *= 2
	}
	return &table{slots: make([]slot, n)}
}

func (t *table) clear() { clear(t.slots) }

// bucket returns the slots for a key, and their lock.
func (t *table) bucket(key setHash) ([]slot, *sync.Mutex) {
	i := int(key.b) & (len(t.slots) - 1) &^ (ways - 1)
	return t.slots[i : i+ways], &t.locks[i/ways%len(t.locks)]
}

func (t *table) get(key setHash) (entry, bool) {
	slots, lock := t.bucket(key)
	lock.Lock()
	defer lock.Unlock()
	for i := range slots {
		if slots[i].key == key && slots[i].size > 0 {
			return slots[i].entry, true
		}
	}
	return entry{}, false
}

// put stores what is known about a set of the given size.
func (t *table) put(key setHash, e entry, size int) {
	slots, lock := t.bucket(key)
	lock.Lock()
	defer lock.Unlock()
	victim := 0
	for i := range slots {
		if slots[i].key == key && slots[i].size > 0 {
			if !slots[i].exact && (e.exact || e.least > slots[i].least) {
				slots[i].entry = e
			}
			return
		}
		if slots[i].size < slots[victim].size {
			victim = i
		}
	}
	slots[victim] = slot{key, int32(size), e}
}

// raise stores a lower bound.
func (t *table) raise(key setHash, least cost, size int) {
	t.put(key, entry{least: least}, size)
}
