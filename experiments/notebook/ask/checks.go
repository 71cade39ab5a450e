package ask

import (
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/experiments/notebook"
)

// CheckMemory refuses a game that would not fit the memory limit, whoever plays
// it.
func CheckMemory(e notebook.Env, g game.Game) error {
	return e.CheckNeed(g.String(), partition.Memory(g, e.Workers))
}

// CheckSearch refuses an exact search of a game that would not fit the memory limit.
func CheckSearch(e notebook.Env, g game.Game) error {
	return e.CheckNeed("the search of "+g.String(), partition.SearchMemory(g, e.Workers)+2*leastTable)
}

// leastTable is the least memory, in bytes, for the sets that an exact search remembers.
const leastTable = 1 << 20

// SearchCache is the memory left, in bytes, for the sets that an exact search remembers: at
// most the number wanted.
func SearchCache(e notebook.Env, g game.Game, wanted int64) int64 {
	return e.Spare(partition.SearchMemory(g, e.Workers), wanted)
}

// CheckGame refuses a game that does not exist, or does not pass a check.
func CheckGame(e notebook.Env, name string, check func(notebook.Env, game.Game) error) error {
	g, err := game.Parse(name)
	if err != nil {
		return err
	}
	return check(e, g)
}
