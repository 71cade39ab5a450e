//go:build !purego

package partition

import (
	"math/bits"
	"unsafe"

	"golang.org/x/sys/cpu"

	"codebreak/engine/game"
)

// hasVector reports whether the machine runs leaf.
var hasVector = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPOPCNTDQ

const (
	lanes     = 8 // 64-bit numbers in a register
	laneBytes = lanes * 8
)

// A vectorLeaf counts the guesses of a run with wide registers: lane c of a
// register belongs to the guess whose last colour is c, so that eight guesses
// share the sums of their prefix. The planes of the last position are kept
// interleaved for that: word by word, and in each word colour by colour.
type vectorLeaf struct {
	enabled bool
	ready   bool     // whether at and next are filled
	stride  int      // colours of a word, rounded up to whole registers
	at      []uint64 // at[last][c] of word w at w*stride+c
	// next holds, where at does, has[c][k] for the k that colour c has in the
	// prefix: four bits per colour in pegs.
	next []uint64
	pegs uint64
	args leafArgs
	rows [(game.MaxPegFeedbacks + 1) * lanes]uint64 // of args.counts, with room to align
}

// leafArgs is what leaf reads and writes, apart from pointers that change from
// call to call: those are arguments, since to store them would cost a write
// barrier.
type leafArgs struct {
	stride    int // bytes between words of at and next
	words     int // at least 1
	positions int
	feedbacks int
	excess    int            // bits in the planes beyond the candidates
	counts    *[lanes]uint64 // scratch: one row per feedback, aligned to a row
	kind      measureKind    // of the measure
	limit     int64
	scores    [lanes]int64 // out
}

// leaf measures eight guesses and returns the lanes that measure less than the
// limit. It is given the sums of their prefix, the planes of their last colours
// and, for a weighted measure, the weights.
//
//go:noescape
func leaf(args *leafArgs, prefix *sums, at, next *uint64, table *int64) (below uint64)

func newVectorLeaf() vectorLeaf { return vectorLeaf{enabled: hasVector} }

func (v *vectorLeaf) reset() { v.ready = false }

// fill interleaves the planes of the last position.
func (s *planes) fill() {
	v := &s.vector
	colours, last := s.game.Colours, s.game.Positions-1
	v.stride = (colours + lanes - 1) / lanes * lanes
	v.at = zeroed(v.at, s.words*v.stride)
	v.next = zeroed(v.next, s.words*v.stride)
	for c := range colours {
		at, has := s.peg(last, c, 0)
		for w := range at {
			v.at[w*v.stride+c] = at[w]
			v.next[w*v.stride+c] = has[w]
		}
	}
	v.pegs = 0
	v.ready = true
	v.args.words = s.words
	v.args.stride = v.stride * 8
	v.args.positions = s.game.Positions
	v.args.feedbacks = s.feedbacks
	v.args.excess = 64*s.words - len(s.codes)
	// The garbage collector does not move what a heap object holds.
	offset := -uintptr(unsafe.Pointer(&v.rows)) % laneBytes / 8
	v.args.counts = (*[lanes]uint64)(v.rows[offset:])
}

// below is belowPlain, eight guesses at a time where the machine can.
func (s *planes) below(r run, m Measure, limit int64, scores *[game.MaxColours]int64) (below uint16) {
	v := &s.vector
	if !v.enabled || m.kind == computed {
		return s.belowPlain(r, m, limit, scores)
	}
	if !v.ready {
		s.fill()
	}
	last := s.game.Positions - 1
	if !s.game.BlackOnly {
		for changed := v.pegs ^ s.pegs[last]; changed != 0; {
			c := bits.TrailingZeros64(changed) / 4
			changed &^= 15 << (c * 4)
			for w, word := range s.hasPlane(c, s.pegs[last]) {
				v.next[w*v.stride+c] = word
			}
		}
		v.pegs = s.pegs[last]
	}
	v.args.kind, v.args.limit = m.kind, limit
	prefix, table := &s.sums[last][0], unsafe.SliceData(m.table)
	for c := 0; r.last>>c != 0; c += lanes {
		group := r.last >> c & (1<<lanes - 1)
		if group == 0 {
			continue
		}
		if hit := uint16(leaf(&v.args, prefix, &v.at[c], &v.next[c], table)) & group; hit != 0 {
			below |= hit << c
			copy(scores[c:], v.args.scores[:])
		}
	}
	return below
}
