package kernel

import (
	"math/bits"

	"codebreak/engine/game"
)

// A Number is a bit-sliced number of 64 candidates: bit i of each field is a
// binary digit of the number of candidate i. The numbers are at most
// MaxPositions = 8, so eights is empty in every game of fewer positions.
type Number struct{ ones, twos, fours, eights uint64 }

// Plus returns n with 1 added for the candidates in one, by ripple carry.
func (n Number) Plus(one uint64) Number {
	carry1 := n.ones & one
	carry2 := n.twos & carry1
	return Number{
		ones:   n.ones ^ one,
		twos:   n.twos ^ carry1,
		fours:  n.fours ^ carry2,
		eights: n.eights ^ n.fours&carry2,
	}
}

// Sorted sorts 64 candidates by a number: element v has the bits of the candidates
// whose number is v.
type Sorted [game.MaxPositions + 1]uint64

// Sort sorts the candidates by the number.
func (n Number) Sort(s *Sorted) {
	s[0] = ^(n.ones | n.twos | n.fours | n.eights)
	s[1] = n.ones &^ (n.twos | n.fours)
	s[2] = n.twos &^ (n.ones | n.fours)
	s[3] = n.ones & n.twos &^ n.fours
	s[4] = n.fours &^ (n.ones | n.twos)
	s[5] = n.fours & n.ones &^ n.twos
	s[6] = n.fours & n.twos &^ n.ones
	s[7] = n.ones & n.twos & n.fours
	s[8] = n.eights
}

// Sums are the numbers of black pegs, and of black and white pegs together, that 64
// candidates give a guess or a prefix of it.
type Sums struct{ black, pegs Number }

// Exclude takes bits that stand for no candidate out of all parts: it gives them one black
// peg and no pegs in the other sum, which is impossible.
func (s *Sums) Exclude(bits uint64) { s.black.ones |= bits }

// Add sets out to the sums with one peg more, which is black for the
// candidates in at and a peg of either colour for those in has.
func (s *Sums) Add(at, has uint64, out *Sums) {
	out.black = s.black.Plus(at)
	out.pegs = s.pegs.Plus(has)
}

// PegCounts are the counts of a peg game, with room for any.
type PegCounts [game.MaxPegFeedbacks]int32

// Tally adds the feedback of one word of candidates to counts. It is written out: a loop takes twice
// as long.
func (s *Sums) Tally(positions int, counts *PegCounts) {
	var b, p Sorted
	s.black.Sort(&b)
	s.pegs.Sort(&p)
	counts[0] += size(p[0] & b[0])
	counts[1] += size(p[1] & b[0])
	counts[2] += size(p[1] & b[1])
	if positions == 1 {
		return
	}

	counts[3] += size(p[2] & b[0])
	counts[4] += size(p[2] & b[1])
	counts[5] += size(p[2] & b[2])
	if positions == 2 {
		return
	}

	counts[6] += size(p[3] & b[0])
	counts[7] += size(p[3] & b[1])
	counts[8] += size(p[3] & b[2])
	counts[9] += size(p[3] & b[3])
	if positions == 3 {
		return
	}

	counts[10] += size(p[4] & b[0])
	counts[11] += size(p[4] & b[1])
	counts[12] += size(p[4] & b[2])
	counts[13] += size(p[4] & b[3])
	counts[14] += size(p[4] & b[4])
	if positions == 4 {
		return
	}

	counts[15] += size(p[5] & b[0])
	counts[16] += size(p[5] & b[1])
	counts[17] += size(p[5] & b[2])
	counts[18] += size(p[5] & b[3])
	counts[19] += size(p[5] & b[4])
	counts[20] += size(p[5] & b[5])
	if positions == 5 {
		return
	}

	counts[21] += size(p[6] & b[0])
	counts[22] += size(p[6] & b[1])
	counts[23] += size(p[6] & b[2])
	counts[24] += size(p[6] & b[3])
	counts[25] += size(p[6] & b[4])
	counts[26] += size(p[6] & b[5])
	counts[27] += size(p[6] & b[6])
	if positions == 6 {
		return
	}

	counts[28] += size(p[7] & b[0])
	counts[29] += size(p[7] & b[1])
	counts[30] += size(p[7] & b[2])
	counts[31] += size(p[7] & b[3])
	counts[32] += size(p[7] & b[4])
	counts[33] += size(p[7] & b[5])
	counts[34] += size(p[7] & b[6])
	counts[35] += size(p[7] & b[7])
	if positions == 7 {
		return
	}

	counts[36] += size(p[8] & b[0])
	counts[37] += size(p[8] & b[1])
	counts[38] += size(p[8] & b[2])
	counts[39] += size(p[8] & b[3])
	counts[40] += size(p[8] & b[4])
	counts[41] += size(p[8] & b[5])
	counts[42] += size(p[8] & b[6])
	counts[43] += size(p[8] & b[7])
	counts[44] += size(p[8] & b[8])
}

func size(x uint64) int32 { return int32(bits.OnesCount64(x)) }
