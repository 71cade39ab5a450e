package partition

import (
	"math/bits"

	"codebreak/engine/game"
)

// planes is the [Space] of peg games. For n candidates it keeps planes of n
// bits:
//
//	at[i][c]   candidates with colour c at position i
//	has[c][k]  candidates with more than k pegs of colour c
//
// The number of black pegs that guess g gets is the sum over the positions i
// of at[i][g_i]. Black and white pegs together number, for each colour, the
// smaller of its counts in guess and candidate; that is the sum over the
// positions i of has[g_i][k], where k is how often g_i occurs in the guess
// before position i. Both sums are added up for 64 candidates at a time by
// bit-sliced adders ([number]). The candidates with a given response are then
// those for which both sums have given values, and the population count of
// that bit set is the part's size. Where only black pegs are told, both sums
// are that of the black pegs.
//
// Partial sums are kept for every prefix of the guess last counted, so that
// guesses that follow each other in lexicographic order share their work.
type planes struct {
	game      game.Pegs
	feedbacks int
	pegLoad

	// sums[d] holds, for each word, the sums over the first d positions of
	// last, and pegs[d] how often each colour is among them, four bits each.
	// They are valid up to d = valid.
	sums  [game.MaxPositions + 1][]sums
	pegs  [game.MaxPositions + 1]uint64
	last  game.Code
	valid int

	vector vectorLeaf // counts all last colours at once, where the machine can
}

// pegLoad is what Load computes of the candidates. Forks share it.
type pegLoad struct {
	codes []game.Code // the candidates, in order
	words int         // words in a plane of len(codes) bits
	at    []uint64    // plane i*colours+c
	has   []uint64    // plane c*positions+k
}

// add sets out to the sums with one peg more, which is black for the
// candidates in at and a peg of either colour for those in has.
func (s *sums) add(at, has uint64, out *sums) {
	out.black = s.black.plus(at)
	out.pegs = s.pegs.plus(has)
}

// A number is a bit-sliced number of 64 candidates: bit i of each field is a
// binary digit of the number of candidate i. The numbers are at most
// MaxPositions = 8, so eights is empty in every game of fewer positions.
type number struct{ ones, twos, fours, eights uint64 }

// sums are the black pegs, and the black and white pegs together, that 64
// candidates give a guess or a prefix of it.
type sums struct{ black, pegs number }

// plus returns n with 1 added for the candidates in one, by ripple carry.
func (n number) plus(one uint64) number {
	carry1 := n.ones & one
	carry2 := n.twos & carry1
	return number{n.ones ^ one, n.twos ^ carry1, n.fours ^ carry2, n.eights ^ n.fours&carry2}
}

// A sorted sorts 64 candidates by a number of theirs: element v has the bits
// of those whose number is v.
type sorted [game.MaxPositions + 1]uint64

func (n number) sort(s *sorted) {
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

// newPlanes returns an empty space for candidates of the game.
func newPlanes(g game.Pegs) *planes {
	return &planes{game: g, feedbacks: g.OutcomeLimit(), vector: newVectorLeaf()}
}

// Fork shares the planes of the candidates, which Load writes in place: neither
// may be loaded while the other is in use, and the fork never.
func (s *planes) Fork() Space {
	fork := newPlanes(s.game)
	fork.pegLoad = s.pegLoad
	fork.reset()
	return fork
}

// Load takes O(positions·(colours·words + len(codes))) time.
func (s *planes) Load(codes []game.Code) {
	positions, colours := s.game.Positions, s.game.Colours
	words := (len(codes) + 63) / 64
	s.codes, s.words = codes, words
	s.at = zeroed(s.at, positions*colours*words)
	s.has = zeroed(s.has, colours*positions*words)
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
	s.reset()
}

// reset forgets what was computed for candidates loaded before.
func (s *planes) reset() {
	s.valid = 0
	for d := range s.game.Positions + 1 {
		if cap(s.sums[d]) < s.words {
			s.sums[d] = make([]sums, s.words)
		}
		s.sums[d] = s.sums[d][:s.words]
	}
	s.vector.reset()
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

// Codes returns the candidates.
func (s *planes) Codes() []game.Code { return s.codes }

// colours returns the colours that occur in some candidate: bit c for colour c.
func (s *planes) colours() uint16 {
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

// sum brings the sums up to date for the first depth positions of a guess,
// starting at the first position where it differs from the guess before.
func (s *planes) sum(guess game.Code, depth int) {
	from := min(bits.LeadingZeros32(uint32(guess^s.last))/4, s.valid)
	for i := from; i < depth; i++ {
		colour := guess.At(i)
		at, has := s.peg(i, colour, s.pegs[i])
		s.pegs[i+1] = s.pegs[i] + 1<<(colour*4)
		in, out := s.sums[i], s.sums[i+1]
		if len(at) == 1 {
			in[0].add(at[0], has[0], &out[0])
			continue
		}
		in, out, has = in[:len(at)], out[:len(at)], has[:len(at)]
		for w := range at {
			in[w].add(at[w], has[w], &out[w])
		}
	}
	s.last, s.valid = guess, max(from, depth)
}

// atPlane returns what a peg of the colour at position i adds to the sum of
// black pegs.
func (s *planes) atPlane(i, colour int) []uint64 {
	return s.at[(i*s.game.Colours+colour)*s.words:][:s.words]
}

// hasPlane returns what a peg of the colour adds to the sum of all pegs, where
// pegs tells how often each colour occurs before it.
func (s *planes) hasPlane(colour int, pegs uint64) []uint64 {
	nth := int(pegs >> (colour * 4) & 15)
	return s.has[(colour*s.game.Positions+nth)*s.words:][:s.words]
}

// peg returns both planes of a peg. Where only black pegs are told, both sums
// are of those.
func (s *planes) peg(i, colour int, pegs uint64) (at, has []uint64) {
	at = s.atPlane(i, colour)
	if s.game.BlackOnly {
		return at, at
	}
	return at, s.hasPlane(colour, pegs)
}

// tally adds the responses of one word of candidates to counts.
func (s *sums) tally(positions int, counts []int32) {
	var black, pegs sorted
	s.black.sort(&black)
	s.pegs.sort(&pegs)
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

// Count takes O(words·(d + feedbacks)) time, where d is the number of
// positions from the first that differs from the guess counted before.
func (s *planes) Count(guess game.Code, counts Counts) {
	s.sum(guess, s.game.Positions)
	clear(counts[:s.feedbacks])
	for w := range s.words {
		s.sums[s.game.Positions][w].tally(s.game.Positions, counts)
	}
	// Bits beyond the candidates are in no plane and counted as no pegs at all.
	counts[0] -= int32(64*s.words - len(s.codes))
}

// Scan walks the guesses run by run: a run's prefix is summed once, and its
// last positions are counted together.
func (s *planes) Scan(guesses *Guesses, m Measure, limit int64, visit func(guess game.Code, score int64) int64) {
	l := *guesses // on the stack, where moving on is cheap
	defer func() { *guesses = l }()
	var scores [game.MaxColours]int64
	for ; !l.Empty() && limit != Stop; l.skip() {
		r := l.first()
		s.sum(r.prefix, l.last)
		for below := s.below(r, m, limit, &scores); below != 0; {
			number := l.take(below)
			below &^= 1 << number
			if scores[number] >= limit {
				continue // the limit has changed meanwhile
			}
			if limit = visit(r.prefix.With(l.last, number), scores[number]); limit == Stop {
				return
			}
		}
	}
}

// belowPlain measures the guesses of a run whose prefix is summed, and returns
// the last colours of those that measure less than the limit, with their
// scores.
func (s *planes) belowPlain(r run, m Measure, limit int64, scores *[game.MaxColours]int64) (below uint16) {
	i := s.game.Positions - 1
	for left := r.last; left != 0; left &= left - 1 {
		colour := bits.TrailingZeros16(left)
		at, has := s.peg(i, colour, s.pegs[i])
		prefix := s.sums[i][:len(at)]
		has = has[:len(at)]
		var counts [game.MaxPegFeedbacks]int32
		for w := range at {
			var all sums
			prefix[w].add(at[w], has[w], &all)
			all.tally(s.game.Positions, counts[:])
		}
		counts[0] -= int32(64*s.words - len(s.codes))
		if score := m.Of(counts[:s.feedbacks]); score < limit {
			scores[colour] = score
			below |= 1 << colour
		}
	}
	return below
}

// Restrict takes O(words) time for the guess counted last.
func (s *planes) Restrict(guess game.Code, f game.Feedback) Set {
	s.sum(guess, s.game.Positions)
	black, white := f.Pegs()
	set := make(Set, s.words)
	for w, all := range s.sums[s.game.Positions] {
		var blacks, pegs sorted
		all.black.sort(&blacks)
		all.pegs.sort(&pegs)
		set[w] = blacks[black] & pegs[black+white]
	}
	if len(set) > 0 {
		set[len(set)-1] &= ^uint64(0) >> (uint(-len(s.codes)) % 64)
	}
	return set
}
