package chance

import (
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/internal/normal"
)

// memory holds the values of sets, by their keys. It forgets nothing, and
// remembers nothing new once it is full. All goroutines share it.
type memory struct {
	values sync.Map
	room   atomic.Int64 // bytes that may still be kept
	sets   atomic.Int64
}

// newNormaliser finds sets alike by exchanges of positions, and of colours at all of them. In
// games whose positions may exchange their colours apart, more sets are alike, but far more
// often only some of these are found.
func newNormaliser(g game.Game) *normal.Normaliser {
	return normal.New(g, min(game.StructureOf(g).Symmetry, game.Throughout), 2)
}

// key identifies a set of codes with its images, and how many of the guesses to come may be
// any code. n may be nil.
func key(n *normal.Normaliser, codes []game.Code, free int) string {
	form := codes
	if n != nil {
		form = n.Form(codes)
		slices.Sort(form)
	}
	key := make([]byte, 0, 4*len(form)+4)
	for _, c := range form {
		key = binary.LittleEndian.AppendUint32(key, uint32(c))
	}
	return string(binary.LittleEndian.AppendUint32(key, uint32(free)))
}

// entryBytes is what an entry takes in the map and in the heap, besides its key and value.
const entryBytes = 160

// find returns the value of a set, if it is remembered.
func (m *memory) find(key string) (v value, ok bool) {
	kept, _ := m.values.Load(key)
	v, ok = kept.(value)
	return v, ok
}

// keep remembers a set, if there is room.
func (m *memory) keep(key string, v value) {
	size := int64(entryBytes + len(key) + v.bytes())
	if m.room.Add(-size) < 0 {
		m.room.Add(size)
		return
	}
	m.sets.Add(1)
	m.values.Store(key, v)
}
