package search

import (
	"math/bits"
	"sync"
)

// A matrix holds feedback, row by row. A row is filled when it is asked for first.
type matrix struct {
	columns int
	width   int // of a row in cells, with the columns that fill its last block
	bytes   int // 2 to 4: feedback is below 8 times that
	fill    func(i int, row []uint8)
	filled  []sync.Once // by row
	cells   []uint8
}

// width is that of rows in which whole lines of a cache fit, and registers of any kernel.
func width(columns int) int { return (columns + 63) / 64 * 64 }

// newMatrix makes a matrix of feedback below a limit.
func newMatrix(rows, columns, limit int, fill func(i int, row []uint8)) *matrix {
	w := width(columns)
	return &matrix{
		columns: columns,
		width:   w,
		bytes:   min(max(2, (limit+7)/8), 4),
		fill:    fill,
		filled:  make([]sync.Once, rows),
		cells:   hugePages(make([]uint8, rows*w)),
	}
}

// row returns a row, without the columns that fill its last block, which are 0.
func (m *matrix) row(i int) []uint8 {
	row := m.cells[i*m.width:][:m.columns]
	m.filled[i].Do(func() { m.fill(i, row) })
	return row
}

// block is how many columns a number of many stands for.
const block = 16

// separatePlain looks for the first column in which some rows, at least three, hold
// different feedback (the separator), and for the first before it in which two rows hold
// the same and all others differ (the pair). -1 stands for none. offsets are where the rows
// begin. Feedback is below maxSeparate.
func separatePlain(m *matrix, offsets []int32) (separator, pair int) {
	pair = -1
	for column := range m.columns {
		seen := uint64(0)
		parts := 0
		for i, at := range offsets {
			bit := uint64(1) << m.cells[int(at)+column]
			if seen&bit == 0 {
				parts++
			}
			if seen |= bit; parts < i {
				break // two are too many
			}
		}

		switch {
		case parts == len(offsets):
			return column, pair
		case parts == len(offsets)-1 && pair < 0:
			pair = column
		}
	}
	return -1, pair
}

// countPartsPlain sets parts, by column, to how many kinds of feedback the rows hold that
// begin at the offsets. Of many, which has a number for each block, it sets the bits of the
// columns in which they are not fewer than the least. Feedback is below
// maxSeparate.
func countPartsPlain(m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	clear(many)
	for column := range m.width {
		seen := uint64(0)
		for _, at := range offsets {
			seen |= 1 << (m.cells[int(at)+column] & 63)
		}

		n := bits.OnesCount64(seen)
		parts[column] = uint8(n)
		if n >= least {
			many[column/block] |= 1 << (column % block)
		}
	}
}

// maxSeparate is more than any feedback that separate and countParts know.
const maxSeparate = 32
