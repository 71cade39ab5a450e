package kernel

import (
	"math/bits"

	"codebreak/engine/game"
)

// Distinct rejects guesses of games with a table, for few candidates, by the number of parts
// that they make: 64 neighbours in the table at once, a byte for each.
type Distinct struct {
	kernel func(args *distinctArgs) // nil if there is none
	args   distinctArgs
	room   *[mostDistinct][lanesOfTable]uint8
	from   int // column of the first guess of the last call of the kernel; -1 before it
	least  int // the number of parts that was wanted then
}

// Forget is called when the candidates change.
func (d *Distinct) Forget() { d.from = -1 }

// lanesOfTable is the number of guesses of a call of the kernel, and mostDistinct the
// greatest number of candidates: time grows with their square.
const lanesOfTable, mostDistinct = 64, 128

// distinctArgs holds the data that the kernels of distinct read and write.
type distinctArgs struct {
	table  *uint8 // the column of feedback to the first guess
	rows   *int   // where the row of each candidate begins
	n      int    // candidates
	least  uint64
	room   *[mostDistinct][lanesOfTable]uint8
	enough uint64              // out: bit i if guess i makes at least that number of parts
	parts  [lanesOfTable]uint8 // out: parts of the guesses that do
}

// sparse is the least number of guesses of a run for which all neighbours are worth counting.
const sparse = 4

// EnoughParts returns the last numbers of a run's guesses that make at least the given number of
// parts, and the number of parts of each; or all of them and nil where that is not known.
// rows says where the rows of the candidates begin; first is the column of the guess with
// last number 0.
func (d *Distinct) EnoughParts(
	table *game.Table,
	rows []int,
	first int,
	last uint16,
	least int,
) (enough uint16, parts []uint8) {
	if d.kernel == nil || table.Narrow == nil || table.Guesses < lanesOfTable {
		return last, nil
	}
	if least < 2 || len(rows) > mostDistinct || bits.OnesCount16(last) < sparse {
		return last, nil
	}

	from := min(first/lanesOfTable*lanesOfTable, table.Guesses-lanesOfTable)
	if from != d.from || least < d.least {
		if d.room == nil {
			d.room = new([mostDistinct][lanesOfTable]uint8)
		}
		d.from = from
		d.least = least
		d.args = distinctArgs{
			table: &table.Narrow[from],
			rows:  &rows[0],
			n:     len(rows),
			least: uint64(least),
			room:  d.room,
		}
		d.kernel(&d.args)
	}
	return last & uint16(d.args.enough>>(first-from)), d.args.parts[first-from:]
}
