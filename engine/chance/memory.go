package chance

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
)

// memory holds the values of sets, by their keys. It forgets nothing, and
// remembers nothing new once it is full. All goroutines share it.
type memory struct {
	values sync.Map
	room   atomic.Int64 // bytes that may still be kept
	sets   atomic.Int64
}

// key identifies a canonical form, and how many of the guesses to come may be any code.
func key(form []game.Code, free int) string {
	key := make([]byte, 0, 4*len(form)+4)
	for _, c := range form {
		key = binary.LittleEndian.AppendUint32(key, uint32(c))
	}
	return string(binary.LittleEndian.AppendUint32(key, uint32(free)))
}

// find returns the value of a set, if it is remembered.
func (m *memory) find(key string) (v value, ok bool) {
	kept, _ := m.values.Load(key)
	v, ok = kept.(value)
	return v, ok
}

// keep remembers a set, if there is room.
func (m *memory) keep(key string, v value) {
	const overhead = 160 // of the entry in the map and in the heap
	size := int64(overhead + len(key) + v.bytes())
	if m.room.Add(-size) < 0 {
		m.room.Add(size)
		return
	}
	m.sets.Add(1)
	m.values.Store(key, v)
}
