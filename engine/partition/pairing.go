package partition

import (
	"math/bits"

	"codebreak/engine/game"
	"codebreak/engine/partition/internal/kernel"
)

// A pairing goes through a list of guesses in blocks of runs that begin alike.
type pairing struct {
	of      *kernel.Pairs // nil if parts are not counted
	colours int           // of the game
	walk    *walk         // nil if guesses are not bounded
	runs    int           // runs left of the block
	counted bool          // whether the parts of the block's guesses are counted
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
		r.last &= p.of.EnoughParts(r.prefix)
		return r
	}

	if p.walk != nil {
		same := p.walk.hopeless(r.prefix, l.last, limit)
		if same > 0 {
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
	begin := l.last - 1
	if p.walk != nil {
		same := p.walk.hopeless(l.runs[0].prefix, begin, limit)
		if same > 0 {
			l.pass(same)
			return true
		}
	}

	// Step 2. The block: the runs whose prefixes differ in the last colour alone.
	prefix := l.runs[0].prefix
	rows := uint16(0)
	shift := 4 * (game.MaxPositions - 1 - begin)
	for p.runs = 0; p.runs < min(len(l.runs), p.colours); p.runs++ {
		next := l.runs[p.runs].prefix
		if (next^prefix)>>(shift+4) != 0 {
			break
		}
		rows |= 1 << (next >> shift & 15)
	}

	// Step 3. The groups of pairs that have guesses, and whether to count them pays.
	wanted := uint64(1)
	measured := p.runs // groups of pairs, and runs of up to 8 guesses
	if p.colours > 8 {
		if p.walk != nil {
			rows = p.walk.promising(begin, rows, limit)
		}
		wanted = p.of.Groups(rows)
		measured = bits.OnesCount16(rows) * 2
	}
	if wanted != 0 && measured*runWork < p.of.Work()*bits.OnesCount64(wanted) {
		return false
	}

	// Step 4. The count.
	p.counted = true
	if wanted != 0 {
		p.of.Count(prefix, wanted, least)
	}
	none = wanted == 0 || p.of.NoneEnough()
	if none {
		l.runs = l.runs[p.runs-1:]
		l.passed = 0
		p.runs = 0
	}
	return none
}

// runWork is the work of measuring a run, in shuffles.
const runWork = 120
