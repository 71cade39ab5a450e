package partition

import (
	"math/bits"

	"codebreak/engine/game"
)

// lanes is the number of guesses that a leaf measures at once.
const lanes = 8

// A leaf is the innermost loop. It measures guesses of a run, up to eight at once:
// they have the sums of their prefix in common, and each has a lane of its own in
// rows of eight numbers. There is one leaf in plain Go, and one for each kind of
// wide registers: AVX-512 has room for a row, AVX2 for half a row, NEON for a
// quarter. All compute the same; leaf.h describes it.
type leaf struct {
	name string

	// measure returns the lanes in args.group that measure less than args.limit, with
	// their scores in args.scores. For each word of candidates prefix has the sums of
	// the prefix, and at and next have a row with the planes of the last colours;
	// the row of the next word follows after args.stride bytes. weights belong to a
	// weighted measure. For a computed measure it returns all lanes, with the sizes of
	// their parts in args.counts, row by feedback.
	measure func(args *leafArgs, prefix []sums, at, next []uint64, weights []int64) (below uint64)

	// pairs counts the parts of guesses that differ in their last two positions, like the
	// plain count of TestPairs, for two candidates or more; nil where measure is as fast.
	pairs func(args *pairArgs)
}

// leafArgs holds the data that a leaf reads and writes, apart from slices that change from
// call to call: those are arguments, since storing them would cost a write barrier.
type leafArgs struct {
	candidates int
	words      int // at least 1
	stride     int
	positions  int
	feedbacks  int
	kind       measureKind  // of the measure
	limit      int64        // for parts it is from -game.MaxPegFeedbacks to 0
	group      uint64       // bit c for lane c
	scores     [lanes]int64 // out
	// counts is room for sizes. As a large allocation of its own it begins at the
	// beginning of a cache line.
	counts *[game.MaxPegFeedbacks]row
	sizes  pegCounts // the sizes of one lane
}

// A row is a number for each lane.
type row [lanes]uint64

// compute measures the lanes of the group, whose parts have been counted.
func (a *leafArgs) compute(m *Measure) (below uint64) {
	for left := a.group; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros64(left)
		for f := range a.feedbacks {
			a.sizes[f] = int32(a.counts[f][lane])
		}
		a.scores[lane] = m.of(a.sizes[:a.feedbacks])
		if a.scores[lane] < a.limit {
			below |= 1 << lane
		}
	}
	return below
}
