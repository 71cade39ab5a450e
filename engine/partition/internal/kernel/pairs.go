package kernel

import (
	"math/bits"

	"codebreak/engine/game"
)

// Pairs counts parts for up to 64 candidates. It treats all guesses that differ in their
// last two positions alone together: for each pair of last colours it counts the parts that
// the guess makes. Each guess has a byte; a byte shuffle turns the feedback of a candidate
// into a bit, and the bits of all candidates are joined and counted.
//
// Feedback is a number of six bits, eight times the pegs plus the black pegs, or of eight bits
// where that is faster. That of the prefix is summed for all candidates at once, byte by byte,
// along the list of guesses.
type Pairs struct {
	positions, colours int
	black              uint8  // what a black peg adds to feedback
	compact            bool   // slots are for the colours that the prefix does not have
	used               uint16 // the colours that it has
	kernel             func(args *pairArgs)
	codes              []game.Code // the candidates
	ready              bool        // the candidates are laid out
	args               pairArgs

	// The feedback that a peg adds, eight candidates to a word.
	at  [][8]uint64 // i*colours+c: for candidates with colour c at position i
	has [][8]uint64 // c*positions+k: for candidates with more than k pegs of colour c

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
//
// Where no guess has a colour twice, the colours of the prefix are left out: if at most 8
// others are left, all pairs fit into one group. The kernel moves the data of each colour to
// its slot.
type pairArgs struct {
	positions  int
	candidates int
	width      int // pairs of a row
	tables     int
	peg        uint64           // what a peg adds to feedback
	wanted     uint64           // bit g for group g
	least      uint64           // the number of parts that is enough
	pegs       [2]uint64        // pegs of each colour in the prefix
	base       [8]uint64        // feedback to the prefix, a byte for each candidate
	rows       [4][64]uint8     // the place of the first colour of each pair in 16 bytes
	diagonal   [4]uint64        // pairs of twice the same colour; none if no guess has one
	bits       [5][64]uint8     // a bit for each feedback, by its last six bits, in one of five bytes
	slots      [2]uint64        // the colour that each byte below stands for, once the kernel has seen the prefix
	quarters   [6][16]uint8     // the same by the last four bits: for quarters 0, 1, 2, 2, 3 and 3 of six bits, or halves 0, 0 and 1 of eight
	colours    [64][16]uint8    // pegs of each colour in a candidate
	ends       [2][64][16]uint8 // a black peg for the colour at the last position but one, and the last
	//lint:ignore U1000 kernels use it
	added  [3][64][16]uint8 // room: the feedback that the first colour adds, the second, and both if they are equal
	parts  [4][64]uint8     // out
	enough [4]uint64        // out: pairs that make enough parts
}

// CountsPairs reports whether the leaf can count the parts of guesses of a game in pairs.
func (l *Leaf) CountsPairs(g game.Pegs) bool {
	return l.pairs != nil && !g.BlackOnly && leastPaired <= g.Positions && g.Positions <= mostPaired
}

// NewPairs prepares for a game, without candidates.
func (l *Leaf) NewPairs(g game.Pegs) *Pairs {
	positions := g.Positions
	colours := g.Colours
	p := &Pairs{
		positions: positions,
		colours:   colours,
		kernel:    l.pairs,
		at:        make([][8]uint64, positions*colours),
		has:       make([][8]uint64, positions*colours),
	}

	// The pairs, row by row.
	p.compact = !g.GuessRepeats && colours > 8 && colours-(positions-2) <= 8

	a := &p.args
	a.positions = positions
	a.width = 8
	if colours > 8 && !p.compact {
		a.width = 16
	}
	a.slots = [2]uint64{firstSlots, firstSlots + 8*everySlot}
	for pair := range 256 {
		first := pair / a.width
		second := pair % a.width
		a.rows[pair/64][pair%64] = uint8(first)
		if first == second && g.GuessRepeats {
			a.diagonal[pair/64] |= 1 << (pair % 64)
		}
	}

	// A bit for each possible feedback. The numbers of eight bits differ in their last six, and in
	// each half in the last four: no other numbers do so with less work.
	a.peg, p.black = 8, 1
	size := 16 // of a quarter
	firstTable := [4]int{0, 1, 2, 4}
	if l.halves && positions <= 5 {
		a.peg, p.black = 39, 6
		if positions == 5 {
			a.peg, p.black = 30, 5
		}
		size = 128
		firstTable = [4]int{0, 2}
	}

	n := 0
	var inQuarter [4]int
	for pegs := range positions + 1 {
		for black := range pegs + 1 {
			if pegs != positions || black != positions-1 { // a single white peg is impossible
				feedback := int(a.peg)*pegs + int(p.black)*black
				a.bits[n/8][feedback%64] = 1 << (n % 8)
				n++

				quarter := feedback / size
				table := firstTable[quarter] + inQuarter[quarter]/8
				a.quarters[table][feedback%16] = 1 << (inQuarter[quarter] % 8)
				inQuarter[quarter]++
			}
		}
	}

	a.tables = (n + 7) / 8
	return p
}

// Load takes 2 to 64 candidates, or others if nothing is counted for them.
func (p *Pairs) Load(codes []game.Code) {
	p.codes = codes
	p.ready = false
}

// Work is the work of counting a group of pairs, in shuffles.
func (p *Pairs) Work() int {
	return len(p.codes)*p.args.tables + groupWork
}

// Groups returns the groups of the pairs whose first colours are in a set.
func (p *Pairs) Groups(colours uint16) (groups uint64) {
	if p.args.width == 8 && colours != 0 {
		return 1
	}
	for g := range 4 {
		if colours>>(4*g)&15 != 0 {
			groups |= 1 << g
		}
	}
	return groups
}

// groupWork is the work for a group besides that for each candidate.
const groupWork = 40

// lay lays the candidates out.
func (p *Pairs) lay() {
	a := &p.args
	positions := p.positions
	colours := p.colours
	p.ready = true
	p.valid = 0
	clear(p.at)
	clear(p.has)
	a.candidates = len(p.codes)
	a.ends = [2][64][16]uint8{}

	for n, code := range p.codes {
		word := n / 8
		shift := n % 8 * 8
		var pegs [16]uint8
		for i := range positions {
			c := code.At(i)
			p.at[i*colours+c][word] |= uint64(p.black) << shift
			p.has[c*positions+int(pegs[c])][word] |= a.peg << shift
			pegs[c]++
		}

		for i := range 2 {
			c := code.At(positions - 2 + i)
			a.ends[i][n][c] = p.black
			if colours <= 8 {
				a.ends[i][n][c+8] = p.black
			}
		}

		if colours <= 8 {
			copy(pegs[8:], pegs[:8])
		}
		a.colours[n] = pegs
	}
}

// Count counts the parts of all pairs after the first positions of a prefix: in the groups
// wanted, bit g for group g. least is the number of parts that is enough.
func (p *Pairs) Count(prefix game.Code, wanted uint64, least int) {
	if !p.ready {
		p.lay()
	}
	a := &p.args
	positions := p.positions
	colours := p.colours

	// The sums of the prefix, from the first position at which it differs from the last.
	words := (len(p.codes) + 7) / 8
	from := min(bits.LeadingZeros32(uint32(prefix^p.last))/4, p.valid)
	for i := from; i < positions-2; i++ {
		c := prefix.At(i)
		k := int(p.counts[i][c/8] >> (c % 8 * 8) & 255)
		p.counts[i+1] = p.counts[i]
		p.counts[i+1][c/8] += 1 << (c % 8 * 8)

		at := &p.at[i*colours+c]
		has := &p.has[c*positions+k]
		for w := range words {
			p.sums[i+1][w] = p.sums[i][w] + at[w] + has[w]
		}
	}
	p.last = prefix
	p.valid = positions - 2

	a.wanted = wanted
	a.least = uint64(least)
	a.enough = [4]uint64{}
	a.base = p.sums[positions-2]
	a.pegs = p.counts[positions-2]
	if colours <= 8 {
		a.pegs[1] = a.pegs[0]
	}
	if p.compact {
		p.assignSlots(prefix)
	}

	p.kernel(a)
}

// firstSlots are slots for the first eight colours, a byte each, and everySlot has 1 in each byte.
const firstSlots, everySlot = 0x0706050403020100, 0x0101010101010101

// assignSlots gives each colour that a prefix does not have a slot. Each colour of the prefix moves
// those after it up. Slots that are left over are for colours that no candidate has.
func (p *Pairs) assignSlots(prefix game.Code) {
	p.used = 0
	for i := range p.positions - 2 {
		p.used |= 1 << prefix.At(i)
	}

	slots := uint64(firstSlots)
	before := 0
	for left := p.used; left != 0; left &= left - 1 {
		slots += everySlot << (8 * (bits.TrailingZeros16(left) - before))
		before++
	}
	p.args.slots = [2]uint64{slots, slots}
}

// NoneEnough reports whether no pair of the last count makes enough parts.
func (p *Pairs) NoneEnough() bool {
	enough := &p.args.enough
	return enough[0]|enough[1]|enough[2]|enough[3] == 0
}

// EnoughParts returns the last colours of guesses with a prefix that make enough parts.
func (p *Pairs) EnoughParts(prefix game.Code) (colours uint16) {
	first := prefix.At(p.positions - 2)
	if !p.compact {
		pair := first * p.args.width
		return uint16(p.args.enough[pair/64] >> (pair % 64))
	}

	row := first - bits.OnesCount16(p.used&(1<<first-1))
	colours = uint16(uint8(p.args.enough[0] >> (8 * row)))
	for left := p.used; left != 0; left &= left - 1 {
		below := left&-left - 1
		colours = colours&below | colours&^below<<1
	}
	return colours & (1<<p.colours - 1)
}
