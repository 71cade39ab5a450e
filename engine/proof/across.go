package proof

import (
	"context"
	"math/bits"
)

// What follows counts the parts of all guesses together. A guess alone takes a little of its
// row of feedback for each secret of a small set, and rows are far apart in memory.

// hasMasks reports whether masks are worth their room when kept guesses are looked at.
func (r *Rules) hasMasks(kept int) bool {
	size := r.maskWords() * r.outcomes // of the masks of a secret
	return r.outcomes <= 64 && 8*size*len(r.secrets) <= tableBytes && kept >= size/4
}

// masksOf returns, for each secret of a set, by feedback the guesses that get it: a bit each.
func (r *Rules) masksOf(set []int32) [][][]uint64 {
	if r.masks == nil {
		r.masks = make([][][]uint64, len(r.secrets))
	}
	masks := make([][][]uint64, len(set))
	for i, secret := range set {
		if r.masks[secret] == nil {
			r.masks[secret] = r.maskOf(secret)
		}
		masks[i] = r.masks[secret]
	}
	return masks
}

// maskWords is how many numbers hold a bit for each guess.
func (r *Rules) maskWords() int {
	return (len(r.guesses) + 63) / 64
}

func (r *Rules) maskOf(secret int32) [][]uint64 {
	mask := make([][]uint64, r.outcomes)
	for guess := range r.guesses {
		feedback := r.feedbackOn(int32(guess), []int32{secret})[secret]
		if mask[feedback] == nil {
			mask[feedback] = make([]uint64, r.maskWords())
		}
		mask[feedback][guess>>6] |= 1 << (guess & 63)
	}
	return mask
}

// mostPlanes are the binary digits of a number of parts, at most 64.
const mostPlanes = 7

// lookByMasks looks at all kept guesses. A guess makes a part of the set for each feedback that
// some secret of the set gives. The set is itself a part of the guess before: number is its place
// among the parts.
func (s *Step) lookByMasks(masks [][][]uint64, number int) {
	// Step 1. How many parts each guess makes: a digit of the number in each plane.
	words := s.rules.maskWords()
	some := make([]uint64, words)
	var planes [mostPlanes][]uint64
	for feedback := range s.rules.outcomes {
		clear(some)
		met := false
		for _, mask := range masks {
			if mask[feedback] != nil {
				met = true
				for i, guesses := range mask[feedback][:len(some)] {
					some[i] |= guesses
				}
			}
		}
		for digit := 0; met; digit++ {
			if planes[digit] == nil {
				planes[digit] = make([]uint64, words)
			}
			met = addTo(planes[digit], some)
		}
	}

	// Step 2. What that says of the guesses.
	for i, guess := range s.kept {
		word := guess >> 6
		bit := guess & 63
		parts := 0
		for digit, plane := range planes {
			if plane == nil {
				break
			}
			parts |= int(plane[word]>>bit&1) << digit
		}
		s.look(i, parts, int(s.rules.part[guess]) == number+1)
	}
}

// addTo adds bits to those of a plane, and replaces them by what is carried over. It reports
// whether that is anything.
func addTo(plane, carried []uint64) bool {
	var left uint64
	for i, added := range carried[:len(plane)] {
		carried[i] = plane[i] & added
		plane[i] ^= added
		left |= carried[i]
	}
	return left != 0
}

// columnsOf returns, for each secret of a set, the feedback on all guesses, in games where rule 3
// keeps all; nil if there is no room for them.
func (r *Rules) columnsOf(set []int32) [][]uint8 {
	if r.orders != nil || len(r.secrets)*len(r.guesses) > tableBytes/2 {
		return nil
	}
	if r.columns == nil {
		r.columns = make([][]uint8, len(r.secrets))
	}
	columns := make([][]uint8, len(set))
	for i, secret := range set {
		if r.columns[secret] == nil {
			column := make([]uint8, len(r.guesses))
			for guess := range column {
				column[guess] = r.feedbackOn(int32(guess), set)[secret]
			}
			r.columns[secret] = column
		}
		columns[i] = r.columns[secret]
	}
	return columns
}

// lookAcross looks at blocks of guesses, which are so small that what was seen of them stays in
// the cache.
func (s *Step) lookAcross(ctx context.Context, columns [][]uint8) {
	const block = 256
	for from := 0; from < len(s.kept) && ctx.Err() == nil; from += block {
		to := min(from+block, len(s.kept))
		var seen [block][mostOutcomes / 64]uint64
		for _, column := range columns {
			for i, feedback := range column[from:to] {
				seen[i&(block-1)][feedback>>6] |= 1 << (feedback & 63)
			}
		}
		for i := from; i < to; i++ {
			left := 0
			for _, feedbacks := range seen[i-from] {
				left += bits.OnesCount64(feedbacks)
			}
			s.look(i, left, s.rules.part[s.kept[i]] == 1)
		}
	}
}
