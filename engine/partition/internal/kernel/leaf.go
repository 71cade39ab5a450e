package kernel

import (
	"math/bits"

	"codebreak/engine/game"
)

// Lanes is the number of guesses that a leaf measures at once.
const Lanes = 8

// A Leaf is the innermost loop. It measures guesses of a run, up to eight at once:
// they have the sums of their prefix in common, and each has a lane of its own in
// rows of eight numbers. There is one leaf in plain Go, and one for each kind of
// wide registers: AVX-512 has room for a row, AVX2 for half a row, NEON for a
// quarter. All compute the same; leaf.h describes it.
type Leaf struct {
	Name string

	// Measure returns the lanes in args.Group that measure less than args.Limit, with
	// their scores in args.Scores. For each word of candidates prefix has the sums of
	// the prefix, and at and next have a row with the planes of the last colours;
	// the row of the next word follows after args.stride bytes. weights belong to a
	// weighted measure. For a computed measure it returns all lanes, with the sizes of
	// their parts in args.counts, row by feedback.
	Measure func(args *Args, prefix []Sums, at, next []uint64, weights []int64) (below uint64)

	// pairs counts the parts of guesses that differ in their last two positions, like the
	// plain count of TestPairs, for two candidates or more; nil where Measure is as fast.
	pairs  func(args *pairArgs)
	halves bool // for up to five positions they are fastest with feedback of eight bits
}

// Args holds the data that a leaf reads and writes, apart from slices that change from
// call to call: those are arguments, since storing them would cost a write barrier.
type Args struct {
	candidates int
	words      int // at least 1
	stride     int
	positions  int
	feedbacks  int
	Kind       Kind         // of the measure
	Limit      int64        // for parts it is from -game.MaxPegFeedbacks to 0
	Group      uint64       // bit c for lane c
	Scores     [Lanes]int64 // out
	// counts is room for sizes. As a large allocation of its own it begins at the
	// beginning of a cache line.
	counts *[game.MaxPegFeedbacks]row
	sizes  PegCounts // the sizes of one lane
}

// A row is a number for each lane.
type row [Lanes]uint64

// Load prepares for candidates of a game, whose rows of planes have the given number of
// words.
func (a *Args) Load(g game.Pegs, candidates, rowWords int) {
	counts := a.counts
	if counts == nil {
		counts = new([game.MaxPegFeedbacks]row)
	}
	*a = Args{
		candidates: candidates,
		words:      (candidates + 63) / 64,
		stride:     8 * rowWords,
		positions:  g.Positions,
		feedbacks:  Feedbacks(g),
		counts:     counts,
	}
}

// Feedbacks is more than the index of any feedback of a game.
func Feedbacks(g game.Pegs) int {
	return int(game.NewFeedback(g.Positions, 0)) + 1
}

// Compute measures the lanes of the group, whose parts have been counted, by a function.
func (a *Args) Compute(of func(sizes []int32) int64) (below uint64) {
	for left := a.Group; left != 0; left &= left - 1 {
		lane := bits.TrailingZeros64(left)
		for f := range a.feedbacks {
			a.sizes[f] = int32(a.counts[f][lane])
		}
		a.Scores[lane] = of(a.sizes[:a.feedbacks])
		if a.Scores[lane] < a.Limit {
			below |= 1 << lane
		}
	}
	return below
}
