package search

import "codebreak/engine/strategy"

// Pools that only the search plays; package optimal describes them.
const (
	ConsistentButLast         strategy.Pool = "consistent-but-last"
	ConsistentButLastFancidev strategy.Pool = "consistent-but-last@fancidev"
	SecondFree                strategy.Pool = "second-free"
)

// ButLast reports whether a pool ignores the last feedback.
func ButLast(pool strategy.Pool) bool {
	return pool == ConsistentButLast || pool == ConsistentButLastFancidev
}

// Free reports whether any guess of the search may be made after a number of guesses,
// unless the pool narrows.
func Free(pool strategy.Pool, guesses int) bool {
	switch pool {
	case strategy.Consistent, ConsistentButLast, ConsistentButLastFancidev:
		return false
	case SecondFree:
		return guesses == 1
	}
	return true
}
