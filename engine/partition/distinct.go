package partition

import (
	"math/bits"

	"codebreak/engine/game"
)

// distinct rejects guesses of games with a table, of few candidates, by the number of parts
// that they make: of 64 neighbours in the table at once, of which each has a byte.
type distinct struct {
	kernel func(args *distinctArgs) // nil if there is none
	args   distinctArgs
	room   *[mostDistinct][lanesOfTable]uint8
	from   int // column of the first guess that is looked at; -1 for none
	least  int // parts that they were looked at for
}

// lanesOfTable is how many guesses are looked at together, and mostDistinct of how many
// candidates at most: time grows with their square.
const lanesOfTable, mostDistinct = 64, 128

// distinctArgs is what the kernels of distinct read and write.
type distinctArgs struct {
	table  *uint8 // the answers to the first guess
	rows   *int   // where those of each candidate are
	n      int    // candidates
	least  uint64
	room   *[mostDistinct][lanesOfTable]uint8
	enough uint64              // out: bit i if guess i makes at least that number of parts
	parts  [lanesOfTable]uint8 // out: parts of the guesses that do
}

// sparse is how many guesses of a run are too few to look at all neighbours.
const sparse = 4

// enoughParts returns the last numbers of a run's guesses that make at least the given number of
// parts, with how many each makes; or all of them and nil where that is not known. rows are
// where those of the candidates begin; first is the column of the guess with last number 0.
func (d *distinct) enoughParts(table *game.Table, rows []int, first int, last uint16, least int) (enough uint16, parts []uint8) {
	if d.kernel == nil || least < 2 || len(rows) > mostDistinct || table.Narrow == nil || table.Guesses < lanesOfTable || bits.OnesCount16(last) < sparse {
		return last, nil
	}
	from := min(first/lanesOfTable*lanesOfTable, table.Guesses-lanesOfTable)
	if from != d.from || least < d.least {
		if d.room == nil {
			d.room = new([mostDistinct][lanesOfTable]uint8)
		}
		d.from, d.least = from, least
		d.args = distinctArgs{table: &table.Narrow[from], rows: &rows[0], n: len(rows), least: uint64(least), room: d.room}
		d.kernel(&d.args)
	}
	return last & uint16(d.args.enough>>(first-from)), d.args.parts[first-from:]
}
