package partition

import "codebreak/engine/game"

// pegLoad holds the results of Load. Forks share it.
type pegLoad struct {
	codes []game.Code // the candidates, in order
	words int         // words in a plane of len(codes) bits
	at    []uint64    // plane i*colours+c
	has   []uint64    // plane c*positions+k
}
