package partition

import (
	"math/bits"

	"codebreak/engine/game"
)

// Planes is the [Space] of peg games. For n candidates it keeps planes of n
// bits:
//
//	at[i][c]   candidates with colour c at position i
//	has[c][k]  candidates with at least k pegs of colour c
//
// The number of black pegs that guess g gets is the sum over the positions i
// of at[i][g_i]. Black and white pegs together number, for each colour, the
// smaller of its counts in guess and candidate; that is the sum over the
// positions i of has[g_i][k], where g_i is the k-th peg of its colour in the
// guess. Both sums are added up for 64 candidates at a time by bit-sliced
// ripple-carry adders: plane j of a sum holds bit j of every candidate's
// number. The candidates with a given response are then the AND of the sum
// planes or their complements, and its population count is the part's size.
// Where only black pegs are told, both sums are that of the black pegs.
//
// Partial sums are kept for every prefix of the guess last counted, so that
// guesses that follow each other in lexicographic order share their work.
type Planes struct {
	game      game.Pegs
	feedbacks int
	planes    int // of a sum: 3 hold numbers up to 7, 4 are needed for 8 positions

	codes []game.Code // the candidates, in order
	words int         // words in a plane of len(codes) bits
	tail  uint64      // the valid bits of a plane's last word

	at  []uint64 // plane i*colours+c
	has []uint64 // plane c*positions+k-1

	// sums[d] holds the sum planes of the first d pegs of last: the planes of
	// the black sum, then those of the sum of black and white.
	sums  [game.MaxPositions + 1][]uint64
	last  game.Code
	valid bool // whether sums belong to last

	black, pegs sorted // scratch of tally
}

// NewPlanes returns an empty space for candidates of the game.
func NewPlanes(g game.Pegs) *Planes {
	return &Planes{game: g, feedbacks: g.Feedbacks(), planes: max(3, bits.Len(uint(g.Positions)))}
}

// Load takes O(len(codes)·positions) time.
func (s *Planes) Load(codes []game.Code) {
	positions, colours := s.game.Positions, s.game.Colours
	words := (len(codes) + 63) / 64
	s.codes, s.words, s.valid = codes, words, false
	s.tail = ^uint64(0) >> (uint(-len(codes)) % 64)
	s.at = zeroed(s.at, positions*colours*words)
	s.has = zeroed(s.has, colours*positions*words)
	for d := range positions + 1 {
		s.sums[d] = zeroed(s.sums[d], 2*s.planes*words)
	}
	for n, code := range codes {
		word, bit := n/64, uint64(1)<<(n%64)
		var pegs uint64 // four bits per colour
		for i := range positions {
			colour := code.At(i)
			nth := int(pegs >> (colour * 4) & 15)
			pegs += 1 << (colour * 4)
			s.at[(i*colours+colour)*words+word] |= bit
			s.has[(colour*positions+nth)*words+word] |= bit
		}
	}
}

// zeroed returns a slice of n zeros, in place of buf if it is large enough.
func zeroed(buf []uint64, n int) []uint64 {
	if cap(buf) < n {
		return make([]uint64, n)
	}
	buf = buf[:n]
	clear(buf)
	return buf
}

// Game returns the game whose candidates the space holds.
func (s *Planes) Game() game.Pegs { return s.game }

// Codes returns the candidates.
func (s *Planes) Codes() []game.Code { return s.codes }

// Colours returns the colours that occur in some candidate: bit c for colour c.
func (s *Planes) Colours() uint16 {
	var present uint16
	for colour := range s.game.Colours {
		for _, word := range s.has[colour*s.game.Positions*s.words:][:s.words] {
			if word != 0 {
				present |= 1 << colour
				break
			}
		}
	}
	return present
}

// Count takes O(words·(planes·d + feedbacks)) time, where d is the number of
// positions from the first that differs from the guess counted before.
func (s *Planes) Count(guess game.Code, counts *Counts) {
	s.sum(guess)
	s.tally(counts)
}

// sum brings the sum planes up to date for a guess, starting at the first
// position where it differs from the guess before.
func (s *Planes) sum(guess game.Code) {
	from := 0
	if s.valid {
		if guess == s.last {
			return
		}
		from = bits.LeadingZeros32(uint32(guess^s.last)) / 4
	}
	var pegs uint64 // how often each colour occurs before the position, four bits each
	for i := range from {
		pegs += 1 << (guess.At(i) * 4)
	}
	positions, colours, words := s.game.Positions, s.game.Colours, s.words
	for i := from; i < positions; i++ {
		colour := guess.At(i)
		nth := int(pegs >> (colour * 4) & 15)
		pegs += 1 << (colour * 4)
		at := s.at[(i*colours+colour)*words:][:words]
		has := s.has[(colour*positions+nth)*words:][:words]
		if s.game.BlackOnly {
			has = at
		}
		in, out := s.sums[i], s.sums[i+1]
		half := s.planes * words
		add(out[:half], in[:half], at, s.planes)
		add(out[half:], in[half:], has, s.planes)
	}
	s.last, s.valid = guess, true
}

// add sets the planes of out to those of in, with 1 added to the numbers
// whose bit is set in one. A number never outgrows its planes, so there is no
// carry out of the last.
func add(out, in, one []uint64, planes int) {
	words := len(one)
	if words == 1 {
		carry := one[0]
		for j := range planes {
			v := in[j]
			out[j] = v ^ carry
			carry &= v
		}
		return
	}
	in0, in1, in2 := in[:words], in[words:][:words], in[2*words:][:words]
	out0, out1, out2 := out[:words], out[words:][:words], out[2*words:][:words]
	for w, carry := range one {
		v := in0[w]
		out0[w] = v ^ carry
		carry &= v
		v = in1[w]
		out1[w] = v ^ carry
		carry &= v
		out2[w] = in2[w] ^ carry
		if planes == 4 {
			out[3*words+w] = in[3*words+w] ^ carry&in2[w]
		}
	}
}

// A sorted sorts the candidates of one word by a number of theirs: element v
// has the bits of those whose number is v.
type sorted [game.MaxPositions + 1]uint64

// sort sorts the candidates in all by the number that the planes hold bit by
// bit. The fourth plane is that of 8, the largest number there is.
func (s *sorted) sort(all, p0, p1, p2, p3 uint64) {
	low, high := all&^p2, all&p2
	s[0] = low &^ (p0 | p1 | p3)
	s[1] = low & p0 &^ p1
	s[2] = low & p1 &^ p0
	s[3] = low & p1 & p0
	s[4] = high &^ (p0 | p1)
	s[5] = high & p0 &^ p1
	s[6] = high & p1 &^ p0
	s[7] = high & p1 & p0
	s[8] = all & p3
}

// tally counts the responses from the sum planes of all positions.
func (s *Planes) tally(counts *Counts) {
	positions, words := s.game.Positions, s.words
	sums := s.sums[positions]
	pegSums := sums[s.planes*words:]
	black, pegs := &s.black, &s.pegs
	var b3, p3 uint64
	clear(counts[:s.feedbacks])
	for w := range words {
		all := ^uint64(0)
		if w == words-1 {
			all = s.tail
		}
		if s.planes == 4 {
			b3, p3 = sums[3*words+w], pegSums[3*words+w]
		}
		black.sort(all, sums[w], sums[words+w], sums[2*words+w], b3)
		pegs.sort(all, pegSums[w], pegSums[words+w], pegSums[2*words+w], p3)
		f := 0
		for p, m := range pegs[:positions+1] {
			if m != 0 {
				row := counts[f : f+p+1]
				for b := range row {
					row[b] += int32(bits.OnesCount64(m & black[b]))
				}
			}
			f += p + 1
		}
	}
}

// Restrict takes O(words·planes) time for the guess counted last.
func (s *Planes) Restrict(guess game.Code, f game.Feedback) Set {
	s.sum(guess)
	black, white := f.Pegs()
	set := make(Set, s.words)
	for w := range set {
		set[w] = s.equal(w, 0, black) & s.equal(w, s.planes, black+white)
	}
	if len(set) > 0 {
		set[len(set)-1] &= s.tail
	}
	return set
}

// equal returns the bits of word w of the candidates whose sum, in the planes
// from first on, is number.
func (s *Planes) equal(w, first, number int) uint64 {
	sums := s.sums[s.game.Positions]
	m := ^uint64(0)
	for j := range s.planes {
		plane := sums[(first+j)*s.words+w]
		if number>>j&1 == 1 {
			m &= plane
		} else {
			m &^= plane
		}
	}
	return m
}
