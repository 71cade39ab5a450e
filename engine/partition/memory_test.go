package partition

import (
	"testing"

	"codebreak/engine/enginetest"
)

// TestMemory checks what counts: workers, feedback that searches keep, and the size of
// the game.
func TestMemory(t *testing.T) {
	of := func(name string, workers int) (play, search int64) {
		g := enginetest.Game(t, name)
		return Memory(g, workers), SearchMemory(g, workers)
	}
	one, search := of("mm4x6", 1)
	if zero, _ := of("mm4x6", 0); zero != one {
		t.Errorf("no workers need %d bytes, one %d", zero, one)
	}
	if two, _ := of("mm4x6", 2); two <= one || two >= 2*one {
		t.Errorf("two workers need %d bytes, one %d", two, one)
	}
	if larger, _ := of("mm5x8", 1); search < one+2*1296*1296 || larger < one+32768*120 {
		t.Errorf("mm4x6 needs %d bytes and a search %d, mm5x8 %d", one, search, larger)
	}
}
