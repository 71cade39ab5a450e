package chance

import "math/bits"

// maxTiny is the number of candidates up to which sets of a player who guesses
// any candidate are worked out by themselves, from their answers: to remember
// them takes longer.
const maxTiny = 8

// tinyUnits is how many units of small sets make one: what is expected of up to
// maxTiny candidates is a whole number of them, since each guess is one of at most
// as many as there are candidates, one fewer each time: 8!.
const tinyUnits = 40320

// tinyUnit is a unit of small sets.
var tinyUnit = func() u128 {
	u, _ := unitsInOne.over(tinyUnits)
	return u
}()

// A tiny is a set of up to maxTiny candidates, with what is expected of it in
// tinyUnits: guesses of each, and candidates found with each guess.
type tiny struct {
	set            [maxTiny]uint16
	places         [maxTiny]uint8 // of the candidates in the set that this is part of
	guesses, found [maxTiny]uint32
}

// A tinyRoom holds a set of each size: parts are smaller than their sets.
type tinyRoom [maxTiny + 1]tiny

// work works out what is expected of the set of so many candidates in the room if
// each guess is any candidate, all with the same chance.
func (r *tinyRoom) work(f *frame, size int) *tiny {
	t := &r[size]
	if size < 3 {
		for i := range size {
			t.guesses[i], t.found[i] = tinyUnits*uint32(size+1)/2, tinyUnits
		}
		return t
	}
	t.guesses, t.found = [maxTiny]uint32{}, [maxTiny]uint32{}
	for g, guess := range t.set[:size] {
		row := f.row(guess)
		left := uint32(1)<<size - 1 - 1<<g // candidates that are in no part yet
		for left != 0 {
			first := bits.TrailingZeros32(left)
			answer := row[t.set[first]]
			alike := uint32(0)
			for rest := left; rest != 0; rest &= rest - 1 {
				i := bits.TrailingZeros32(rest)
				if row[t.set[i]] == answer {
					alike |= 1 << i
				}
			}
			left &^= alike
			switch n := bits.OnesCount32(alike); n {
			case 1:
				t.guesses[first] += tinyUnits
				t.found[1] += tinyUnits
			case 2:
				t.guesses[first] += tinyUnits * 3 / 2
				t.guesses[bits.Len32(alike)-1] += tinyUnits * 3 / 2
				t.found[1] += tinyUnits
				t.found[2] += tinyUnits
			default:
				part := &r[n]
				for k := range n {
					i := bits.TrailingZeros32(alike)
					alike &= alike - 1
					part.set[k], part.places[k] = t.set[i], uint8(i)
				}
				r.work(f, n)
				for k := range n {
					t.guesses[part.places[k]] += part.guesses[k]
					t.found[k+1] += part.found[k]
				}
			}
		}
	}
	for i := range size {
		t.guesses[i] = t.guesses[i]/uint32(size) + tinyUnits
		t.found[i] /= uint32(size)
	}
	t.found[0] = tinyUnits
	return t
}
