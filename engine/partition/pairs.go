package partition

import (
	"math/bits"

	"codebreak/engine/game"
)

// pairs counts parts for up to 64 candidates. It treats all guesses that differ in their
// last two positions alone together: for each pair of last colours it counts the parts that
// the guess makes. Each guess has a byte; a byte shuffle turns the feedback of a candidate
// into a bit, and the bits of all candidates are joined and counted.
//
// Feedback is a number of six bits, eight times the pegs plus the black pegs. That of the
// prefix is summed for all candidates at once, byte by byte, along the list of guesses.
type pairs struct {
	positions, colours int
	kernel             func(args *pairArgs)
	codes              []game.Code // the candidates
	ready              bool        // the candidates are laid out
	args               pairArgs

	// The feedback that a peg adds, eight candidates to a word.
	at  [][8]uint64 // i*colours+c: 1 for candidates with colour c at position i
	has [][8]uint64 // c*positions+k: 8 for candidates with more than k pegs of colour c

	// By depth, up to the depth at which the last two positions begin.
	sums   [game.MaxPositions][8]uint64
	counts [game.MaxPositions][2]uint64 // pegs of each colour, a byte each
	last   game.Code
	valid  int // depth to which the sums are those of last
}

// With at most mostPaired positions feedback has six bits; from leastPaired positions on
// there is a prefix.
const leastPaired, mostPaired = 3, 7

// pairArgs holds the data that the kernels of pairs read and write. Pairs are in groups of
// 64: a row for each first colour, of 8 pairs if the game has at most 8 colours, else of 16.
// Data for each colour has 16 bytes: with at most 8 colours it is there twice.
type pairArgs struct {
	candidates int
	width      int // pairs of a row
	tables     int
	wanted     uint64           // bit g for group g
	least      uint64           // the number of parts that is enough
	pegs       [2]uint64        // pegs of each colour in the prefix
	base       [8]uint64        // feedback to the prefix, a byte for each candidate
	rows       [4][64]uint8     // the place of the first colour of each pair in 16 bytes
	diagonal   [4]uint64        // pairs of twice the same colour
	bits       [5][64]uint8     // a bit for each feedback, in one of five bytes
	colours    [64][16]uint8    // pegs of each colour in a candidate
	ends       [2][64][16]uint8 // 1 for the colour at the last position but one, and the last
	//lint:ignore U1000 kernels use it
	added  [3][64][16]uint8 // room: the feedback that the first colour adds, the second, and both if they are equal
	parts  [4][64]uint8     // out
	enough [4]uint64        // out: pairs that make enough parts
}

// A pairing goes through a list of guesses in blocks of runs that begin alike.
type pairing struct {
	of      *pairs // nil if parts are not counted
	walk    *walk  // nil if guesses are not bounded
	runs    int    // runs left of the block
	counted bool   // whether the parts of the block's guesses are counted
}

// promising returns the first run of a list, with only the last colours of guesses that may
// measure less than the limit and make at least the least number of parts. If no guess of a
// block does, it moves the list on to the last run of the block.
func (p *pairing) promising(l *Guesses, limit int64, least int) run {
	r := l.first()
	if p.runs == 0 {
		p.counted = false
		if p.of != nil && least > 1 && p.block(l, limit, least) {
			return run{}
		}
	}

	p.runs = max(0, p.runs-1)

	if p.counted {
		r.last = p.of.enoughParts(r)
		return r
	}

	if p.walk != nil {
		if same := p.walk.hopeless(r.prefix, l.last, limit); same > 0 {
			p.runs = max(0, p.runs-l.pass(same))
			return run{}
		}
		r.last = p.walk.promising(l.last, r.last, limit)
	}
	return r
}

// block counts the parts of all pairs for the first block of the list, if that pays: the
// block has many runs, and few candidates are left. It reports whether no guess of the block
// is promising.
func (p *pairing) block(l *Guesses, limit int64, least int) (none bool) {
	// Step 1. Bounds: perhaps the prefix alone is hopeless.
	of, begin := p.of, l.last-1
	if p.walk != nil {
		if same := p.walk.hopeless(l.runs[0].prefix, begin, limit); same > 0 {
			l.pass(same)
			return true
		}
	}

	// Step 2. The block: the runs whose prefixes differ in the last colour alone.
	if !of.ready {
		of.lay()
	}
	a, prefix, rows := &of.args, l.runs[0].prefix, uint16(0)
	shift := 4 * (game.MaxPositions - 1 - begin)
	for p.runs = 0; p.runs < min(len(l.runs), of.colours); p.runs++ {
		next := l.runs[p.runs].prefix
		if (next^prefix)>>(shift+4) != 0 {
			break
		}
		rows |= 1 << (next >> shift & 15)
	}

	// Step 3. The groups of pairs that have guesses, and whether to count them pays.
	wanted, measured := uint64(1), p.runs // groups of pairs, and runs of up to 8 guesses
	if of.colours > 8 {
		if p.walk != nil {
			rows = p.walk.promising(begin, rows, limit)
		}
		wanted, measured = 0, bits.OnesCount16(rows)*2
		for g := range 4 {
			if rows>>(4*g)&15 != 0 {
				wanted |= 1 << g
			}
		}
	}
	counting := (len(of.codes)*a.tables + pairsWork) * bits.OnesCount64(wanted)
	if wanted != 0 && measured*runWork < counting {
		return false
	}

	// Step 4. The count.
	a.wanted, p.counted = wanted, true
	if wanted != 0 {
		of.count(prefix, least)
	}
	none = wanted == 0 || a.noneEnough()
	if none {
		l.runs, l.passed, p.runs = l.runs[p.runs-1:], 0, 0
	}
	return none
}

// runWork is the work of measuring a run, in shuffles; pairsWork that of counting a group
// of pairs, besides the work for each candidate.
const (
	runWork   = 120
	pairsWork = 40
)

// newPairs prepares for a game, without candidates.
func newPairs(g game.Pegs, kernel func(args *pairArgs)) *pairs {
	positions, colours := g.Positions, g.Colours
	p := &pairs{
		positions: positions,
		colours:   colours,
		kernel:    kernel,
		at:        make([][8]uint64, positions*colours),
		has:       make([][8]uint64, positions*colours),
	}

	// The pairs, row by row.
	a := &p.args
	a.width = 8
	if colours > 8 {
		a.width = 16
	}
	for pair := range 256 {
		first, second := pair/a.width, pair%a.width
		a.rows[pair/64][pair%64] = uint8(first)
		if first == second {
			a.diagonal[pair/64] |= 1 << (pair % 64)
		}
	}

	// A bit for each possible feedback.
	n := 0
	for pegs := range positions + 1 {
		for black := range pegs + 1 {
			if pegs != positions || black != positions-1 { // a single white peg is impossible
				a.bits[n/8][8*pegs+black] = 1 << (n % 8)
				n++
			}
		}
	}

	a.tables = (n + 7) / 8
	return p
}

// lay lays the candidates out.
func (p *pairs) lay() {
	a, positions, colours := &p.args, p.positions, p.colours
	p.ready, p.valid = true, 0
	clear(p.at)
	clear(p.has)
	a.candidates = len(p.codes)
	a.ends = [2][64][16]uint8{}

	for n, code := range p.codes {
		word, shift := n/8, n%8*8
		var pegs [16]uint8
		for i := range positions {
			c := code.At(i)
			p.at[i*colours+c][word] |= 1 << shift
			p.has[c*positions+int(pegs[c])][word] |= 8 << shift
			pegs[c]++
		}

		for i := range 2 {
			c := code.At(positions - 2 + i)
			a.ends[i][n][c] = 1
			if colours <= 8 {
				a.ends[i][n][c+8] = 1
			}
		}

		if colours <= 8 {
			copy(pegs[8:], pegs[:8])
		}
		a.colours[n] = pegs
	}
}

// count counts the parts of all pairs after the first positions of a prefix.
func (p *pairs) count(prefix game.Code, least int) {
	a, positions, colours := &p.args, p.positions, p.colours

	// The sums of the prefix, from the first position at which it differs from the last.
	words := (len(p.codes) + 7) / 8
	from := min(bits.LeadingZeros32(uint32(prefix^p.last))/4, p.valid)
	for i := from; i < positions-2; i++ {
		c := prefix.At(i)
		k := int(p.counts[i][c/8] >> (c % 8 * 8) & 255)
		p.counts[i+1] = p.counts[i]
		p.counts[i+1][c/8] += 1 << (c % 8 * 8)

		at, has := &p.at[i*colours+c], &p.has[c*positions+k]
		for w := range words {
			p.sums[i+1][w] = p.sums[i][w] + at[w] + has[w]
		}
	}
	p.last, p.valid = prefix, positions-2

	a.enough = [4]uint64{}
	a.base, a.pegs, a.least = p.sums[positions-2], p.counts[positions-2], uint64(least)
	if colours <= 8 {
		a.pegs[1] = a.pegs[0]
	}

	p.kernel(a)
}

// noneEnough reports whether no pair makes enough parts.
func (a *pairArgs) noneEnough() bool { return a.enough[0]|a.enough[1]|a.enough[2]|a.enough[3] == 0 }

// enoughParts returns the last colours of a run's guesses that make enough parts.
func (p *pairs) enoughParts(r run) uint16 {
	a := &p.args
	pair := r.prefix.At(p.positions-2) * a.width
	return r.last & uint16(a.enough[pair/64]>>(pair%64))
}
