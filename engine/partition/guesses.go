package partition

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"codebreak/engine/game"
)

// Guesses is a list of guesses to be measured, in any order, read from the front
// like a queue. Neighbours that differ only in their last number form a run, since
// a space counts them together. Copies share their memory, which is never written;
// reading one does not move another.
type Guesses struct {
	last     int // the last position
	runs     []run
	backward bool   // runs are to be read from the highest last number down
	passed   uint16 // last numbers of the first run that have been read
}

// A run is the guesses that begin with the same numbers and end with those in
// a set.
type run struct {
	prefix game.Code // the last number is 0
	last   uint16    // bit n for the last number n
}

// NewGuesses lists the codes of a game in their order. Only ascending codes form runs.
func NewGuesses(g game.Game, codes []game.Code) Guesses {
	positions, _ := g.Shape()
	l := Guesses{last: positions - 1}
	for _, code := range codes {
		number := code.At(l.last)
		prefix := code.Without(l.last)
		if len(l.runs) > 0 {
			r := &l.runs[len(l.runs)-1]
			if r.prefix == prefix && r.last>>number == 0 {
				r.last |= 1 << number
				continue
			}
		}
		l.runs = append(l.runs, run{prefix, 1 << number})
	}
	return l
}

// Reversed returns the list in reverse order.
func (l Guesses) Reversed() Guesses {
	l.backward = !l.backward
	l.runs = slices.Clone(l.runs)
	slices.Reverse(l.runs)
	return l
}

// Empty reports whether nothing is left to read.
func (l *Guesses) Empty() bool { return len(l.runs) == 0 }

// Runs returns the number of runs left, on which the time to measure the list
// depends.
func (l *Guesses) Runs() int { return len(l.runs) }

// Len returns the number of guesses left. It takes O(runs) time.
func (l *Guesses) Len() int {
	n := 0
	for _, r := range l.runs {
		n += bits.OnesCount16(r.last)
	}
	return n - bits.OnesCount16(l.passed)
}

// Cut takes up to n runs from the front of the list and returns them as a
// list of their own.
func (l *Guesses) Cut(n int) Guesses {
	front := *l
	n = min(n, len(l.runs))
	front.runs = l.runs[:n]
	l.runs = l.runs[n:]
	l.passed = 0
	return front
}

// first returns the unread guesses of the first run.
func (l *Guesses) first() run {
	return run{l.runs[0].prefix, l.runs[0].last &^ l.passed}
}

// skip takes the first run off.
func (l *Guesses) skip() {
	l.runs = l.runs[1:]
	l.passed = 0
}

// pass moves the list on to the last of the runs whose first same positions agree with the
// first run, and returns how many runs it passed.
func (l *Guesses) pass(same int) (passed int) {
	first := l.runs[0].prefix
	for _, r := range l.runs[1:] {
		if (r.prefix^first)>>(32-4*same) != 0 {
			break
		}
		passed++
	}
	if passed > 0 {
		l.runs = l.runs[passed:]
		l.passed = 0
	}
	return passed
}

// take takes the guesses of the first run off up to the first one that ends
// with a number in the set, and returns that. The set must not be empty.
func (l *Guesses) take(last uint16) (number int) {
	number = l.next(last)
	if l.backward {
		l.passed |= l.runs[0].last & (^uint16(0) << number)
	} else {
		l.passed |= l.runs[0].last & (2<<number - 1)
	}
	return number
}

// next returns the last number of a set that is read first.
func (l *Guesses) next(last uint16) (number int) {
	if l.backward {
		return bits.Len16(last) - 1
	}
	return bits.TrailingZeros16(last)
}

// All iterates over the guesses left, without reading them.
func (l Guesses) All(yield func(game.Code) bool) {
	for ; !l.Empty(); l.skip() {
		for r := l.first(); r.last != 0; r = l.first() {
			if !yield(r.prefix.With(l.last, l.take(r.last))) {
				return
			}
		}
	}
}

// Keep returns the guesses of the list that the function keeps, in their order.
func (l Guesses) Keep(keep func(game.Code) bool) Guesses {
	kept := Guesses{last: l.last, backward: l.backward}
	for ; !l.Empty(); l.skip() {
		r := l.first()
		for last := r.last; last != 0; last &= last - 1 {
			number := bits.TrailingZeros16(last)
			if !keep(r.prefix.With(l.last, number)) {
				r.last &^= 1 << number
			}
		}
		if r.last != 0 {
			kept.runs = append(kept.runs, r)
		}
	}
	return kept
}

// has reports whether a guess is in the list, which must be in ascending order and unread.
func (l Guesses) has(guess game.Code) bool {
	compare := func(r run, prefix game.Code) int { return cmp.Compare(r.prefix, prefix) }
	i, found := slices.BinarySearchFunc(l.runs, guess.Without(l.last), compare)
	return found && l.runs[i].last>>guess.At(l.last)&1 != 0
}

// lowest thins out a list in ascending order: where colours may be exchanged it keeps only
// guesses that use the lowest of them, in ascending order. The others are sure to be as good
// as an earlier guess. If the colours are shared, the first set is for all positions
// together; else each position has a set of its own.
//
// These colours are of two kinds. Colours without a peg from any candidate get neither
// black nor white: codes that differ in them alone make the same partition, and none is a
// candidate. They are shared where a guess may have a colour once only; else the lowest one
// is used throughout. Colours that no guess has had yet may be exchanged because that does
// not change the guesses so far, and takes the candidates to each other. Of the codes that
// an exchange takes to each other the first in order stays.
func (l Guesses) lowest(colours [game.MaxPositions]uint16, shared bool) Guesses {
	room := rooms.Get().(*[]run)
	defer rooms.Put(room)
	kept := (*room)[:0]
	for ; !l.Empty(); l.skip() {
		r := l.runs[0]
		left := colours[0]
		for i := range l.last {
			if !shared {
				left = colours[i]
			}
			colour := uint16(1) << r.prefix.At(i)
			if colour&left == 0 {
				continue
			}
			if colour != left&-left {
				l.pass(i + 1) // no run that begins alike has the lowest
				r.last = 0
				break
			}
			left &^= colour
		}

		if !shared {
			left = colours[l.last]
		}
		r.last &= ^left | left&-left
		if r.last != 0 {
			kept = append(kept, r)
		}
	}
	*room = kept
	return Guesses{last: l.last, runs: slices.Clone(kept)}
}

// rooms are for runs until their number is known: many lists are kept.
var rooms = sync.Pool{New: func() any { return new([]run) }}
