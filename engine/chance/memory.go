package chance

import (
	"slices"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
)

// memory holds what is expected of sets, by their canonical form. It forgets
// nothing, and remembers nothing new once it is full. All goroutines share it.
type memory struct {
	shards [64]struct {
		mu   sync.Mutex
		sets map[uint64]*kept
	}
	room atomic.Int64 // bytes that may still be kept
	sets atomic.Int64
}

// A kept set is a form, how many guesses may still be of all codes, and what is
// expected. Sets of the same hash follow each other.
type kept struct {
	form  []game.Code
	free  int
	value value
	next  *kept
}

func newMemory(room int64) *memory {
	m := &memory{}
	m.room.Store(room)
	for i := range m.shards {
		m.shards[i].sets = map[uint64]*kept{}
	}
	return m
}

// find returns what is expected of a form, if it is remembered.
func (m *memory) find(key uint64, form []game.Code, free int) (v value, ok bool) {
	s := &m.shards[key%uint64(len(m.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := s.sets[key]; k != nil; k = k.next {
		if k.free == free && slices.Equal(k.form, form) {
			return k.value, true
		}
	}
	return value{}, false
}

// keep remembers a form, if there is room.
func (m *memory) keep(key uint64, form []game.Code, free int, v value) {
	const overhead = 120 // of the entry in the map and in the heap
	if size := int64(overhead + 4*len(form) + v.bytes()); m.room.Add(-size) < 0 {
		m.room.Add(size)
		return
	}
	m.sets.Add(1)
	s := &m.shards[key%uint64(len(m.shards))]
	s.mu.Lock()
	s.sets[key] = &kept{form, free, v, s.sets[key]}
	s.mu.Unlock()
}
