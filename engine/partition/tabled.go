package partition

import (
	"math"
	"math/bits"

	"codebreak/engine/game"
	"codebreak/engine/partition/internal/kernel"
)

// tabled is the [Space] of games with a table of their feedback. It reads the feedback
// to a run of guesses, which are neighbours in the table, candidate by candidate.
type tabled struct {
	table *game.Table
	tableLoad

	run      runCounts
	one      *[1 << 16]uint16 // counts of the feedback to one guess, all 0 between guesses
	distinct kernel.Distinct

	// How the measure of, which is a sum, grows candidate by candidate.
	of     Measure
	begin  int64   // the growth by a new part
	joined int64   // the least growth by a candidate that joins a part
	steps  []int64 // the growth by the next candidate of a part, by the candidates in it, less the least growth
	joins  []int64 // the same less joined, and 0 for a new part
}

// runCounts counts the feedback to the guesses of a run, all 0 before and after a run:
// in narrow, by guess and feedback, or in wide, with limit counts for each guess.
type runCounts struct {
	narrow *[runLength][1 << 8]uint16
	wide   []uint16
	limit  int // more than any feedback
}

// runLength is the greatest number of guesses of a run.
const runLength = game.MaxColours

func (c *runCounts) of(number int) []uint16 {
	if c.narrow != nil {
		return c.narrow[number][:c.limit]
	}
	return c.wide[number*c.limit:][:c.limit]
}

// tableLoad holds the results of Load. Forks share it.
type tableLoad struct {
	codes []game.Code
	rows  []int // where the rows of the candidates begin
}

// newTabled returns an empty space for the candidates of a table whose feedback is below
// a limit.
func newTabled(table *game.Table, limit int) *tabled {
	s := &tabled{
		table:    table,
		run:      runCounts{limit: limit},
		one:      new([1 << 16]uint16),
		distinct: kernel.NewDistinct(0),
	}
	if s.table.Narrow != nil {
		s.run.narrow = new([runLength][1 << 8]uint16)
	} else {
		s.run.wide = make([]uint16, runLength*limit)
	}
	return s
}

// Load takes O(len(codes)) time.
func (s *tabled) Load(codes []game.Code) {
	s.codes = codes
	s.rows = s.rows[:0]
	for _, c := range codes {
		s.rows = append(s.rows, s.table.Row(c)*s.table.Guesses)
	}
	s.distinct.Forget()
}

// Codes returns the candidates.
func (s *tabled) Codes() []game.Code { return s.codes }

// Count takes O(candidates + feedbacks) time.
func (s *tabled) Count(guess game.Code, counts Counts) {
	clear(counts)
	column := s.table.Column(guess)
	for _, row := range s.rows {
		counts[s.table.At(row+column)]++
	}
}

// Fork shares the candidates and the places of their rows.
func (s *tabled) Fork() Space {
	fork := newTabled(s.table, s.run.limit)
	fork.tableLoad = s.tableLoad
	return fork
}

// Scan takes O(candidates) time for each guess, or less where some of the candidates show
// that the guess is not below the limit.
//
// Few candidates are read guess by guess, which may then stop early; many are counted for
// a whole run of guesses at once.
func (s *tabled) Scan(
	guesses *Guesses,
	m Measure,
	limit int64,
	visit func(guess game.Code, score int64) int64,
) {
	l := *guesses
	defer func() { *guesses = l }()

	few := len(s.rows) <= s.run.limit && m.kind != kernel.Computed
	least := 1
	if few {
		s.step(m)
		least = m.fewest(len(s.rows), s.run.limit, limit)
	}

	for ; !l.Empty() && limit != Stop; l.skip() {
		r := l.first()
		first := s.table.Column(r.prefix)
		var parts []uint8 // the number of parts of each guess, where that is known
		if few {
			r.last, parts = s.distinct.EnoughParts(s.table, s.rows, first, r.last, least)
		} else {
			s.count(first, r.last)
		}

		before := limit
		for left := r.last; left != 0; {
			number := l.next(left)
			left &^= 1 << number

			var score int64
			if few {
				made := 0
				if parts != nil {
					made = int(parts[number])
				}
				score = s.score(first+number, made, limit)
			} else {
				counts := s.run.of(number)
				score = m.ofNarrow(counts)
				clear(counts)
			}

			if score >= limit {
				continue
			}

			l.take(1 << number)
			limit = visit(r.prefix.With(l.last, number), score)
			if limit == Stop {
				if !few {
					s.forget(left)
				}
				return
			}
		}

		if few && limit != before {
			least = m.fewest(len(s.rows), s.run.limit, limit)
		}
	}
}

// count counts the feedback to the guesses of a run.
func (s *tabled) count(first int, last uint16) {
	switch {
	case bits.OnesCount16(last) < runLength/2 || first+runLength > s.table.Guesses:
		for left := last; left != 0; left &= left - 1 {
			number := bits.TrailingZeros16(left)
			counts := s.run.of(number)
			for _, row := range s.rows {
				counts[s.table.At(row+first+number)]++
			}
		}
		return

	case s.table.Narrow != nil:
		counts := s.run.narrow
		for _, row := range s.rows {
			for number, f := range (*[runLength]uint8)(s.table.Narrow[row+first:]) {
				counts[number][f]++
			}
		}

	default:
		for _, row := range s.rows {
			at := 0
			for _, f := range (*[runLength]uint16)(s.table.Wide[row+first:]) {
				s.run.wide[at+int(f)]++
				at += s.run.limit
			}
		}
	}
	s.forget(^last) // their counts are not wanted
}

// forget clears the counts of guesses of a run.
func (s *tabled) forget(numbers uint16) {
	for ; numbers != 0; numbers &= numbers - 1 {
		clear(s.run.of(bits.TrailingZeros16(numbers)))
	}
}

// step computes the growth of a measure for parts of up to all candidates.
func (s *tabled) step(m Measure) {
	if len(s.steps) >= len(s.rows) && s.of.same(m) {
		return
	}

	s.of = m
	s.begin = m.ofPart(1)
	s.joined = math.MaxInt64
	s.steps = s.steps[:0]
	s.joins = append(s.joins[:0], 0)
	for n := range int64(len(s.rows)) {
		s.steps = append(s.steps, m.ofPart(n+1)-m.ofPart(n))
	}

	for _, step := range s.steps[1:] {
		s.joined = min(s.joined, step)
	}
	for _, step := range s.steps[1:] {
		s.joins = append(s.joins, step-s.joined)
	}

	least := min(s.begin, s.joined)
	for i := range s.steps {
		s.steps[i] -= least
	}
}

// ofPart is the term of a part of n candidates in a measure that is a sum.
func (m Measure) ofPart(n int64) int64 {
	switch m.kind {
	case kernel.Squares:
		return n * n
	case kernel.Parts:
		return -min(n, 1)
	case kernel.Weighted:
		return m.table[n]
	}
	return n
}

// score measures a guess by the measure of the steps, until it reaches the limit. parts is
// its number of parts, or 0 if unknown.
func (s *tabled) score(column, parts int, limit int64) (score int64) {
	if s.table.Narrow != nil {
		return scoreRows(s, s.table.Narrow, column, parts, limit)
	}
	return scoreRows(s, s.table.Wide, column, parts, limit)
}

func scoreRows[T uint8 | uint16](s *tabled, table []T, column, parts int, limit int64) (score int64) {
	counts := s.one
	rows := s.rows
	read := 0
	if s.of.kind == kernel.Largest {
		for i, row := range rows {
			f := table[row+column]
			counts[f]++
			read = i + 1
			if n := int64(counts[f]); n > score {
				score = n
				if score >= limit {
					break
				}
			}
		}
	} else {
		// The score begins as a lower bound, to which each candidate adds the excess of
		// its growth over the least growth.
		more := s.steps
		all := int64(len(rows))
		if parts == 0 {
			score = all * min(s.begin, s.joined)
		} else {
			joining := all - int64(parts)
			score = int64(parts)*s.begin + joining*s.joined
			more = s.joins
		}

		for i, row := range rows {
			if score >= limit {
				break
			}
			f := table[row+column]
			score += more[counts[f]]
			counts[f]++
			read = i + 1
		}
	}

	// The counts are 0 again.
	for _, row := range rows[:read] {
		counts[table[row+column]] = 0
	}
	return score
}

// ofNarrow is Of for counts of two bytes. For a computed measure it copies them.
func (m Measure) ofNarrow(sizes []uint16) int64 {
	if m.kind != kernel.Computed {
		return kernel.Measure(m.kind, m.table, sizes)
	}
	counts := make([]int32, len(sizes))
	for f, n := range sizes {
		counts[f] = int32(n)
	}
	return m.of(counts)
}
