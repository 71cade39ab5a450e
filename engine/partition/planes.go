package partition

import (
	"math/bits"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition/internal/kernel"
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
// before position i. Bit-sliced adders ([kernel.Number]) compute both sums for 64 candidates
// at a time. A part is then the set of candidates for which both sums have given
// values, and the population count of that bit set is its size. With black pegs
// only, both sums count the black pegs. Bits beyond the candidates have one
// black peg and no pegs in the other sum, which is impossible: they are in no part.
//
// Partial sums are kept for every prefix of the last guess, so that guesses that follow
// each other in lexicographic order share their work. A [kernel.Leaf] counts the last
// position.
type planes struct {
	game      game.Pegs
	feedbacks int
	pegLoad

	// sums[d] holds, for each word, the sums over the first d positions of
	// last, and pegs[d] the number of pegs of each colour among them, four bits
	// each. They are valid up to d = valid.
	sums  [game.MaxPositions + 1][]kernel.Sums
	pegs  [game.MaxPositions + 1]uint64
	last  game.Code
	valid int

	leaf        *kernel.Leaf // counts the last position
	interleaved interleaved
	colours     *colourBound
	pairs       *kernel.Pairs // nil where they are not counted
}

// newPlanes returns an empty space for candidates of the game. bags is called when bounds
// are needed first.
func newPlanes(g game.Pegs, bags func() bags) *planes {
	return &planes{
		game:      g,
		feedbacks: kernel.Feedbacks(g),
		leaf:      kernel.Leaves()[0],
		colours:   &colourBound{game: g, bags: bags},
	}
}

// Fork shares the planes of the candidates and the bounds. Load writes them in place, so s
// may not be loaded while the fork is in use, and the fork never.
func (s *planes) Fork() Space {
	fork := &planes{
		game:      s.game,
		feedbacks: s.feedbacks,
		leaf:      s.leaf,
		colours:   s.colours,
		pegLoad:   s.pegLoad,
	}
	fork.reset()
	return fork
}

// Load takes O(positions·(colours·words + len(codes))) time.
func (s *planes) Load(codes []game.Code) {
	positions := s.game.Positions
	colours := s.game.Colours
	words := (len(codes) + 63) / 64
	s.codes = codes
	s.words = words

	s.at = zeroed(s.at, positions*colours*words)
	s.has = zeroed(s.has, colours*positions*words)

	for n, code := range codes {
		word := n / 64
		bit := uint64(1) << (n % 64)
		var pegs uint64 // four bits per colour
		for i := range positions {
			colour := code.At(i)
			nth := int(pegs >> (colour * 4) & 15)
			pegs += 1 << (colour * 4)
			s.at[(i*colours+colour)*words+word] |= bit
			s.has[(colour*positions+nth)*words+word] |= bit
		}
	}

	s.colours.ready = false
	s.colours.seen = 0
	s.reset()
}

// reset forgets the results for earlier candidates.
func (s *planes) reset() {
	s.valid = 0
	for d := range s.game.Positions + 1 {
		if cap(s.sums[d]) < s.words {
			s.sums[d] = make([]kernel.Sums, s.words)
		}
		s.sums[d] = s.sums[d][:s.words]
	}

	s.interleaved.ready = false
	if s.pairs != nil {
		s.pairs.Load(s.codes)
	}

	// The empty prefix. Bits beyond the candidates get the impossible black peg.
	clear(s.sums[0])
	excess := uint(-len(s.codes)) % 64
	if excess > 0 {
		s.sums[0][s.words-1].Exclude(^(^uint64(0) >> excess))
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

// Codes returns the candidates.
func (s *planes) Codes() []game.Code { return s.codes }

// absent returns for each position the set of colours that get neither black nor white from
// any candidate: bit c for colour c. With black pegs only these are the colours that no
// candidate has at that position; else the colours that no candidate has anywhere.
func (s *planes) absent() (at [game.MaxPositions]uint16) {
	has := func(plane []uint64) bool {
		return slices.ContainsFunc(plane, func(word uint64) bool { return word != 0 })
	}
	for colour := range s.game.Colours {
		nowhere := !has(s.hasPlane(colour, 0))
		for i := range s.game.Positions {
			byPosition := s.game.BlackOnly && s.game.GuessRepeats
			if nowhere || byPosition && !has(s.atPlane(i, colour)) {
				at[i] |= 1 << colour
			}
		}
	}
	return at
}

// sum brings the sums up to date for the first depth positions of a guess,
// starting at the first position where it differs from the guess before.
func (s *planes) sum(guess game.Code, depth int) {
	from := min(bits.LeadingZeros32(uint32(guess^s.last))/4, s.valid)
	for i := from; i < depth; i++ {
		colour := guess.At(i)
		at, has := s.peg(i, colour, s.pegs[i])
		s.pegs[i+1] = s.pegs[i] + 1<<(colour*4)

		in := s.sums[i]
		out := s.sums[i+1]
		if len(at) == 1 {
			in[0].Add(at[0], has[0], &out[0])
			continue
		}
		in = in[:len(at)]
		out = out[:len(at)]
		has = has[:len(at)]
		for w := range at {
			in[w].Add(at[w], has[w], &out[w])
		}
	}
	s.last = guess
	s.valid = max(from, depth)
}

// atPlane returns the plane that a peg of the colour at position i adds to the sum of
// black pegs.
func (s *planes) atPlane(i, colour int) []uint64 {
	return s.at[(i*s.game.Colours+colour)*s.words:][:s.words]
}

// hasPlane returns the plane that a peg of the colour adds to the sum of all pegs, where
// pegs counts the earlier pegs of each colour.
func (s *planes) hasPlane(colour int, pegs uint64) []uint64 {
	nth := int(pegs >> (colour * 4) & 15)
	return s.has[(colour*s.game.Positions+nth)*s.words:][:s.words]
}

// peg returns both planes of a peg: with black pegs only, twice the same.
func (s *planes) peg(i, colour int, pegs uint64) (at, has []uint64) {
	at = s.atPlane(i, colour)
	if s.game.BlackOnly {
		return at, at
	}
	return at, s.hasPlane(colour, pegs)
}

// Count takes O(words·(d + feedbacks)) time, where d is the number of
// positions from the first that differs from the guess counted before.
func (s *planes) Count(guess game.Code, counts Counts) {
	s.sum(guess, s.game.Positions)
	var all kernel.PegCounts
	for w := range s.words {
		s.sums[s.game.Positions][w].Tally(s.game.Positions, &all)
	}
	copy(counts, all[:s.feedbacks])
}

// Scan walks the guesses run by run: a run's prefix is summed once, and its
// last positions are counted together.
func (s *planes) Scan(
	guesses *Guesses,
	m Measure,
	limit int64,
	visit func(guess game.Code, score int64) int64,
) {
	l := *guesses // on the stack, where moving on is cheap
	defer func() { *guesses = l }()

	var scores [game.MaxColours]int64
	least := s.least(m, limit)
	within := m.fast(limit, len(s.codes))
	pairs := pairing{
		of:      s.paired(),
		colours: s.game.Colours,
		walk:    s.bounds(m, l.Runs()),
	}

	for ; !l.Empty() && limit != Stop; l.skip() {
		// Step 1. Bounds and pairs leave a few guesses of the run.
		r := pairs.promising(&l, within, least)
		if r.last == 0 {
			continue
		}

		// Step 2. The leaf measures them.
		needed := least
		if pairs.counted && m.kind != kernel.Parts {
			needed = 1 // pairs have checked the number of parts
		}
		s.sum(r.prefix, l.last)
		before := limit
		for below := s.below(r, &m, limit, needed, &scores); below != 0; {
			number := l.take(below)
			below &^= 1 << number
			if scores[number] >= limit {
				continue // the limit has changed meanwhile
			}
			limit = visit(r.prefix.With(l.last, number), scores[number])
			if limit == Stop {
				return
			}
		}

		// Step 3. A new limit needs another number of parts.
		if limit != before {
			least = s.least(m, limit)
			within = m.fast(limit, len(s.codes))
			pairs.counted = pairs.counted && limit < before
		}
	}
}

// bounds returns lower bounds of the scores of guesses. For a computed measure it bounds the
// measure close to it.
func (s *planes) bounds(m Measure, runs int) *walk {
	if m.near != nil {
		m = *m.near
	}
	return s.colours.use(&s.pegLoad, m, runs)
}

// paired returns the counter of parts in pairs; nil where the game, the candidates or the
// processor do not allow it.
func (s *planes) paired() *kernel.Pairs {
	few := s.words == 1 && len(s.codes) >= 2
	if !few || !s.leaf.CountsPairs(s.game) {
		return nil
	}
	if s.pairs == nil {
		s.pairs = s.leaf.NewPairs(s.game)
		s.pairs.Load(s.codes)
	}
	return s.pairs
}

// least returns the number of parts that a score below the limit takes, or 1 where it does
// not pay to know.
func (s *planes) least(m Measure, limit int64) int {
	if m.near != nil {
		limit = m.fast(limit, len(s.codes))
		return s.least(*m.near, limit)
	}
	if s.words > 1 && m.kind != kernel.Parts {
		return 1
	}
	return m.fewest(len(s.codes), s.feedbacks, limit)
}

// interleaved are the planes of the last position as a leaf reads them: word by
// word, and in each word colour by colour.
type interleaved struct {
	ready  bool
	stride int      // colours of a word, rounded up to whole rows
	at     []uint64 // at[last][c] of word w at w*stride+c
	// next holds, in the same layout, has[c][k] for the k pegs of colour c in the
	// prefix: four bits per colour in pegs.
	next []uint64
	pegs uint64
	args kernel.Args
}

// interleave fills in the planes of the last position.
func (s *planes) interleave() {
	l := &s.interleaved
	colours := s.game.Colours
	last := s.game.Positions - 1
	l.stride = (colours + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes

	l.at = zeroed(l.at, s.words*l.stride)
	l.next = zeroed(l.next, s.words*l.stride)

	for c := range colours {
		at, has := s.peg(last, c, 0)
		for w := range at {
			l.at[w*l.stride+c] = at[w]
			l.next[w*l.stride+c] = has[w]
		}
	}

	l.pegs = 0
	l.ready = true
	l.args.Load(s.game, len(s.codes), l.stride)
}

// below measures the guesses of a run whose prefix is summed, and returns the
// last colours of the guesses that measure less than the limit, with their scores.
//
// A guess with fewer parts than least does not. Parts are counted faster than
// candidates, and often no guess of a whole run has enough.
func (s *planes) below(
	r run,
	m *Measure,
	limit int64,
	least int,
	scores *[game.MaxColours]int64,
) (below uint16) {
	l := &s.interleaved
	if !l.ready {
		s.interleave()
	}

	// Step 1. The planes of the colours whose number in the prefix has changed.
	last := s.game.Positions - 1
	if !s.game.BlackOnly {
		for changed := l.pegs ^ s.pegs[last]; changed != 0; {
			c := bits.TrailingZeros64(changed) / 4
			changed &^= 15 << (c * 4)
			for w, word := range s.hasPlane(c, s.pegs[last]) {
				l.next[w*l.stride+c] = word
			}
		}
		l.pegs = s.pegs[last]
	}

	// Step 2. The lanes, group by group. Each measurement keeps the lanes that may still
	// be below the limit, the cheapest first: parts, then the measure or the one close to
	// it, then the function of a computed measure.
	args := &l.args
	prefix := s.sums[last]
	fast, within := m, m.fast(limit, len(s.codes))
	if m.near != nil {
		fast = m.near
	}
	for c := 0; r.last>>c != 0; c += kernel.Lanes {
		args.Group = uint64(r.last >> c & (1<<kernel.Lanes - 1))
		if args.Group != 0 && (least > 1 || m.kind == kernel.Parts) {
			args.Kind = kernel.Parts
			args.Limit = int64(1 - least)
			args.Group = s.leaf.Measure(args, prefix, l.at[c:], l.next[c:], nil)
		}

		if args.Group != 0 && m.kind != kernel.Parts {
			args.Kind = fast.kind
			args.Limit = within
			args.Group = s.leaf.Measure(args, prefix, l.at[c:], l.next[c:], fast.table)
		}

		if args.Group != 0 && m.near != nil {
			args.Kind = kernel.Computed
			args.Limit = limit
			args.Group = s.leaf.Measure(args, prefix, l.at[c:], l.next[c:], nil)
		}

		if args.Group != 0 && m.kind == kernel.Computed {
			args.Group = args.Compute(m.of)
		}

		if args.Group != 0 {
			below |= uint16(args.Group) << c
			copy(scores[c:], args.Scores[:])
		}
	}
	return below
}
